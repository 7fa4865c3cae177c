import { deletedOrganizationsMigration } from '@spanwise/postgres/deleted-organizations';
import { AlertEscalations1766840000000 } from './migrations/alert-escalations.js';
import { Alerting1766800000000 } from './migrations/alerting.js';
import { Acknowledgements1766820000000 } from './migrations/acknowledgements.js';
import { AuditOutbox1764600000000 } from './migrations/audit-outbox.js';
import { Circuits1764500000000 } from './migrations/circuits.js';
import { ConnectorNames1767610000000 } from './migrations/connector-names.js';
import { ConnectorVersions1764100000000 } from './migrations/connector-versions.js';
import { Connectors1764000000000 } from './migrations/connectors.js';
import { DefaultPack1766830000000 } from './migrations/default-pack.js';
import { Deliveries1764300000000 } from './migrations/deliveries.js';
import { Escalations1764400000000 } from './migrations/escalations.js';
import { FailureRate1764700000000 } from './migrations/failure-rate.js';
import { Faults1767600000000 } from './migrations/faults.js';
import { IncidentRetention1766880000000 } from './migrations/incident-retention.js';
import { IncidentGroups1766850000000 } from './migrations/incident-groups.js';
import { NormalizeNullMembers1767240000000 } from './migrations/normalize-null-members.js';
import { OnCall1766810000000 } from './migrations/on-call.js';
import { PlatformIncident1766870000000 } from './migrations/platform-incident.js';
import { Routing1764200000000 } from './migrations/routing.js';
import { SendLimits1764900000000 } from './migrations/send-limits.js';
import { UnseenIncidents1766860000000 } from './migrations/unseen-incidents.js';
import { UnresolvedEvents1764800000000 } from './migrations/unresolved-events.js';

/** They run in the order of the digits of their names. A name is never changed: it stands in the databases. */
export const migrations = [
  Connectors1764000000000,
  ConnectorVersions1764100000000,
  Routing1764200000000,
  Deliveries1764300000000,
  Escalations1764400000000,
  Circuits1764500000000,
  AuditOutbox1764600000000,
  FailureRate1764700000000,
  UnresolvedEvents1764800000000,
  SendLimits1764900000000,
  deletedOrganizationsMigration('DeletedOrganizations1766710000000'),
  Alerting1766800000000,
  OnCall1766810000000,
  Acknowledgements1766820000000,
  DefaultPack1766830000000,
  AlertEscalations1766840000000,
  IncidentGroups1766850000000,
  UnseenIncidents1766860000000,
  PlatformIncident1766870000000,
  IncidentRetention1766880000000,
  NormalizeNullMembers1767240000000,
  Faults1767600000000,
  ConnectorNames1767610000000,
];
