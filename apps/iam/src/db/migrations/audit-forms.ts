import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Records whose personal members lie apart (ADR 27); those from before have no commitments and keep theirs. */
export const AuditForms1767200000000 = forwardMigration(
  'AuditForms1767200000000',
  `
  alter table audit_log add column commitments jsonb;
  create table audit_personal (
    organization_id uuid not null,
    record_id uuid not null,
    member text not null,
    key bytea not null,
    value jsonb not null,
    primary key (organization_id, record_id, member)
  );
  ${protectTable('audit_personal')}
  -- A member is erased with its key, and never changed.
  create trigger audit_personal_unchanged before update on audit_personal
    for each row execute function refuse_change();
  create trigger audit_personal_no_truncate before truncate on audit_personal execute function refuse_change();`,
);
