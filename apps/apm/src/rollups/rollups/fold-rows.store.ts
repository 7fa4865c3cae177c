/** Moves the rows of names that lost their place in an hour's budget into `__other__`: no figure is lost or doubled. */
import type { PoolClient } from 'pg';
import { RedAggregate } from '@spanwise/span-model/red';
import { seriesKeyText, type SeriesKey } from '@spanwise/span-model/series';
import { overflowOf, type LostName } from './budgets.js';
import { writeSeries } from './flush-statements.store.js';
import type { RollupName } from './rollup-rows.store.js';
import { addTo, type CachedSeries, type RollupCache } from './rollup-cache.js';

const MINUTES = 60;

export async function foldRows(
  client: PoolClient,
  cache: RollupCache,
  organizationId: string,
  hour: number,
  names: LostName[],
): Promise<void> {
  if (names.length === 0) return;
  const { rows: held } = await cache.bucket(client, organizationId, 'rollup_hours', hour);
  const lost = (await seriesOf(client, organizationId, names)).filter(({ id }) => held.has(id)).map(({ key }) => key);
  const known = await cache.findSeries(client, organizationId, [...lost, ...lost.map(overflowOf)]);
  const target = new Map<string, CachedSeries>();
  const folded = new Set<CachedSeries>();
  for (const key of lost) {
    const from = known.get(seriesKeyText(key))!;
    const into = known.get(seriesKeyText(overflowOf(key)))!;
    into.firstSeenMicros = Math.min(into.firstSeenMicros, from.firstSeenMicros);
    into.lastSeenMicros = Math.max(into.lastSeenMicros, from.lastSeenMicros);
    target.set(from.id, into);
    folded.add(into);
  }
  const move = { client, cache, organizationId, target };
  await moveRows(move, 'rollup_hours', hour, 1);
  await moveRows(move, 'rollup_minutes', hour * MINUTES, MINUTES);
  await writeSeries(client, organizationId, [...folded]);
}

/** Series of names, in any hour: the catalogue is written with every delta, so it knows them all. */
async function seriesOf(
  client: PoolClient,
  organizationId: string,
  names: LostName[],
): Promise<{ id: string; key: SeriesKey }[]> {
  const column = (part: Exclude<keyof LostName, 'kind'>) => names.map((name) => name[part] ?? null);
  const { rows } = await client.query<SeriesKey & { id: string }>(
    `select series_id as id, kind, namespace, service, environment, version, name, series.category, series.detail
       from series join unnest($2::smallint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         as lost (kind, service, name, namespace, environment, category, detail)
         using (kind, service, name, namespace, environment)
      where organization_id = $1 and series.category = coalesce(lost.category, series.category)
        and series.detail = coalesce(lost.detail, series.detail)
      order by series_id`,
    [
      organizationId,
      names.map(({ kind }) => kind),
      column('service'),
      column('name'),
      column('namespace'),
      column('environment'),
      column('category'),
      column('detail'),
    ],
  );
  return rows.map(({ id, ...key }) => ({ id, key }));
}

interface Move {
  client: PoolClient;
  cache: RollupCache;
  organizationId: string;
  /** Series that take the rows over, by the id of the series that loses them. */
  target: Map<string, CachedSeries>;
}

async function moveRows(
  { client, cache, organizationId, target }: Move,
  table: RollupName,
  first: number,
  buckets: number,
): Promise<void> {
  const { rows } = await client.query<{ bucket: number; series_id: string; red: Buffer }>(
    `delete from ${table} where organization_id = $1 and kind between 2 and 5 and bucket >= $2 and bucket < $3
        and series_id = any($4::bigint[]) returning bucket, series_id, red`,
    [organizationId, first, first + buckets, [...target.keys()]],
  );
  const moved = new Map(rows.map((row) => [`${row.bucket}|${row.series_id}`, { ...row, red: () => decode(row.red) }]));
  // What this flush has already added lies in memory alone, and a bucket in memory is newer than its stored rows.
  for (let bucket = first; bucket < first + buckets; bucket++) {
    const cached = cache.cachedBucket(organizationId, table, bucket);
    if (cached === undefined) continue;
    for (const id of target.keys()) {
      const row = cached.rows.get(id);
      if (row === undefined) continue;
      cached.rows.delete(id);
      moved.set(`${bucket}|${id}`, { bucket, series_id: id, red: () => row.red });
    }
  }
  for (const { bucket, series_id: id, red } of moved.values())
    addTo(await cache.bucket(client, organizationId, table, bucket), target.get(id)!, red());
}

const decode = (bytes: Buffer): RedAggregate => RedAggregate.decode(bytes);
