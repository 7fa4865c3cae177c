import { auditOutboxTables } from '@spanwise/postgres/audit-outbox';
import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Records of changes on their way to the organization's audit log, which iam keeps. */
export const AuditOutbox1764600000000 = forwardMigration(
  'AuditOutbox1764600000000',
  auditOutboxTables('organizations'),
);
