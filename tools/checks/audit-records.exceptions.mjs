const READS = 'reads, and asks for the permission of those who change';
const JUDGES = 'judges a credential, and notes when it was last used';
const BETWEEN_SERVICES = 'between services: what one has taken over, the other need not keep';

/** Contracts whose handlers change something, or ask for more than reading, without an audit record: why. */
export const UNRECORDED = {
  authenticate: JUDGES,
  heldContexts: JUDGES,
  grantedOwners: JUDGES,
  billingSettings: READS,
  getShare: READS,
  listShares: READS,
  listSigningKeys: READS,
  queryDays: READS,
  quotasOf: READS,
  readOrgDeletion: READS,
  shareTargets: READS,
  usageDays: READS,
  previewPolicy: 'says what a policy would do',
  testPolicy: 'says what a policy would do',
  validateRule: 'says whether a rule could be kept',
  forgotPassword: 'anybody may ask for the mail of an address; the new password is recorded',
  publishEvent: 'what a service has seen, by nobody; the log of deliveries says what became of it',
  receiveCallback: 'recorded by acknowledgeFromOutside, which the constructor is given',
  useAcknowledgeLink: 'recorded by acknowledgeFromOutside, which the constructor is given',
  fetchDeltas: BETWEEN_SERVICES,
  fetchManifests: BETWEEN_SERVICES,
  projectorStatus: BETWEEN_SERVICES,
  resolveDeadLetter: 'by a command of the operator, who is nobody of the product',
};
