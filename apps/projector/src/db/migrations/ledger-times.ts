import { forwardMigration } from '@spanwise/postgres/forward-migration';

/**
 * When the records of a ledger row are of that are to be stored: a read of another range does not wait for them (QUERY-16).
 * Rows of former programs have none, which is any time.
 */
export const LedgerTimes1767520000000 = forwardMigration(
  'LedgerTimes1767520000000',
  `
      alter table ledger
        add column from_micros bigint,
        add column to_micros bigint;`,
);
