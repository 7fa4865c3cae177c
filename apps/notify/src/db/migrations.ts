import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';
import { AuditOutbox1764600000000 } from './audit-migration.js';
import { Circuits1764500000000 } from './circuits-migration.js';
import { Deliveries1764300000000 } from './deliveries-migration.js';
import { Escalations1764400000000 } from './escalations-migration.js';
import { FailureRate1764700000000 } from './failure-rate-migration.js';
import { UnresolvedEvents1764800000000 } from './unresolved-events-migration.js';
import { Routing1764200000000 } from './routing-migration.js';

/** Connectors (specification 2.6). Their routes come with the notification API; the table fixes ownership and fence. */
const Connectors1764000000000 = forwardMigration(
  'Connectors1764000000000',
  `
      create table connectors (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        connector_type text not null,
        config_sealed bytea not null,
        enabled boolean not null default true,
        status text not null default 'unknown',
        last_tested_at timestamptz,
        last_test_status text,
        last_test_error text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (organization_id, name)
      );
      ${protectTable('connectors')}`,
);

/** Concurrent tests and updates of a connector; which organizations have rows here. */
const ConnectorVersions1764100000000 = forwardMigration(
  'ConnectorVersions1764100000000',
  `
      alter table connectors
        add column version int not null default 1,
        add unique (organization_id, id),
        add check (status in ('unknown', 'connected', 'error')),
        add check (last_test_status in ('success', 'failed'));
      -- Ids of organizations, nothing of what is in them: background work goes through them one by one.
      create table organizations (id uuid primary key);`,
);

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
];
