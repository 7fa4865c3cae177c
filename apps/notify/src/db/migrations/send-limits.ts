import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { protectTable } from '@spanwise/postgres/row-security';

/** What was sent for people by tests and codes; it outlives the connectors, endpoints and addresses that it was sent by. */
export const SendLimits1764900000000 = forwardMigration(
  'SendLimits1764900000000',
  `
      create table send_limits (
        organization_id uuid not null,
        -- Of the organization, a user, or the hash of an address.
        key text not null,
        -- The moment until which the limit is used up (libs/contracts rate-limit).
        free_at timestamptz not null,
        primary key (organization_id, key)
      );
      ${protectTable('send_limits')}`,
);
