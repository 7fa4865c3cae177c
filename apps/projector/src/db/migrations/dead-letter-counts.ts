import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** A slice announces its spans in 32 unsigned bits: whatever a broken header says must fit, or the shard stands still. */
export const DeadLetterCounts1764100000000 = forwardMigration(
  'DeadLetterCounts1764100000000',
  'alter table dead_letters alter column span_count type bigint',
);
