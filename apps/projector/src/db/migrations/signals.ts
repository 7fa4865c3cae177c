import { forwardMigration } from '@spanwise/postgres/forward-migration';

/**
 * Slices of logs and metrics beside those of traces: the ledger accounts for each signal by itself (0 traces, 1 logs,
 * 2 metrics), and a dead letter knows what it is. `span_count` is the number of records, whatever they are.
 */
export const Signals1764800000000 = forwardMigration(
  'Signals1764800000000',
  `
      alter table ledger
        add column signal smallint not null default 0,
        drop constraint ledger_pkey,
        add primary key (shard, epoch, seq, organization_id, signal);
      alter table ledger_days
        add column signal smallint not null default 0,
        drop constraint ledger_days_pkey,
        add primary key (shard, day, organization_id, signal);
      alter table dead_letters
        add column signal smallint not null default 0,
        add column dedupe_key bytea;`,
);
