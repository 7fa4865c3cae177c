import { forwardMigration } from '@spanwise/postgres/forward-migration';

/** Duplicate keys by minute of the span's start; -1 in rows from before, which are of their whole hour. */
export const KeysByMinute1764700000000 = forwardMigration(
  'KeysByMinute1764700000000',
  `
      alter table dedupe_keys
        add column minute int not null default -1,
        drop constraint dedupe_keys_pkey,
        add primary key (shard, hour, minute, n);`,
);
