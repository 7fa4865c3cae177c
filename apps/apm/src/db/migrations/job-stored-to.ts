import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Up to when the result of a search job rests on everything that was acknowledged (QUERY-15). */
export const JobStoredTo1767520000001 = forwardMigration(
  'JobStoredTo1767520000001',
  `
      alter table search_jobs add column stored_to_micros bigint;`,
);
