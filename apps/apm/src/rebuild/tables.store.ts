/** The tables of figures that are compared row by row and replaced, all of them by time. */
import { SeriesKind } from '@spanwise/span-model/series';
import { HOUR_MICROS, MINUTE_MICROS } from '@spanwise/span-model/time-units';

/** What is asked for. */
export interface AskedRange {
  organizationId: string;
  /** Whole hours, microseconds, half-open. */
  fromMicros: number;
  toMicros: number;
  /** First minute whose rows are still kept. */
  oldestMinute: number;
}

export interface RebuiltRange extends AskedRange {
  /** False where exceptions of log records are counted (ADR 0015): spans cannot say what those have reported first. */
  withErrors: boolean;
}

export interface RebuiltTable {
  name: string;
  /** What identifies a row, whatever its series id is. */
  keys: readonly string[];
  values: readonly string[];
  /** Condition of the rows of a range, of the table named `t`. */
  where: (range: RebuiltRange) => string;
  /** Rows name their series by an id, and are compared by its name. */
  ofSeries: boolean;
}

const SERVICE = ['namespace', 'service', 'environment'];
export const SERIES_KEYS = ['kind', ...SERVICE, 'version', 'name', 'category', 'detail'] as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function ofOrganization({ organizationId }: RebuiltRange): string {
  if (!UUID.test(organizationId)) throw new Error('the organization id is not a UUID');
  return `t.organization_id = '${organizationId}'`;
}

/** Statements that make tables take no parameters. */
const between = (column: string, from: number, to: number): string =>
  `t.${column} >= ${Math.trunc(from)} and t.${column} < ${Math.trunc(to)}`;
const inHours = (column: string) => (range: RebuiltRange) =>
  `${ofOrganization(range)} and ${between(column, range.fromMicros / HOUR_MICROS, range.toMicros / HOUR_MICROS)}`;
const inMinutes = (column: string, range: RebuiltRange, oldest = 0) =>
  `${ofOrganization(range)} and ${between(column, Math.max(oldest, range.fromMicros / MINUTE_MICROS), range.toMicros / MINUTE_MICROS)}`;
const ofKinds = ({ withErrors }: RebuiltRange): string =>
  `t.kind in (${Object.values(SeriesKind)
    .filter((kind) => withErrors || kind !== SeriesKind.Error)
    .join(', ')})`;

export const REBUILT_TABLES: readonly RebuiltTable[] = [
  {
    name: 'rollup_minutes',
    keys: ['bucket', ...SERIES_KEYS],
    values: ['red'],
    where: (range) => `${ofKinds(range)} and ${inMinutes('bucket', range, range.oldestMinute)}`,
    ofSeries: true,
  },
  {
    name: 'rollup_hours',
    keys: ['bucket', ...SERIES_KEYS],
    values: ['red'],
    where: (range) => `${ofKinds(range)} and ${inHours('bucket')(range)}`,
    ofSeries: true,
  },
  {
    name: 'instances',
    keys: ['hour', ...SERVICE, 'instance'],
    values: ['language', 'sdk_name', 'sdk_version', 'first_seen_micros', 'last_seen_micros'],
    where: inHours('hour'),
    ofSeries: false,
  },
  {
    name: 'name_candidates',
    keys: ['hour', 'kind', ...SERVICE],
    values: ['counters'],
    where: (range) => `${ofKinds(range)} and ${inHours('hour')(range)}`,
    ofSeries: false,
  },
  {
    name: 'overflow',
    keys: ['hour', 'dimension'],
    values: ['folded'],
    where: (range) => `${inHours('hour')(range)}${range.withErrors ? '' : " and t.dimension <> 'error'"}`,
    ofSeries: false,
  },
  {
    // Other reasons name what is in no segment. When a gap was recorded is not compared.
    name: 'gaps',
    keys: ['minute', 'reason'],
    values: ['dropped'],
    where: (range) => `${inMinutes('minute', range)} and t.reason = 'late_dropped'`,
    ofSeries: false,
  },
];

/** Rows of a range by the names of their keys, as `schema` holds them. */
export function selectRows(table: RebuiltTable, schema: 'apm' | 'pg_temp', range: RebuiltRange): string {
  const seriesKeys: readonly string[] = table.ofSeries ? SERIES_KEYS : [];
  const columns = [...table.keys, ...table.values].map((name) =>
    seriesKeys.includes(name) ? `s.${name}` : `t.${name}`,
  );
  const join = table.ofSeries ? ` join ${schema}.series s using (organization_id, series_id)` : '';
  return `select ${columns.join(', ')} from ${schema}.${table.name} t${join} where ${table.where(range)}`;
}
