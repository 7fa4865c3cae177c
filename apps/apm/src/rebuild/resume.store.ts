/** Pairs of shard and partition whose deltas have a hole go on behind it; what lay in it is made again from the spans. */
import type { Pool } from 'pg';
import { DELTA_PARTITIONS } from '@spanwise/contracts/log/projector';
import type { Fetch } from '../rollups/deltas/delta-source.js';
import { NotComplete } from './raw-segments.store.js';

export interface Resumed {
  shard: number;
  partition: number;
  /** Deltas after `from`, up to `to`, were never applied. */
  from: number;
  to: number;
}

/**
 * Moves offsets in front of the oldest delta that the projector still keeps. The figures lack the deltas between until
 * all hours that they touch are rebuilt. Throws `NotComplete` for another history: then the catalogue of stored spans
 * stands still as well, and both schemas have to be restored from one snapshot.
 */
export async function resumePairs(pool: Pool, fetch: Fetch): Promise<Resumed[]> {
  const resumed: Resumed[] = [];
  const { rows } = await pool.query<{ shard: number; part: number; lineage: string; n: string }>(
    'select shard, part, lineage, n from apm.delta_offsets where part < $1 order by shard, part',
    [DELTA_PARTITIONS],
  );
  for (const { shard, part: partition, lineage, n } of rows) {
    // Without a lineage the fetch confirms nothing.
    const { head } = await fetch({ shard, partition, after: Number(n), fromByte: 0 });
    if (head.lineage !== lineage || head.lastN < Number(n))
      throw new NotComplete(
        `The deltas of shard ${shard} are of another history: restore projector and apm from one snapshot.`,
      );
    const to = head.lowestN - 1;
    if (to <= Number(n)) continue;
    const moved = await pool.query(
      `update apm.delta_offsets set n = $4, generation = generation + 1 where shard = $1 and part = $2 and n = $3`,
      [shard, partition, n, to],
    );
    // An offset that has moved by itself meanwhile had no hole behind it.
    if (moved.rowCount === 1) resumed.push({ shard, partition, from: Number(n), to });
  }
  return resumed;
}
