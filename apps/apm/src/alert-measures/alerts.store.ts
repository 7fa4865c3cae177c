/** What alert rules ask of the rollups beside figures: in which minutes and hours series were seen. */
import type { Pool } from 'pg';
import type { SeriesKind } from '@spanwise/span-model/series';
import type { BucketSpan } from '../apm/range/query-range.js';
import type { Snapshot } from '../apm/read/snapshot.js';

/** Those of the series that have something in any of the buckets. */
export async function readSeen(
  { client, organizationId }: Pick<Snapshot, 'client' | 'organizationId'>,
  kind: SeriesKind,
  spans: readonly BucketSpan[],
  seriesIds: readonly string[],
): Promise<Set<string>> {
  const seen = new Set<string>();
  if (seriesIds.length === 0) return seen;
  for (const { table, from, to } of spans) {
    const { rows } = await client.query<{ id: string }>(
      `select distinct series_id as id from ${table}
        where organization_id = $1 and kind = $2 and bucket >= $3 and bucket < $4 and series_id = any($5::bigint[])`,
      [organizationId, kind, from, to, seriesIds],
    );
    for (const { id } of rows) seen.add(id);
  }
  return seen;
}

/** Minutes that a set of bits can hold. */
export const MAX_SEEN_MINUTES = 63;

/** Of each series that has something in the minutes, in which: bit 0 is the first one. At most `MAX_SEEN_MINUTES`. */
export async function readSeenMinutes(
  { client, organizationId }: Pick<Snapshot, 'client' | 'organizationId'>,
  kind: SeriesKind,
  fromMinute: number,
  toMinute: number,
): Promise<Map<string, bigint>> {
  const { rows } = await client.query<{ id: string; minutes: string }>(
    `select series_id as id, bit_or(1::bigint << (bucket - $3)) as minutes from rollup_minutes
      where organization_id = $1 and kind = $2 and bucket >= $3 and bucket < $4 group by series_id`,
    [organizationId, kind, fromMinute, toMinute],
  );
  return new Map(rows.map(({ id, minutes }) => [id, BigInt(minutes)]));
}

/** All organizations, which the role of the writer sees. */
export async function readOrganizations(writer: Pool): Promise<string[]> {
  const { rows } = await writer.query<{ id: string }>('select organization_id as id from organizations order by 1');
  return rows.map(({ id }) => id);
}
