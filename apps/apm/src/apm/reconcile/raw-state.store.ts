/** Whether the raw spans of a range are all there. */
import type { Reconciliation } from '@spanwise/contracts/apm/reconcile';
import { DEFAULT_RETENTION_DAYS } from '../../store/segments/segment-upkeep.js';
import { MICROS } from '../range/query-range.js';
import type { ProjectorAnswer } from '../health/projector-runtime.js';
import type { Snapshot } from '../read/snapshot.js';

type Reasons = Reconciliation['incomplete_reasons'];

/** Streams of spans, and what is missing of them in [from, to): cut by retention, not stored yet, or lost on the way. */
export async function rawState(
  snapshot: Snapshot,
  range: { fromMicros: number; toMicros: number },
  projector: ProjectorAnswer,
  graceMicros: number,
): Promise<{ streams: string[]; reasons: Reasons }> {
  const { client, nowMicros } = snapshot;
  const streams = await client.query<{ name: string; days: number | null; stored: string | null }>(
    `select name, retention_days as days, last_stored_micros as stored from streams where signal = 'traces' order by name`,
  );
  const manifests = await client.query<{ shard: number; n: string }>('select shard, n from manifest_offsets');
  const entered = new Map(manifests.rows.map(({ shard, n }) => [shard, Number(n)]));
  const isCut = streams.rows.some(
    ({ days }) => range.fromMicros < nowMicros - (days ?? DEFAULT_RETENTION_DAYS) * MICROS.day,
  );
  const isPast = streams.rows.some(({ stored }) => Number(stored ?? 0) >= range.toMicros + graceMicros);
  const isStored = projector.shards.every(
    ({ shard, epoch, committedSeq, stored }) =>
      stored.unstoredLetters === 0 &&
      stored.epoch === epoch &&
      stored.seq >= committedSeq &&
      (entered.get(shard) ?? 0) >= stored.manifests,
  );
  const known = projector.reason === undefined;
  return {
    streams: streams.rows.map(({ name }) => name),
    reasons: [
      ...(isCut ? ['retention' as const] : []),
      ...(isPast || (known && isStored) ? [] : ['store_behind' as const]),
    ],
  };
}

/** Whether messages of the log, of this or of an unknown organization, are known to be in no segment. */
export async function hasLost(snapshot: Snapshot): Promise<boolean> {
  const { rows } = await snapshot.client.query<{ lost: boolean }>(
    `select exists (select from lost_ranges, jsonb_array_elements(lost) as one
       where one->>'organizationId' is null or one->>'organizationId' = $1) as lost`,
    [snapshot.organizationId],
  );
  return rows[0]!.lost;
}
