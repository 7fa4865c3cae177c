import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Texts of the array, of which none is a permission of the platform. */
const noPlatformPermission = (column: string): string => `array_to_string(${column}, ' ') !~ '(^| )sys[.]'`;

const PRINCIPAL = `in ('user', 'team', 'organization')`;
/** The organization that something is offered to sees it and answers, in a transaction of its own. */
const OFFERED = `target_organization_id = nullif(current_setting('spanwise.organization_id', true), '')::uuid`;

export const Policies1764850000000 = forwardMigration(
  'Policies1764850000000',
  `
  alter table roles add constraint roles_of_organization check (${noPlatformPermission('permissions')});
  alter table role_bindings
    drop constraint role_bindings_principal_id_fkey,
    add column principal_type text not null default 'user' check (principal_type ${PRINCIPAL});
  create table relationships (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    resource_type text not null,
    resource_id text not null,
    role_id uuid not null,
    subject_type text not null check (subject_type ${PRINCIPAL}),
    subject_id uuid not null,
    container_type text,
    container_id text,
    created_at timestamptz not null default now(),
    check ((container_type is null) = (container_id is null))
  );
  create index relationships_subject on relationships (organization_id, subject_id);
  ${protectTable('relationships')}
  create table cross_org_grants (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    target_organization_id uuid not null check (target_organization_id <> organization_id),
    grantee_type text not null check (grantee_type ${PRINCIPAL}),
    grantee_id uuid not null,
    resource_type text not null,
    resource_ids text[],
    permissions text[] not null check (${noPlatformPermission('permissions')}),
    conditions jsonb not null default '{}',
    starts_at timestamptz,
    expires_at timestamptz,
    status text not null default 'pending' check (status in ('pending', 'active', 'revoked')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create index cross_org_grants_given on cross_org_grants (organization_id, created_at desc);
  create index cross_org_grants_offered on cross_org_grants (target_organization_id, created_at desc);
  ${protectTable('cross_org_grants')}
  create policy offered_rows on cross_org_grants for select using (${OFFERED});
  create policy answered_rows on cross_org_grants for update using (${OFFERED}) with check (${OFFERED});`,
);
