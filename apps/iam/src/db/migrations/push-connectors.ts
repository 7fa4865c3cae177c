import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';
import { ownRows } from './own-rows.js';

export const PushConnectors1764880000000 = forwardMigration(
  'PushConnectors1764880000000',
  `
  create table push_connectors (
    id uuid primary key,
    organization_id uuid not null references organizations (id),
    name text not null,
    kind text not null,
    target_stream text not null,
    enabled boolean not null default true,
    token_hash text not null unique,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint push_connectors_name unique (organization_id, name)
  );
  ${protectTable('push_connectors')} ${ownRows('push_connectors', 'token_hash', 'push_hash')}`,
);
