/** What the cache of a partition is filled with. */
import type { PoolClient } from 'pg';
import type { SeriesKey, SeriesKind } from '@spanwise/span-model/series';
import type { Candidates, ServiceKey } from './budgets.js';

export type RollupName = 'rollup_minutes' | 'rollup_hours';

export interface StoredRollup {
  series_id: string;
  kind: SeriesKind;
  red: Buffer;
}

export async function readBucketRows(
  client: PoolClient,
  organizationId: string,
  table: RollupName,
  number: number,
): Promise<StoredRollup[]> {
  const { rows } = await client.query<StoredRollup>(
    `select series_id, kind, red from ${table} where organization_id = $1 and kind between 1 and 6 and bucket = $2`,
    [organizationId, number],
  );
  return rows;
}

export interface StoredHour {
  figures: (SeriesKey & { red: Buffer })[];
  candidates: (ServiceKey & Pick<Candidates, 'kind'> & { counters: Buffer })[];
  instances: { namespace: string; service: string; environment: string; instance: string }[];
}

/** What the budgets of an hour follow from. */
export async function readHour(client: PoolClient, organizationId: string, hour: number): Promise<StoredHour> {
  const figures = await client.query<StoredHour['figures'][number]>(
    `select s.kind, namespace, service, environment, version, name, category, detail, red
       from rollup_hours r join series s using (organization_id, series_id)
      where r.organization_id = $1 and r.kind between 1 and 6 and r.bucket = $2 order by series_id`,
    [organizationId, hour],
  );
  const candidates = await client.query<StoredHour['candidates'][number]>(
    'select kind, namespace, service, environment, counters from name_candidates where organization_id = $1 and hour = $2',
    [organizationId, hour],
  );
  const instances = await client.query<StoredHour['instances'][number]>(
    'select namespace, service, environment, instance from instances where organization_id = $1 and hour = $2',
    [organizationId, hour],
  );
  return { figures: figures.rows, candidates: candidates.rows, instances: instances.rows };
}

export interface StoredSeries extends SeriesKey {
  series_id: string;
  first: string;
  last: string;
}

/** Those of the keys that are stored. */
export async function readSeriesRows(
  client: PoolClient,
  organizationId: string,
  keys: readonly SeriesKey[],
): Promise<StoredSeries[]> {
  const column = (part: keyof SeriesKey) => keys.map((key) => key[part]);
  const { rows } = await client.query<StoredSeries>(
    `select series_id, kind, namespace, service, environment, version, name, category, detail,
            first_seen_micros as first, last_seen_micros as last
       from series join unnest($2::smallint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as asked (kind, service, name, namespace, environment, version, category, detail)
         using (kind, service, name, namespace, environment, version, category, detail)
      where organization_id = $1`,
    [
      organizationId,
      column('kind'),
      column('service'),
      column('name'),
      column('namespace'),
      column('environment'),
      column('version'),
      column('category'),
      column('detail'),
    ],
  );
  return rows;
}

/** A hundred, in their order. */
export async function newSeriesIds(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select nextval('series_ids') as id from generate_series(1, 100)",
  );
  return rows.map((row) => row.id);
}
