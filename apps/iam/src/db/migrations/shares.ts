import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';
import { ownRows } from './own-rows.js';

export const SharedSearches1766000000000 = forwardMigration(
  'SharedSearches1766000000000',
  'alter table resource_shares add column search jsonb',
);

export const Shares1764870000000 = forwardMigration(
  'Shares1764870000000',
  `
  create table share_policies (
    organization_id uuid primary key references organizations (id),
    allow_public_links boolean not null default false,
    max_public_expiry_secs int not null default 604800,
    require_public_password boolean not null default true,
    deny_production_public_shares boolean not null default true
  );
  ${protectTable('share_policies')}
  create table resource_shares (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    resource_type text not null,
    resource_id text,
    share_mode text not null check (share_mode in ('public_link', 'authenticated', 'cross_org')),
    constraints jsonb not null,
    token_hash text not null unique,
    password_hash text,
    target_organization_id uuid check (target_organization_id <> organization_id),
    expires_at timestamptz not null,
    max_views int,
    view_count int not null default 0 check (view_count <= max_views),
    created_by uuid not null references users (id),
    created_at timestamptz not null default now(),
    last_accessed_at timestamptz,
    revoked_at timestamptz,
    check ((share_mode = 'cross_org') = (target_organization_id is not null))
  );
  create index resource_shares_organization on resource_shares (organization_id, created_at desc);
  ${protectTable('resource_shares')} ${ownRows('resource_shares', 'token_hash', 'share_hash')}
  create table share_sessions (
    hash text primary key,
    organization_id uuid not null,
    share_id uuid not null references resource_shares (id),
    viewer_id uuid,
    unlocked boolean not null,
    from_micros bigint not null,
    to_micros bigint not null,
    expires_at timestamptz not null
  );
  create index share_sessions_share on share_sessions (organization_id, share_id);
  ${protectTable('share_sessions')} ${ownRows('share_sessions', 'hash', 'share_session')}`,
);
