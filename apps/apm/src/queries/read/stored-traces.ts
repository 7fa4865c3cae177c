/** Which traces can be opened: raw spans of their time are stored. */
import type { PoolClient } from 'pg';
import type { RedSummary } from '@spanwise/contracts/apm';

interface Stretch {
  fromMicros: number;
  toMicros: number;
}

/**
 * What the catalogue of segments knows: the times that it has spans of. A span is stored a second or two after it is
 * counted; until then the trace of a time that has other spans may not be there yet.
 */
export class StoredTraces {
  /** Of both ends inclusive, ascending, apart from each other. */
  constructor(private readonly stretches: readonly Stretch[]) {}

  has(startMicros: number): boolean {
    return this.stretches.some(({ fromMicros, toMicros }) => fromMicros <= startMicros && startMicros <= toMicros);
  }

  /** The same figures; whether their exemplars can be opened is said anew. */
  marked(red: RedSummary): RedSummary {
    if (red.exemplars.length === 0) return red;
    const exemplars = red.exemplars.map((one) => ({ ...one, trace_available: this.has(one.event_time) }));
    return { ...red, exemplars };
  }
}

/** Of the transaction's organization, for times of `fromMicros` to `toMicros`. */
export async function readStoredTraces(client: PoolClient, { fromMicros, toMicros }: Stretch): Promise<StoredTraces> {
  const { rows } = await client.query<{ from_micros: string; past_micros: string }>(
    `select lower(stretch) as from_micros, upper(stretch) as past_micros
       from (select unnest(range_agg(int8range(g.from_micros, g.to_micros, '[]'))) as stretch
               from segments g join streams s on s.organization_id = g.organization_id and s.id = g.stream_id
              where s.signal = 'traces' and g.to_micros >= $1 and g.from_micros <= $2) as stored`,
    [fromMicros, toMicros],
  );
  return new StoredTraces(
    rows.map((row) => ({ fromMicros: Number(row.from_micros), toMicros: Number(row.past_micros) - 1 })),
  );
}
