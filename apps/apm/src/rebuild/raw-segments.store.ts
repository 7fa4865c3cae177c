/** The stored spans of an organization: waits until they are all there, and finds their files. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { ProjectorStatus } from '@spanwise/contracts/log/projector';
import type { Segment } from '@spanwise/segments/catalogue';
import { DAY_MICROS } from '@spanwise/span-model/time-units';
import { DEFAULT_RETENTION_DAYS } from '../store/segments/segment-upkeep.js';
import { FUTURE_MICROS } from '../rollups/rollups/dead-letters.js';
import type { DeltaOffset } from '../rollups/rollups/delta-offsets.store.js';
import type { AskedRange } from './tables.store.js';

const POLL_MS = 300;
const LONGEST_WAIT_MS = 120_000;

export class NotComplete extends Error {}

/** Resolves when everything that the deltas up to `offsets` counted is stored and in the catalogue. */
export async function waitUntilStored(
  pool: Pool,
  offsets: ReadonlyMap<number, DeltaOffset>,
  ask: () => Promise<ProjectorStatus>,
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<void> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  // What each shard had committed when it was first asked, which is at least what the offsets name.
  const goals = new Map<number, { epoch: number; seq: number }>();
  for (;;) {
    const { shards } = await ask();
    const entered = await pool.query<{ shard: number; n: string }>('select shard, n from apm.manifest_offsets');
    const enteredN = new Map(entered.rows.map(({ shard, n }) => [shard, Number(n)]));
    let waitsFor: number | undefined;
    for (const [number, { lineage, n }] of offsets) {
      const shard = shards.find((one) => one.shard === number);
      if (shard === undefined) throw new NotComplete(`The projector does not answer for shard ${number}.`);
      if (shard.lineage !== lineage || shard.n < n)
        throw new NotComplete(
          `The projector's deltas of shard ${number} are not those that the figures are made of: one side was restored alone.`,
        );
      const goal = goals.get(number) ?? { epoch: shard.epoch, seq: shard.committedSeq };
      goals.set(number, goal);
      const { stored } = shard;
      const isStored = stored.epoch > goal.epoch || (stored.epoch === goal.epoch && stored.seq >= goal.seq);
      if (!isStored || stored.unstoredLetters > 0 || (enteredN.get(number) ?? 0) < stored.manifests) waitsFor = number;
    }
    if (waitsFor === undefined) return;
    if (performance.now() > giveUpAtMs)
      throw new NotComplete(
        `The raw spans of shard ${waitsFor} are not stored yet; look at the store writer, and try again.`,
      );
    await sleep(POLL_MS);
  }
}

/** Throws `NotComplete` when spans of the range are not kept any more. */
export async function checkKept(pool: Pool, range: AskedRange, nowMicros: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; days: number }>(
    `select name, coalesce(retention_days, $2)::int as days from apm.streams
      where organization_id = $1 and signal = 'traces'`,
    [range.organizationId, DEFAULT_RETENTION_DAYS],
  );
  for (const { name, days } of rows) {
    if (range.fromMicros >= nowMicros - days * DAY_MICROS) continue;
    throw new NotComplete(
      `Spans of the stream ${name} are kept for ${days} days: those of the range are not all there any more.`,
    );
  }
}

/** How much of the log is known to be in no segment: what was lost of the range is unknown. */
export async function lostRanges(pool: Pool, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ lost: string }>(
    `select count(*) as lost from apm.lost_ranges, jsonb_array_elements(lost) as one
      where one->>'organizationId' is null or one->>'organizationId' = $1`,
    [organizationId],
  );
  return Number(rows[0]!.lost);
}

/**
 * Keys of every segment that may hold a span of a delta that touches the range: what is counted together lies within the
 * lateness horizon.
 */
export async function rawSegments(
  pool: Pool,
  range: AskedRange,
  horizonMicros: number,
): Promise<Pick<Segment, 'id' | 'key' | 'checksum'>[]> {
  const margin = horizonMicros + FUTURE_MICROS;
  const { rows } = await pool.query<{ id: string; key: string; checksum: string | null }>(
    `select s.id, s.key, s.checksum from apm.segments s join apm.streams t on (t.organization_id, t.id) = (s.organization_id, s.stream_id)
      where s.organization_id = $1 and t.signal = 'traces' and s.to_micros >= $2 and s.from_micros < $3
      order by s.from_micros, s.id`,
    [range.organizationId, range.fromMicros - margin, range.toMicros + margin],
  );
  return rows.map(({ checksum, ...segment }) => ({
    ...segment,
    ...(checksum !== null && { checksum: Number(checksum) }),
  }));
}
