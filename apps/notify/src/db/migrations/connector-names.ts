import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** The name of its type that a client has sent, where it is an alias (DELIVERY-29). */
export const ConnectorNames1767610000000 = forwardMigration(
  'ConnectorNames1767610000000',
  'alter table connectors add column named_as text',
);
