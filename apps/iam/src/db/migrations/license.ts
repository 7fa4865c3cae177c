import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** The instance has an id from its first migration on: a licence names it, so that a copied file opens nothing. */
export const License1764820000000 = forwardMigration(
  'License1764820000000',
  `
  create table instance (
    single boolean primary key default true check (single),
    id uuid not null default gen_random_uuid()
  );
  insert into instance default values;
  create table license_versions (
    id uuid primary key,
    payload bytea not null,
    signature bytea not null unique,
    active boolean not null default false,
    created_by uuid,
    created_at timestamptz not null default now(),
    activated_by uuid,
    activated_at timestamptz
  );
  create unique index license_versions_active on license_versions (active) where active;`,
);
