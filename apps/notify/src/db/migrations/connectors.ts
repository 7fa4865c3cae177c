import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** Connectors. Their routes come with the notification API; the table fixes ownership and fence. */
export const Connectors1764000000000 = forwardMigration(
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
