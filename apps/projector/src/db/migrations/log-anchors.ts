import { forwardMigration } from '@spanwise/postgres/forward-migration';

/**
 * The message that the log has to hold where a position is to continue it (PROTO-7), and up to where the log of an epoch is
 * that of the epoch before. Programs that do not know them leave an anchor that the log has purged, or no longer asks for.
 */
export const LogAnchors1767100000000 = forwardMigration(
  'LogAnchors1767100000000',
  `
      alter table shard_offsets
        add column anchor_seq bigint,
        add column anchor_micros bigint,
        add column anchor_digest bytea,
        add column common_seq bigint not null default 0;`,
);
