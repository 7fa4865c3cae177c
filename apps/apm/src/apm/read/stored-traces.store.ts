import type { Snapshot } from './snapshot.js';
import { StoredTraces } from './stored-traces.js';

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
