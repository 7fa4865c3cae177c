/**
 * The statement that measures a metric (ALERT-114): first what each series did in the window, then what groups of series did. Its
 * columns are `l0`, `l1` and so on for the labels, `value` and `samples`; of a quantile `buckets` in place of a value. Pure.
 */
import type { MetricFilter, MetricSelector } from '@spanwise/contracts/alert-conditions';
import { COLUMNS } from '@spanwise/segments/columns';
import type { QueryRange } from '../queries/range/query-range.js';
import { valueTexts } from '../query-engine/field-value.js';
import { quotedName, quotedText } from '../query-engine/sql-text.js';

/** The last point before the window, from which a counter goes on, is looked for so far back: Prometheus' time to go stale. */
export const LOOKBACK_MICROS = 300_000_000;

const MICROS_PER_SECOND = 1_000_000;
/** What a stream may not have in its name. */
const NOT_OF_STREAMS = /[^A-Za-z0-9_.-]/g;
const MAX_STREAM_NAME = 255;
const DEFAULT_STREAM = 'default';

const ATTRIBUTE_COLUMNS = new Set(COLUMNS.metrics.filter(({ attribute }) => attribute).map(({ name }) => name));
/** What tells one series of a metric from another. */
const SERIES_PARTS = [
  ...[...ATTRIBUTE_COLUMNS].map(quotedName),
  'scope_name',
  'scope_version',
  'resource',
  'attributes',
  'metric_name',
];

/** As remote write names the stream of a metric. */
const streamOfMetric = (metric: string): string => metric.replaceAll(NOT_OF_STREAMS, '_').slice(0, MAX_STREAM_NAME);

/** A metric that has no stream of its own is in the one of all clients that name none. */
export function placedIn(selector: MetricSelector, streams: ReadonlySet<string>): PlacedSelector {
  const own = streamOfMetric(selector.function === 'quantile' ? `${selector.metric}_bucket` : selector.metric);
  return { ...selector, stream: selector.stream ?? (streams.has(own) ? own : DEFAULT_STREAM) };
}

export type PlacedSelector = MetricSelector & { stream: string };

export function metricStatement(selector: PlacedSelector, window: QueryRange): string {
  const isQuantile = selector.function === 'quantile';
  const points = isQuantile ? bucketPoints(selector) : numberPoints(selector);
  const labels = labelTexts(selector).map((_, index) => `l${index}`);
  const by = (names: readonly string[]) => (names.length === 0 ? '' : ` group by ${names.join(', ')}`);
  const [from, to] = [window.fromMicros, window.toMicros].map(Math.trunc);
  const inWindow = `t >= ${from}`;
  const ofSeries = [...labels, 'series', ...(isQuantile ? ['bound'] : [])];
  const series = `select ${[...ofSeries, `${valueOfSeries(selector, from, to)} as x`, `count(*) filter (${inWindow}) as n`].join(', ')}
    from (select *, lag(v) over (partition by series${isQuantile ? ', bound' : ''} order by t, place) as before from (${points}))
    group by ${ofSeries.join(', ')} having count(*) filter (${inWindow}) > 0`;
  if (!isQuantile) {
    const value = selector.aggregate === 'count' ? 'count(*)' : `${selector.aggregate}(x)`;
    return `select ${[...labels, `${value}::double as value`, 'coalesce(sum(n), 0)::bigint as samples'].join(', ')} from (${series})${by(labels)}`;
  }
  const buckets = `select ${[...labels, 'bound', 'sum(x) as x'].join(', ')} from (${series})${by([...labels, 'bound'])}`;
  const text = `string_agg(concat(bound, ' ', x), ';' order by bound)`;
  return `select ${[...labels, `${text} as buckets`].join(', ')} from (${buckets})${by(labels)}`;
}

const placeColumn = '[_shard, _epoch, _seq, _slice, _index] as place';

function numberPoints(selector: PlacedSelector): string {
  const { metric } = selector;
  const own = 'coalesce(value_int, value)::double';
  const part = /^(.+)_(count|sum)$/.exec(metric);
  const summed = `metric_type in ('histogram', 'exponential_histogram', 'summary')`;
  const isPart = part && `(metric_name = ${quotedText(part[1])} and ${summed})`;
  const value = part ? `case when ${isPart} then ${quotedName(part[2])}::double else ${own} end` : own;
  const named = `metric_name = ${quotedText(metric)}`;
  const where = [part ? `(${named} or ${isPart})` : named, ...selector.filters.map(filterText)].join(' and ');
  return `select * from (select ${[...pointColumns(selector), `${value} as v`].join(', ')}
    from metrics.${quotedName(selector.stream)} where ${where}) where v is not null and isfinite(v)`;
}

