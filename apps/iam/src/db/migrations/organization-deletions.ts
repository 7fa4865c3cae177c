import { forwardMigration } from '@spanwise/postgres/forward-migration';

/**
 * The row of a deleted organization belongs to no user from the first moment on and goes last. The deletion itself stays: who asked
 * for it, and when each service had removed its part.
 */
export const OrganizationDeletions1766710000000 = forwardMigration(
  'OrganizationDeletions1766710000000',
  `
  alter table organizations add column deleted_at timestamptz;
  create table organization_deletions (
    id uuid primary key,
    requested_by uuid not null,
    requested_at timestamptz not null,
    finished_at timestamptz
  );
  create index organization_deletions_requested on organization_deletions (requested_at);
  create index organization_deletions_open on organization_deletions (requested_at) where finished_at is null;
  create table organization_deletion_parts (
    deletion_id uuid not null references organization_deletions (id),
    service text not null check (service in ('iam', 'apm', 'notify', 'projector')),
    rows bigint not null default 0,
    files bigint not null default 0,
    finished_at timestamptz,
    primary key (deletion_id, service)
  );`,
);
