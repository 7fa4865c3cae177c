import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** How often a field was seen as each type (ADR 0032). Null: it was not seen since that is counted. */
export const FieldTypes1767530000000 = forwardMigration(
  'FieldTypes1767530000000',
  'alter table stream_fields add column types jsonb',
);
