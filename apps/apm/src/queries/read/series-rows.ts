import { RedAggregate } from '@spanwise/span-model/red';
import type { SeriesKind } from '@spanwise/span-model/series';
import type { Filters } from '../paging/cursor.js';
import { cheapestSpans, type BucketSpan, type QueryRange } from '../range/query-range.js';
import type { Snapshot } from './snapshot.js';

export type Kind = (typeof SeriesKind)[keyof typeof SeriesKind];

/** A series as its catalogue row says; times are microseconds. */
export interface Series {
  id: string;
  namespace: string;
  service: string;
  environment: string;
  version: string;
  name: string;
  category: string;
  detail: string;
  firstSeenMicros: number;
  lastSeenMicros: number;
}

export interface SeriesRed {
  series: Series;
  red: RedAggregate;
}

interface SeriesRow {
  series_id: string;
  namespace: string;
  service: string;
  environment: string;
  version: string;
  name: string;
  category: string;
  detail: string;
  first_seen_micros: string;
  last_seen_micros: string;
}

/** The filters of a query, and the parts of a name that a detail narrows them to. */
export interface SeriesFilters extends Filters {
  name?: string;
  category?: string;
  detail?: string;
}

const FILTER_COLUMNS = ['namespace', 'service', 'environment', 'version', 'name', 'category', 'detail'] as const;

/** Catalogue rows of a kind that pass the filters, whether or not they have traffic in a range. */
export async function readSeries(snapshot: Snapshot, kind: Kind, filters: SeriesFilters): Promise<Map<string, Series>> {
  const parameters: unknown[] = [snapshot.organizationId, kind];
  const conditions = filterConditions(filters, parameters);
  const { rows } = await snapshot.client.query<SeriesRow>(
    `select series_id, namespace, service, environment, version, name, category, detail, first_seen_micros, last_seen_micros
       from series where organization_id = $1 and kind = $2${conditions}`,
    parameters,
  );
  return new Map(rows.map((row) => [row.series_id, seriesOf(row)]));
}

/** RED of every series with traffic in the range, each merged over the range. `known` spares reading the catalogue. */
export async function readRange(
  snapshot: Snapshot,
  kind: Kind,
  filters: SeriesFilters,
  range: QueryRange,
  known?: Map<string, Series>,
): Promise<SeriesRed[]> {
  const series = known ?? (await readSeries(snapshot, kind, filters));
  const merged = new Map<string, RedAggregate>();
  if (series.size > 0) {
    for (const row of await readRows(snapshot, kind, filters, cheapestSpans(range))) {
      let red = merged.get(row.series_id);
      if (red === undefined) merged.set(row.series_id, (red = new RedAggregate()));
      red.mergeEncoded(row.red);
    }
  }
  return [...merged].flatMap(([id, red]) => {
    const found = series.get(id);
    return found === undefined ? [] : [{ series: found, red }];
  });
}

/** RED of each bucket of the range, merged over the series that pass the filters; only buckets with traffic. */
export async function readBuckets(
  snapshot: Snapshot,
  kind: Kind,
  filters: SeriesFilters,
  range: QueryRange,
): Promise<Map<number, RedAggregate>> {
  const span: BucketSpan = {
    table: range.resolution === 'minute' ? 'rollup_minutes' : 'rollup_hours',
    from: range.fromMicros / range.bucketMicros,
    to: range.toMicros / range.bucketMicros,
  };
  const buckets = new Map<number, RedAggregate>();
  for (const row of await readRows(snapshot, kind, filters, [span])) {
    const startMicros = row.bucket * range.bucketMicros;
    let red = buckets.get(startMicros);
    if (red === undefined) buckets.set(startMicros, (red = new RedAggregate()));
    red.mergeEncoded(row.red);
  }
  return buckets;
}

interface RollupRow {
  series_id: string;
  bucket: number;
  red: Buffer;
}

async function readRows(
  snapshot: Snapshot,
  kind: Kind,
  filters: SeriesFilters,
  spans: BucketSpan[],
): Promise<RollupRow[]> {
  const parameters: unknown[] = [snapshot.organizationId, kind];
  const conditions = filterConditions(filters, parameters);
  const ofSeries =
    conditions === ''
      ? ''
      : ` and series_id in (select series_id from series where organization_id = $1 and kind = $2${conditions})`;
  const parts = spans.map((span) => {
    parameters.push(span.from, span.to);
    const bounds = `bucket >= $${parameters.length - 1} and bucket < $${parameters.length}`;
    return `select series_id, bucket, red from ${span.table} where organization_id = $1 and kind = $2 and ${bounds}${ofSeries}`;
  });
  const { rows } = await snapshot.client.query<RollupRow>(parts.join(' union all '), parameters);
  return rows;
}

function filterConditions(filters: SeriesFilters, parameters: unknown[]): string {
  return FILTER_COLUMNS.filter((column) => filters[column] !== undefined)
    .map((column) => {
      parameters.push(filters[column]);
      return ` and ${column} = $${parameters.length}`;
    })
    .join('');
}

const seriesOf = (row: SeriesRow): Series => ({
  id: row.series_id,
  namespace: row.namespace,
  service: row.service,
  environment: row.environment,
  version: row.version,
  name: row.name,
  category: row.category,
  detail: row.detail,
  firstSeenMicros: Number(row.first_seen_micros),
  lastSeenMicros: Number(row.last_seen_micros),
});
