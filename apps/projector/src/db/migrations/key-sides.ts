import { forwardMigration } from '@spanwise/postgres/forward-migration';

/**
 * Duplicate keys with the side of their span (PROTO-3). Those that are there already have none, and neither have those that a
 * projector of before writes beside this one: false is for them.
 */
export const KeySides1767530000000 = forwardMigration(
  'KeySides1767530000000',
  'alter table dedupe_keys add column with_side boolean not null default false;',
);
