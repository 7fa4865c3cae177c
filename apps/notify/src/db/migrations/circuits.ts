import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** How connectors have fared lately, and how fast each may send (DELIVERY-13, DELIVERY-14). */
export const Circuits1764500000000 = forwardMigration(
  'Circuits1764500000000',
  `
      create table connector_health (
        connector_id uuid primary key,
        organization_id uuid not null,
        -- In a row; the connector rests until open_until once there are enough of them.
        failures int not null default 0,
        failing_since timestamptz,
        openings int not null default 0,
        open_until timestamptz,
        -- The moment at which the connector's send rate is used up to (libs/contracts rate-limit); the same for tests.
        free_at timestamptz,
        test_free_at timestamptz
      );
      create index deliveries_unfinished on deliveries (organization_id, connector_id, next_at)
        where status in ('pending', 'sending');
      ${protectTable('connector_health')}`,
);
