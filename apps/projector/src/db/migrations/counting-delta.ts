import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Number of the delta that counted a message, or a replayed dead letter: it is stored with their spans (ADR 0014). */
export const CountingDelta1766100000000 = forwardMigration(
  'CountingDelta1766100000000',
  `
      alter table ledger add column n bigint;
      alter table dead_letters add column n bigint;`,
);
