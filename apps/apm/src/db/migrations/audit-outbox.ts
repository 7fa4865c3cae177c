import { auditOutboxTables } from '@spanwise/postgres/audit-outbox';
import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Records of changes on their way to the organization's audit log, and ids of the organizations that have such. */
export const AuditOutbox1767200000000 = forwardMigration(
  'AuditOutbox1767200000000',
  `
      create table audited_organizations (id uuid primary key);
      ${auditOutboxTables('audited_organizations')}`,
);
