import { invalidArgument } from '@spanwise/contracts/base/errors';
import type {
  FieldFilter,
  FieldStatistics,
  FieldStatisticsBody,
  Histogram,
  HistogramBody,
} from '@spanwise/contracts/telemetry/reads';
import type { StreamType } from '@spanwise/contracts/telemetry/query';
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
  const statement = statisticsStatement(type, from, body.field, body.limit ?? DEFAULT_TOP);
  const { lines, completeness } = await reader.lines(statement, windowOf(body), signal);
  const { count, missing, distinct_count: distinct, least, most, top } = JSON.parse(lines[0]!) as StatisticsRow;
  return {
    field: body.field,
    count,
    missing,
    distinct,
    ...(least !== null && { min: least }),
    ...(most !== null && { max: most }),
    top_values: (top ?? []).map(({ value, fewer }) => ({ value, count: -fewer })),
    ...completeness,
  };
}

interface StatisticsRow {
  count: number;
  missing: number;
  distinct_count: number;
  least: string | null;
  most: string | null;
  top: { value: string; fewer: number }[] | null;
}

/**
 * Everything rests on one grouping by the values' texts, so that no figure is an estimate. The least and the most are
 * compared as numbers where more than half of the records have one, and as texts where not.
 */
function statisticsStatement(type: StreamType, from: string, field: string, top: number): string {
  const { sql, number } = operandOf(type, field);
  return `
    with grouped as (
      select (${sql})::varchar as value, any_value(${number}) as number, count(*) as n, count(${number}) as numbers
      from ${from} group by 1)
    select coalesce(sum(n) filter (value is not null), 0)::bigint as count,
      coalesce(sum(n) filter (value is null), 0)::bigint as missing, count(value) as distinct_count,
      ${extremeOf('min')} as least, ${extremeOf('max')} as most,
      min({ 'fewer': -n, 'value': value }, ${top}) filter (value is not null) as top
    from grouped`;
}

const extremeOf = (side: 'min' | 'max'): string =>
  `case when 2 * sum(numbers) > sum(n) filter (value is not null)
    then arg_${side}(value, number) filter (number is not null) else ${side}(value) end`;

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
