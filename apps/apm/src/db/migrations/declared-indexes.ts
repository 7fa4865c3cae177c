import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Null: it was not declared whether the field is to be indexed. */
export const DeclaredIndexes1766400000000 = forwardMigration(
  'DeclaredIndexes1766400000000',
  'alter table stream_fields add column indexed boolean',
);
