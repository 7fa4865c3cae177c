import type { Gap } from '@spanwise/contracts/apm/apm';
import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import { CLOCK_SKEW } from '@spanwise/span-model/series';
import { MICROS, type QueryRange } from '../range/query-range.js';
import type { Snapshot } from './snapshot.js';

/** Gaps of one answer are bounded; the newest are kept and `partial` is true all the same. */
const MAX_GAPS = 500;

export interface Coverage {
  projectionStartedMicros: number;
  /** Stream time that is applied for every shard; undefined before the first delta. */
  streamTimeMicros: number | undefined;
}

/** `oldestStartMicros`: start of the organization's oldest span, infinite before there is one. */
export async function readCoverage(snapshot: Snapshot): Promise<Coverage & { oldestStartMicros: number }> {
  const { rows } = await snapshot.client.query<{ oldest: string | null; stream_time: string | null }>(
    `select (select oldest_start_micros from organizations where organization_id = $1) as oldest,
            (select min(stream_time_micros) from delta_offsets) as stream_time`,
    [snapshot.organizationId],
  );
  const oldest = rows[0]!.oldest === null ? Infinity : Number(rows[0]!.oldest);
  return {
    projectionStartedMicros: Math.min(snapshot.organizationCreatedMicros, oldest),
    oldestStartMicros: oldest,
    streamTimeMicros: rows[0]!.stream_time === null ? undefined : Number(rows[0]!.stream_time),
  };
}

/**
 * Newest first. What is not counted yet is one gap as long as it lasts. Gaps of clocks were written before there was a count
 * of them: nothing was missing.
 */
export async function readGaps(snapshot: Snapshot, range: QueryRange): Promise<Gap[]> {
  const { rows } = await snapshot.client.query<Record<'first' | 'last', number> & Record<string, string>>(
    `select min(minute) as first, max(minute) as last, reason, sum(dropped) as dropped, recorded
       from (select minute, reason, dropped, recorded_at_micros as recorded, dropped > 0 as is_counted,
                    minute - case when dropped > 0 then 0 else
                      row_number() over (partition by reason, recorded_at_micros, dropped > 0 order by minute) end as island
               from (select organization_id, minute, reason, dropped, recorded_at_micros from gaps
                     union all
                     -- Accepted, and not in the figures yet (PROTO-45).
                     select organization_id, minute, 'flush_failed', dropped, recorded_at_micros
                       from delta_dead_letter_minutes) as gaps
              where organization_id in ($1, $6) and minute >= $2 and minute < $3 and reason <> $5) as known
      group by reason, recorded, is_counted, island order by last desc, reason limit $4`,
    [
      snapshot.organizationId,
      range.fromMicros / MICROS.minute,
      range.toMicros / MICROS.minute,
      MAX_GAPS,
      CLOCK_SKEW,
      ANY_ORGANIZATION,
    ],
  );
  return rows.map((row) => ({
    range: { start: row.first * MICROS.minute, end: (row.last + 1) * MICROS.minute - 1 },
    reason: row.reason!,
    dropped_facts: Number(row.dropped),
    recorded_at: Number(row.recorded),
  }));
}

export async function readOverflow(snapshot: Snapshot, range: QueryRange): Promise<string[]> {
  const { rows } = await snapshot.client.query<{ dimension: string }>(
    `select distinct dimension from overflow where organization_id = $1 and hour >= $2 and hour < $3 order by dimension`,
    [snapshot.organizationId, Math.floor(range.fromMicros / MICROS.hour), Math.ceil(range.toMicros / MICROS.hour)],
  );
  return rows.map((row) => row.dimension);
}
