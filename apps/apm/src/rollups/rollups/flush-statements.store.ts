/** The statements that write a flush (PROTO-18): absolute rows, so that writing them twice is writing them once. */
import type { PoolClient } from 'pg';
import { byteaArray, int2Array, int4Array, int8Array, uuidArray } from '@spanwise/postgres/binary-array';
import type { InstanceFacts } from '@spanwise/span-model/delta';
import type { Candidates } from './budgets.js';
import type { RollupName } from './rollup-rows.store.js';
import type { Bucket, CachedSeries } from './rollup-cache.js';

export async function writeBuckets(client: PoolClient, table: RollupName, buckets: Bucket[]): Promise<number> {
  const rows = buckets
    .filter((bucket) => bucket.table === table)
    .flatMap((bucket) => [...bucket.rows.values()].filter((row) => row.dirty).map((row) => ({ bucket, row })));
  if (rows.length === 0) return 0;
  await client.query(
    `insert into ${table} (organization_id, kind, bucket, series_id, red)
     select * from unnest($1::uuid[], $2::smallint[], $3::int[], $4::bigint[], $5::bytea[])
     on conflict (organization_id, kind, bucket, series_id) do update set red = excluded.red`,
    [
      uuidArray(rows.map(({ bucket }) => bucket.organizationId)),
      int2Array(rows.map(({ row }) => row.kind)),
      int4Array(rows.map(({ bucket }) => bucket.number)),
      int8Array(rows.map(({ row }) => row.seriesId)),
      byteaArray(rows.map(({ row }) => row.red.encode())),
    ],
  );
  return rows.length;
}

/** Most series of a flush are known: only the times that they were seen change, which no index holds. */
export async function writeSeries(client: PoolClient, organizationId: string, series: CachedSeries[]): Promise<void> {
  const known = series.filter(({ stored }) => stored);
  const { rowCount } = await client.query(
    `update series set first_seen_micros = seen.first, last_seen_micros = seen.last
       from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as seen (id, first, last)
      where organization_id = $1 and series_id = seen.id`,
    [
      organizationId,
      int8Array(known.map(({ id }) => id)),
      int8Array(known.map(({ firstSeenMicros }) => firstSeenMicros)),
      int8Array(known.map(({ lastSeenMicros }) => lastSeenMicros)),
    ],
  );
  // Retention forgets names that were silent for long; those that come back are written again.
  const isForgotten = rowCount !== known.length;
  await insertSeries(client, organizationId, isForgotten ? series : series.filter(({ stored }) => !stored));
}

async function insertSeries(client: PoolClient, organizationId: string, series: CachedSeries[]): Promise<void> {
  if (series.length === 0) return;
  const column = <Part extends keyof CachedSeries['key']>(part: Part) => series.map(({ key }) => key[part]);
  await client.query(
    `insert into series (organization_id, series_id, kind, namespace, service, environment, version, name, category, detail,
                         first_seen_micros, last_seen_micros)
     select $1, * from unnest($2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                              $9::text[], $10::text[], $11::bigint[], $12::bigint[])
     on conflict (organization_id, series_id) do update set
       first_seen_micros = excluded.first_seen_micros, last_seen_micros = excluded.last_seen_micros`,
    [
      organizationId,
      series.map(({ id }) => id),
      column('kind'),
      column('namespace'),
      column('service'),
      column('environment'),
      column('version'),
      column('name'),
      column('category'),
      column('detail'),
      series.map(({ firstSeenMicros }) => firstSeenMicros),
      series.map(({ lastSeenMicros }) => lastSeenMicros),
    ],
  );
}

export async function writeInstances(
  client: PoolClient,
  organizationId: string,
  instances: InstanceFacts[],
): Promise<void> {
  if (instances.length === 0) return;
  const column = <Member extends keyof InstanceFacts>(member: Member) => instances.map((one) => one[member]);
  const newest = (name: string) =>
    `${name} = case when excluded.last_seen_micros >= known.last_seen_micros then excluded.${name} else known.${name} end`;
  await client.query(
    `insert into instances as known (organization_id, hour, namespace, service, environment, instance,
                                     language, sdk_name, sdk_version, first_seen_micros, last_seen_micros)
     select $1, * from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                              $10::bigint[], $11::bigint[])
     on conflict (organization_id, hour, namespace, service, environment, instance) do update set
       ${newest('language')}, ${newest('sdk_name')}, ${newest('sdk_version')},
       first_seen_micros = least(known.first_seen_micros, excluded.first_seen_micros),
       last_seen_micros = greatest(known.last_seen_micros, excluded.last_seen_micros)`,
    [
      organizationId,
      column('hour'),
      column('namespace'),
      column('service'),
      column('environment'),
      column('instance'),
      column('language'),
      column('sdkName'),
      column('sdkVersion'),
      column('firstSeenMicros'),
      column('lastSeenMicros'),
    ],
  );
}

export async function writeGaps(
  client: PoolClient,
  organizationId: string,
  gaps: readonly { minute: number; reason: string; dropped: number }[],
  recordedAtMicros: number,
): Promise<void> {
  if (gaps.length === 0) return;
  await client.query(
    `insert into gaps as known (organization_id, minute, reason, dropped, recorded_at_micros)
     select $1, minute, reason, sum(dropped), $5
       from unnest($2::int[], $3::text[], $4::bigint[]) as made (minute, reason, dropped) group by 2, 3
     on conflict (organization_id, minute, reason) do update set
       dropped = known.dropped + excluded.dropped, recorded_at_micros = excluded.recorded_at_micros`,
    [
      organizationId,
      gaps.map(({ minute }) => minute),
      gaps.map(({ reason }) => reason),
      gaps.map(({ dropped }) => dropped),
      recordedAtMicros,
    ],
  );
}

export async function writeOverflow(
  client: PoolClient,
  organizationId: string,
  hour: number,
  dimension: string,
  folded: number,
): Promise<void> {
  await client.query(
    `insert into overflow as known (organization_id, hour, dimension, folded) values ($1, $2, $3, $4)
     on conflict (organization_id, hour, dimension) do update set folded = known.folded + excluded.folded`,
    [organizationId, hour, dimension, folded],
  );
}

/** The counters that decide which folded names take a place later on. */
export async function writeCandidates(
  client: PoolClient,
  organizationId: string,
  hour: number,
  candidates: Candidates[],
): Promise<void> {
  if (candidates.length === 0) return;
  await client.query(
    `insert into name_candidates (organization_id, hour, kind, namespace, service, environment, counters)
     select $1, $2, * from unnest($3::smallint[], $4::text[], $5::text[], $6::text[], $7::bytea[])
     on conflict (organization_id, hour, kind, namespace, service, environment) do update set counters = excluded.counters`,
    [
      organizationId,
      hour,
      candidates.map(({ kind }) => kind),
      candidates.map(({ service }) => service.namespace),
      candidates.map(({ service }) => service.service),
      candidates.map(({ service }) => service.environment),
      candidates.map(({ hitters }) => hitters.encode()),
    ],
  );
}

export async function writeOldestStart(
  client: PoolClient,
  organizationId: string,
  oldestStartMicros: number,
): Promise<void> {
  await client.query(
    `insert into organizations as known (organization_id, oldest_start_micros) values ($1, $2)
     on conflict (organization_id) do update set oldest_start_micros = least(known.oldest_start_micros, excluded.oldest_start_micros)`,
    [organizationId, oldestStartMicros],
  );
}