/** Cumulative counts up to each bound: of classic histograms in a series for each, of OTLP's in one point. */
function bucketPoints(selector: PlacedSelector): string {
  const { metric } = selector;
  const stream = `metrics.${quotedName(selector.stream)}`;
  const filters = selector.filters.map((one) => ` and ${filterText(one)}`).join('');
  const columns = pointColumns(selector).join(', ');
  const le = labelText('le');
  const classic = `select ${columns}, case when lower(${le}) in ('+inf', 'inf') then 'infinity'::double else try_cast(${le} as double) end as bound,
    coalesce(value_int, value)::double as v from ${stream} where metric_name = ${quotedText(`${metric}_bucket`)}${filters}`;
  const parsed = `from_json(buckets, '{"explicitBounds":["DOUBLE"],"bucketCounts":["DOUBLE"]}')`;
  const explicit = `select * exclude (parsed, i), coalesce(parsed.explicitBounds[i], 'infinity'::double) as bound,
      list_sum(parsed.bucketCounts[1:i]) as v
    from (select *, unnest(range(1, len(parsed.bucketCounts) + 1)) as i
      from (select ${columns}, ${parsed} as parsed from ${stream}
        where metric_name = ${quotedText(metric)} and metric_type = 'histogram'${filters}))`;
  return `select * from (${classic} union all by name ${explicit}) where bound is not null and v is not null and isfinite(v)`;
}

/** Of a series by itself one text, from which `labelsOfSeries` reads all its labels. */
const labelTexts = ({ group_by: labels, by_series: bySeries }: MetricSelector): string[] =>
  bySeries ? [`json_array(${SERIES_LABELS.map(quotedName).join(', ')})::varchar`] : labels.map(labelText);

const SERIES_LABELS = [...ATTRIBUTE_COLUMNS, 'resource', 'attributes'];

/** Labels of a series; a point's own go before those of its resource. Empty ones are none. */
export function labelsOfSeries(text: string): Record<string, string> {
  const values = JSON.parse(text) as (string | null)[];
  const labels: Record<string, string> = {};
  for (const [index, name] of SERIES_LABELS.entries()) {
    const value = values[index];
    if (value === null || value === '') continue;
    const found = ATTRIBUTE_COLUMNS.has(name) ? { [name]: value } : (JSON.parse(value) as Record<string, unknown>);
    for (const [label, of] of Object.entries(found)) {
      if (of !== null && of !== '') labels[label] = typeof of === 'string' ? of : JSON.stringify(of);
    }
  }
  return labels;
}

function pointColumns(selector: MetricSelector): string[] {
  // Bounds are told apart by their own column: the series of one histogram is the same for all of them.
  const parts = SERIES_PARTS.map((part) => `coalesce(${part}, '')`);
  const series =
    selector.function === 'quantile' ? parts.map((part) => (part.includes('attributes') ? WITHOUT_LE : part)) : parts;
  return [
    '_timestamp as t',
    'temporality',
    'coalesce(start_time_unix_nano, 0) as started',
    placeColumn,
    `md5(concat_ws(chr(1), ${series.join(', ')})) as series`,
    ...labelTexts(selector).map((text, index) => `${text} as l${index}`),
  ];
}

const WITHOUT_LE = `regexp_replace(coalesce(attributes, ''), '"le":"[^"]*",?', '')`;

/** An attribute of the point, else of its resource; missing ones are empty. */
function labelText(label: string): string {
  const own = ATTRIBUTE_COLUMNS.has(label) ? [quotedName(label)] : [];
  return `coalesce(${[...own, ...valueTexts(label), `''`].join(', ')})`;
}

function filterText({ label, operator, value }: MetricFilter): string {
  const [stored, wanted] = [labelText(label), quotedText(value)];
  switch (operator) {
    case 'eq':
      return `${stored} = ${wanted}`;
    case 'neq':
      return `${stored} <> ${wanted}`;
    case 're':
      return `regexp_full_match(${stored}, ${wanted}, 's')`;
    case 'nre':
      return `not regexp_full_match(${stored}, ${wanted}, 's')`;
  }
}

/** Over the points of a series, of which those before `from` only tell what a counter goes on from. */
function valueOfSeries({ function: of }: MetricSelector, from: number, to: number): string {
  const inWindow = `filter (t >= ${from})`;
  switch (of) {
    case 'last':
      return `arg_max(v, t) ${inWindow}`;
    case 'avg':
    case 'max':
    case 'min':
    case 'sum':
      return `${of}(v) ${inWindow}`;
    case 'rate':
      return `(${increase(from)}) / ${(to - from) / MICROS_PER_SECOND}`;
    case 'increase':
    case 'quantile':
      return increase(from);
  }
}

/** A counter that is smaller than before has begun again at 0; one that began in the window has all that it shows. */
function increase(from: number): string {
  return `sum(case when t < ${from} then 0 when temporality = 'delta' then v
      when before is null then case when started >= ${from}000 then v else 0 end
      when v >= before then v - before else v end)`;
}
