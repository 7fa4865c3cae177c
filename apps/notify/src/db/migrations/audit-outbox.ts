import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Records of changes on their way to the organization's audit log, which iam keeps. */
export const AuditOutbox1764600000000 = forwardMigration(
  'AuditOutbox1764600000000',
  `
      create table audit_outbox (
        id uuid primary key,
        organization_id uuid not null,
        record jsonb not null
      );
      create index audit_outbox_order on audit_outbox (organization_id, id);
      ${protectTable('audit_outbox')}
      alter table organizations add column audit_waiting boolean not null default false;
      create index organizations_audit on organizations (id) where audit_waiting;`,
);
