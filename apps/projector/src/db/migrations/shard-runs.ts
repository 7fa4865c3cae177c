import { forwardMigration } from '@spanwise/postgres/forward-migration';
import { WRITER } from './writer.js';

/**
 * Where a process began to work on a shard, so that the next one sees that it ended at the same place, and what is known of
 * single records by then (PROTO-37, PROTO-38). `task` is what the process does; `record` is -1 for a slice as a whole.
 */
export const ShardRuns1767400000000 = forwardMigration(
  'ShardRuns1767400000000',
  `
      create table shard_runs (
        shard smallint not null,
        task text not null check (task in ('project', 'store')),
        epoch int not null,
        seq bigint not null,
        ends int not null default 0,
        running boolean not null default true,
        primary key (shard, task)
      );
      grant select, insert, update on shard_runs to ${WRITER};

      create table verdicts (
        shard smallint not null,
        task text not null check (task in ('project', 'store')),
        epoch int not null,
        seq bigint not null,
        logged_at_micros bigint not null,
        slice int not null,
        record int not null,
        reason text not null,
        primary key (shard, task, epoch, seq, slice, record)
      );
      grant select, insert, delete on verdicts to ${WRITER};`,
);
