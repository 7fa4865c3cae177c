/** Committed duplicate keys of event minutes, from PostgreSQL. */
import type { Pool } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { MissingMinutes } from '../dedup/batch-processor.js';
import type { CommittedKeys } from '../dedup/committed-keys.js';
import { KeySet, keyWords } from '../dedup/key-set.js';
import { hourOfMinute } from '../dedup/watermark.js';

/** Rows from before keys were kept by minute: they are of their whole hour. */
const WHOLE_HOUR = -1;
const KEY_BYTES = 16;
/** A set holds up to four times the bytes of its keys: it is at most half full and grows by doubling. */
const BYTES_IN_MEMORY = 4.25;
/** Held whatever the budget says: a minute that begins must not be looked up for every batch. */
const ALWAYS_HELD_BYTES = 65_536;
const ROWS_AT_ONCE = 64;

interface KeyRow {
  hour: number;
  minute: number;
  keys: Buffer;
  with_side: boolean;
}

/**
 * Makes every missing minute answerable: held as a whole where the memory budget allows it, else by probing, which reads
 * the stored keys once and keeps only those that the batch has too. So a client that sends a day's spans in one request
 * costs time and never more memory than the budget and its own batch.
 */
export async function loadMinutes(
  pool: Pool,
  shard: number,
  keys: CommittedKeys,
  { minutes, batchKeys }: MissingMinutes,
): Promise<void> {
  const sizes = await storedBytes(pool, shard, minutes);
  const inUse = new Set(batchKeys.keys());
  const wanted = [...sizes.values()].reduce((sum, bytes) => sum + bytes * BYTES_IN_MEMORY, 0);
  let room = keys.makeRoom(wanted, inUse);
  const held = new Set<number>();
  for (const [minute, bytes] of [...sizes].toSorted((a, b) => a[1] - b[1])) {
    const cost = bytes * BYTES_IN_MEMORY;
    if (bytes > ALWAYS_HELD_BYTES && cost > room) continue;
    held.add(minute);
    room -= cost;
  }
  const sets = new Map([...minutes].map((minute) => [minute, new KeySet(expected(minute))] as const));
  await eachRow(pool, shard, minutes, (minute, words, withSide) => {
    const set = sets.get(minute)!;
    if (!withSide) set.hasKeysWithoutSide = true;
    if (held.has(minute)) set.addAll(words);
    else addCommon(set, words, batchKeys.get(minute)!);
  });
  for (const [minute, set] of sets) {
    if (held.has(minute)) keys.put(minute, set);
    else keys.putProbed(minute, set);
  }

  function expected(minute: number): number {
    return held.has(minute) ? sizes.get(minute)! / KEY_BYTES : 0;
  }
}

function addCommon(into: KeySet, words: Uint32Array, batch: KeySet): void {
  for (let at = 0; at < words.length; at += 4) if (batch.has(words, at)) into.add(words, at);
}

const CHOSEN = 'shard = $1 and hour = any($2) and minute = any($3)';

const chosen = (shard: number, minutes: ReadonlySet<number>): unknown[] => [
  shard,
  [...new Set([...minutes].map(hourOfMinute))],
  [WHOLE_HOUR, ...minutes],
];

/** Minutes that a row speaks of. */
function minutesOf(row: { hour: number; minute: number }, minutes: ReadonlySet<number>): number[] {
  if (row.minute !== WHOLE_HOUR) return [row.minute];
  return [...minutes].filter((minute) => hourOfMinute(minute) === row.hour);
}

async function storedBytes(pool: Pool, shard: number, minutes: ReadonlySet<number>): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ hour: number; minute: number; bytes: string }>(
    `select hour, minute, sum(length(keys)) as bytes from dedupe_keys where ${CHOSEN} group by 1, 2`,
    chosen(shard, minutes),
  );
  const sizes = new Map([...minutes].map((minute) => [minute, 0]));
  for (const row of rows)
    for (const minute of minutesOf(row, minutes)) sizes.set(minute, sizes.get(minute)! + Number(row.bytes));
  return sizes;
}

/** Reads through a cursor: the rows of a day are never in memory at once. */
async function eachRow(
  pool: Pool,
  shard: number,
  minutes: ReadonlySet<number>,
  take: (minute: number, words: Uint32Array, withSide: boolean) => void,
): Promise<void> {
  await inTransaction(pool, { readOnly: true }, async (client) => {
    await client.query(
      `declare stored_keys no scroll cursor for select hour, minute, keys, with_side from dedupe_keys where ${CHOSEN}`,
      chosen(shard, minutes),
    );
    for (;;) {
      const { rows } = await client.query<KeyRow>(`fetch ${ROWS_AT_ONCE} from stored_keys`);
      for (const row of rows) {
        const words = keyWords(row.keys);
        for (const minute of minutesOf(row, minutes)) take(minute, words, row.with_side);
      }
      if (rows.length < ROWS_AT_ONCE) return;
    }
  });
}
