import { MICROS, type QueryRange } from '../range/query-range.js';
import type { Snapshot } from '../read/snapshot.js';

export interface AppliedRow {
  shard: number;
  part: number;
  n: string;
  stream_time: string;
}

/** What of each shard and partition is applied. */
export async function readAppliedOffsets(snapshot: Pick<Snapshot, 'client'>): Promise<AppliedRow[]> {
  const { rows } = await snapshot.client.query<AppliedRow>(
    'select shard, part, n, stream_time_micros as stream_time from delta_offsets order by shard, part',
  );
  return rows;
}

/** By dimension, what was folded into overflow. */
export async function readFolded(snapshot: Snapshot, range: QueryRange): Promise<Record<string, number>> {
  const { rows } = await snapshot.client.query<{ dimension: string; folded: string }>(
    `select dimension, sum(folded) as folded from overflow
      where organization_id = $1 and hour >= $2 and hour < $3 group by dimension order by dimension`,
    [snapshot.organizationId, Math.floor(range.fromMicros / MICROS.hour), Math.ceil(range.toMicros / MICROS.hour)],
  );
  return Object.fromEntries(rows.map((row) => [row.dimension, Number(row.folded)]));
}
