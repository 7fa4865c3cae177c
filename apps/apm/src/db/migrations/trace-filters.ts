import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Not compressed: a reader fetches one block of a filter, not the whole. */
export const TraceFilters1766150000000 = forwardMigration(
  'TraceFilters1766150000000',
  `
      alter table segments add column trace_filter bytea;
      alter table segments alter column trace_filter set storage external;
      alter table segments add column checksum bigint;`,
);
