import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { keyWords } from '../dedup/key-set.js';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { LogAnchor } from '../log/log-anchor.js';
import type { Watermark } from '../dedup/watermark.js';

/** The committed position of a shard (PROTO-7, PROTO-10, PROTO-13): what memory is compared with before a commit. */
export interface ShardPosition {
  shard: number;
  lineage: string;
  epoch: number;
  seq: number;
  n: number;
  watermark: Watermark;
  keySeed: Uint32Array;
  /** Creation time of the stream that `seq` counts in; null before the first message. */
  streamCreated: string | null;
  /** The message that this log has to hold; null before the first one, and in positions of former releases. */
  anchor: LogAnchor | null;
  /** Up to here the log of this epoch is that of the epoch before, which has counted it. */
  commonSeq: number;
}

export interface OffsetRow {
  lineage: string;
  epoch: number;
  seq: string;
  n: string;
  watermark_micros: string;
  floor_hour: number;
  key_seed: Buffer;
  stream_created: string | null;
  anchor_seq: string | null;
  anchor_micros: string;
  anchor_digest: Buffer;
  common_seq: string;
}

/** As rows of the offsets have it. */
export const anchorIn = (row: Pick<OffsetRow, 'anchor_seq' | 'anchor_micros' | 'anchor_digest'>): LogAnchor | null =>
  row.anchor_seq === null
    ? null
    : { seq: Number(row.anchor_seq), loggedAtMicros: Number(row.anchor_micros), digest: row.anchor_digest };

/** Reads the offset row; makes it, with a new lineage and key seed, when the shard is new. */
export async function loadPosition(pool: Pool, shard: number): Promise<ShardPosition> {
  return inTransaction(pool, {}, async (client) => {
    await client.query('insert into shard_offsets (shard, key_seed) values ($1, $2) on conflict do nothing', [
      shard,
      randomBytes(16),
    ]);
    await client.query('insert into store_offsets (shard) values ($1) on conflict do nothing', [shard]);
    const { rows } = await client.query<OffsetRow>('select * from shard_offsets where shard = $1', [shard]);
    const [row] = rows;
    return {
      shard,
      lineage: row!.lineage,
      epoch: row!.epoch,
      seq: Number(row!.seq),
      n: Number(row!.n),
      watermark: { micros: Number(row!.watermark_micros), floorHour: row!.floor_hour },
      keySeed: keyWords(row!.key_seed),
      streamCreated: row!.stream_created,
      anchor: anchorIn(row!),
      commonSeq: Number(row!.common_seq),
    };
  });
}
