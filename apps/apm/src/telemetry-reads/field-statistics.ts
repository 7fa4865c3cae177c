import { invalidArgument } from '@spanwise/contracts/errors';
import type {
  FieldFilter,
  FieldStatistics,
  FieldStatisticsBody,
  Histogram,
  HistogramBody,
} from '@spanwise/contracts/telemetry-reads';
import type { StreamType } from '@spanwise/contracts/query';
import { quotedName } from '../query-engine/sql-text.js';
import { allOf, conditionOf, operandOf } from './filters.js';
import { windowOf, type TelemetryReader } from './reader.js';

const DEFAULT_TOP = 10;
const DEFAULT_BUCKETS = 60;

/** Records that count as errors in a histogram. */
const ERRORS: Readonly<Record<StreamType, string>> = {
  traces: `status_code = 'ERROR'`,
  logs: 'severity_number >= 17',
  metrics: 'false',
};

interface Of {
  stream: string;
  stream_type?: StreamType;
  filters?: FieldFilter[];
}

async function sourceOf(reader: TelemetryReader, of: Of): Promise<{ type: StreamType; from: string }> {
  const type = of.stream_type ?? 'logs';
  if (!(await reader.has(type, of.stream))) {
    throw invalidArgument(`There is no stream ${of.stream} of ${type}.`, [
      { field: 'stream', reason: 'does not exist' },
    ]);
  }
  const where = allOf((of.filters ?? []).map((filter) => conditionOf(type, filter)));
  return { type, from: `${type}.${quotedName(of.stream)} where ${where}` };
}

/** How a field is filled, and its most frequent values. */
export async function statisticsOf(
  reader: TelemetryReader,
  body: FieldStatisticsBody,
  signal: AbortSignal,
): Promise<FieldStatistics> {
  const { type, from } = await sourceOf(reader, body);
  const value = operandOf(type, body.field).sql;
  const top = body.limit ?? DEFAULT_TOP;
  const statement = `
    with given as (select ${value} as value from ${from})
    select 0 as kind, null as value, count(value) as count, count(*) - count(value) as missing,
      approx_count_distinct(value) as distinct_count, min(value)::varchar as least, max(value)::varchar as most from given
    union all
    select * from (
      select 1, value::varchar, count(*) as count, 0, 0, null, null from given where value is not null
      group by value order by count desc, value limit ${top})
    order by kind, count desc, value`;
  const { lines, completeness } = await reader.lines(statement, windowOf(body), signal);
  const [whole, ...values] = lines.map((line) => JSON.parse(line) as StatisticsRow);
  return {
    field: body.field,
    count: whole.count,
    missing: whole.missing,
    distinct: whole.distinct_count,
    ...(whole.least !== null && { min: whole.least }),
    ...(whole.most !== null && { max: whole.most }),
    top_values: values.map((row) => ({ value: row.value ?? '', count: row.count })),
    ...completeness,
  };
}

interface StatisticsRow {
  value: string | null;
  count: number;
  missing: number;
  distinct_count: number;
  least: string | null;
  most: string | null;
}

/** Records over time; every bucket of the range is there. */
export async function histogramOf(
  reader: TelemetryReader,
  body: HistogramBody,
  signal: AbortSignal,
): Promise<Histogram> {
  const { type, from } = await sourceOf(reader, body);
  const range = windowOf(body);
  const width = Math.max(1, Math.ceil((range.toMicros - range.fromMicros) / (body.buckets ?? DEFAULT_BUCKETS)));
  const statement = `
    select (_timestamp - ${range.fromMicros}) // ${width} as bucket, count(*) as count,
      count(*) filter (${ERRORS[type]}) as error_count
    from ${from} group by bucket order by bucket`;
  const { lines, completeness } = await reader.lines(statement, range, signal);
  const rows = lines.map((line) => JSON.parse(line) as { bucket: number; count: number; error_count: number });
  const counts = new Map(rows.map((row) => [row.bucket, row]));
  const buckets = Math.ceil((range.toMicros - range.fromMicros) / width);
  return {
    from: range.fromMicros,
    to: range.toMicros,
    interval_micros: width,
    buckets: Array.from({ length: buckets }, (_, n) => ({
      from: range.fromMicros + n * width,
      count: counts.get(n)?.count ?? 0,
      error_count: counts.get(n)?.error_count ?? 0,
    })),
    ...completeness,
  };
}
