import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Raised by a command that replaces rows of a partition without applying a delta: caches filled before it are worthless. */
export const OffsetGeneration1766300000000 = forwardMigration(
  'OffsetGeneration1766300000000',
  'alter table delta_offsets add column generation int not null default 0',
);
