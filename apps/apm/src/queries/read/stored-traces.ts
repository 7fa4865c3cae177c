import type { Snapshot } from './snapshot.js';

/** Inclusive, disjoint and ascending; microseconds. */
interface Stored {
  from: number;
  to: number;
}

/**
 * Which spans can still be opened. Every span that was counted is stored once (ADR 0012), so its trace is available as
 * long as there are segments of its time: a second after it was counted, until retention or somebody deletes them.
 */
export class StoredTraces {
  constructor(private readonly stored: Stored[]) {}

  cover(startMicros: number): boolean {
    let [low, high] = [0, this.stored.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stored[middle].to < startMicros) low = middle + 1;
      else high = middle;
    }
    return low < this.stored.length && this.stored[low].from <= startMicros;
  }
}

/** What is stored of the organization's spans between two times, in microseconds, both included. */
export async function readStoredTraces(
  { client, organizationId }: Pick<Snapshot, 'client' | 'organizationId'>,
  fromMicros: number,
  toMicros: number,
): Promise<StoredTraces> {
  const { rows } = await client.query<{ from: string; after: string }>(
    `select lower(stored) as from, upper(stored) as after
       from (select unnest(range_agg(int8range(from_micros, to_micros, '[]'))) as stored
               from segments join streams s on s.organization_id = segments.organization_id and s.id = stream_id
              where segments.organization_id = $1 and signal = 'traces' and to_micros >= $2 and from_micros <= $3) as merged
      order by 1`,
    [organizationId, fromMicros, toMicros],
  );
  return new StoredTraces(rows.map(({ from, after }) => ({ from: Number(from), to: Number(after) - 1 })));
}
