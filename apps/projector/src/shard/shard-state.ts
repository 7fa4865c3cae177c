import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import { hourOfMinute, type Watermark } from '../judge/watermark.js';
import { KeySet, keyWords } from '../judge/key-set.js';

/** The committed position of a shard (exactly-once rules 7, 10, 13): what memory is compared with before a commit. */
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
}

/** Reads the offset row; makes it, with a new lineage and key seed, when the shard is new. */
export async function loadPosition(pool: Pool, shard: number): Promise<ShardPosition> {
  return inTransaction(pool, {}, async (client) => {
    await client.query('insert into shard_offsets (shard, key_seed) values ($1, $2) on conflict do nothing', [
      shard,
      randomBytes(16),
    ]);
    const { rows } = await client.query<OffsetRow>('select * from shard_offsets where shard = $1', [shard]);
    const [row] = rows;
    return {
      shard,
      lineage: row.lineage,
      epoch: row.epoch,
      seq: Number(row.seq),
      n: Number(row.n),
      watermark: { micros: Number(row.watermark_micros), floorHour: row.floor_hour },
      keySeed: keyWords(row.key_seed),
      streamCreated: row.stream_created,
    };
  });
}

/** Rows from before keys were kept by minute: they are of their whole hour. */
const WHOLE_HOUR = -1;

/** All committed keys of each event minute. */
export async function loadMinuteKeys(
  pool: Pool,
  shard: number,
  minutes: ReadonlySet<number>,
): Promise<Map<number, KeySet>> {
  const { rows } = await pool.query<{ hour: number; minute: number; keys: Buffer }>(
    'select hour, minute, keys from dedupe_keys where shard = $1 and hour = any($2) and minute = any($3)',
    [shard, [...new Set([...minutes].map(hourOfMinute))], [WHOLE_HOUR, ...minutes]],
  );
  const sets = new Map<number, KeySet>();
  for (const minute of minutes) {
    const own = rows.filter(
      (row) => row.minute === minute || (row.minute === WHOLE_HOUR && row.hour === hourOfMinute(minute)),
    );
    const set = new KeySet(own.reduce((sum, row) => sum + row.keys.length / 16, 0));
    for (const row of own) set.addAll(keyWords(row.keys));
    sets.set(minute, set);
  }
  return sets;
}
