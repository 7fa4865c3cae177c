import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Why a file goes, and which one has its rows: the store notes it before it goes (PROTO-43). Unknown of older rows. */
export const RemovalReasons1767500000001 = forwardMigration(
  'RemovalReasons1767500000001',
  `
      alter table segment_removals
        add column reason text check (reason in ('merged', 'expired', 'adopted', 'unnamed')),
        add column replaced_by text;`,
);
