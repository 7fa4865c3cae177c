/**
 * The statement that measures a metric (ALERT-114): first what each series did in the window, then what groups of series did. Its
 * columns are `l0`, `l1` and so on for the labels, `value` and `samples`. What a counter has grown by is QUERY-20's. Pure.
 */
import type { MetricFilter, MetricFunction, MetricSelector } from '@spanwise/contracts/alerting/alert-conditions';
import { COLUMNS } from '@spanwise/segments/columns';
import type { QueryRange } from '../apm/range/query-range.js';
import { GROWTH, SERIES } from '../query/query-engine/derived-columns.js';
import { valueTexts } from '../query/query-engine/field-value.js';
import { quotedName, quotedText } from '../query/query-engine/sql-text.js';

/** The last point before the window, from which a counter goes on, is looked for so far back: Prometheus' time to go stale. */
export const LOOKBACK_MICROS = 300_000_000;

const MICROS_PER_SECOND = 1_000_000;
/** What a stream may not have in its name. */
const NOT_OF_STREAMS = /[^A-Za-z0-9_.-]/g;
const MAX_STREAM_NAME = 255;
const DEFAULT_STREAM = 'default';

const ATTRIBUTE_COLUMNS = new Set(COLUMNS.metrics.filter(({ attribute }) => attribute).map(({ name }) => name));
/** Functions of what a counter has grown by. */
const COUNTED = new Set<MetricFunction>(['increase', 'rate']);

/** As remote write names the stream of a metric. */
const streamOfMetric = (metric: string): string => metric.replaceAll(NOT_OF_STREAMS, '_').slice(0, MAX_STREAM_NAME);

/** A metric that has no stream of its own is in the one of all clients that name none. */
export function placedIn(selector: MetricSelector, streams: ReadonlySet<string>): PlacedSelector {
  const names = [...(selector.function === 'quantile' ? [`${selector.metric}_bucket`] : []), selector.metric];
  const own = names.map(streamOfMetric).find((name) => streams.has(name));
  return { ...selector, stream: selector.stream ?? own ?? DEFAULT_STREAM };
}

export type PlacedSelector = MetricSelector & { stream: string };

export function metricStatement(selector: PlacedSelector, window: QueryRange): string {
  const labels = labelTexts(selector).map((_, index) => `l${index}`);
  const [from, to] = [window.fromMicros, window.toMicros].map(Math.trunc);
  if (selector.function === 'quantile') return quantileStatement(selector, labels, from!);
  const inWindow = `t >= ${from}`;
  // The attributes of one series come in any order: their text is that of one point.
  const [named, ofSeries] = selector.by_series
    ? [labels.map((label) => `any_value(${label}) as ${label}`), ['series']]
    : [labels, [...labels, 'series']];
  const series = `select ${[...named, `${valueOfSeries(selector, from!, to!)} as x`, `count(*) filter (${inWindow}) as n`].join(', ')}
    from (${numberPoints(selector)}) group by ${ofSeries.join(', ')} having count(*) filter (${inWindow}) > 0`;
  const value = selector.aggregate === 'count' ? 'count(*)' : `${selector.aggregate}(x)`;
  return `select ${[...labels, `${value}::double as value`, 'coalesce(sum(n), 0)::bigint as samples'].join(', ')} from (${series})${groupedBy(labels)}`;
}

const groupedBy = (names: readonly string[]): string => (names.length === 0 ? '' : ` group by ${names.join(', ')}`);

const NAMED = (metric: string): string => `metric_name = ${quotedText(metric)}`;
const HISTOGRAMS = ['histogram', 'exponential_histogram'];

/** Types of the metric in the window: what says why there is no figure of it. */
export const typesStatement = ({ metric, stream, filters }: PlacedSelector): string =>
  `select distinct coalesce(metric_type, 'gauge') from metrics.${quotedName(stream)}
    where ${[NAMED(metric), ...filters.map(filterText)].join(' and ')}`;

/** The sentence of a function that is none of a metric's types; undefined where it is one of theirs. */
export function typeFault({ metric, function: of }: MetricSelector, types: readonly string[]): string | undefined {
  const isOf = (type: string) => HISTOGRAMS.includes(type) === (of === 'quantile') && type !== 'summary';
  if (types.length === 0 || types.some(isOf)) return undefined;
  const named = types.toSorted().map((type) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type.replaceAll('_', ' ')}`);
  const found = `${metric} is ${named.join(' and ')}`;
  return of === 'quantile'
    ? `A quantile is of a histogram: ${found}.`
    : `${of} is of a gauge or a counter: ${found}. Ask for ${metric}_count or ${metric}_sum, or for a quantile of a histogram.`;
}

const placeColumn = '[_shard, _epoch, _seq, _slice, _index] as place';

function numberPoints(selector: PlacedSelector): string {
  const { metric } = selector;
  const own = 'coalesce(value_int, value)::double';
  const part = /^(.+)_(count|sum)$/.exec(metric);
  const summed = `metric_type in ('histogram', 'exponential_histogram', 'summary')`;
  const isPart = part && `(${NAMED(part[1]!)} and ${summed})`;
  const either = (ofPart: (part: 'count' | 'sum') => string, ofOwn: string) =>
    part ? `case when ${isPart} then ${ofPart(part[2] as 'count' | 'sum')} else ${ofOwn} end` : ofOwn;
  const value = either((name) => `${quotedName(name)}::double`, own);
  const grown = either((name) => quotedName(GROWTH[name]), quotedName(GROWTH.value));
  const named = NAMED(metric);
  const where = [part ? `(${named} or ${isPart})` : named, ...selector.filters.map(filterText)].join(' and ');
  const values = COUNTED.has(selector.function) ? [`${value} as v`, `${grown} as grown`] : [`${value} as v`];
  return `select * from (select ${[...pointColumns(selector), ...values].join(', ')}
    from metrics.${quotedName(selector.stream)} where ${where}) where v is not null and isfinite(v)`;
}

/** Observations between two bounds: of classic buckets, which are cumulative, and of OTLP's histograms of either type. */
function quantileStatement(selector: PlacedSelector, labels: readonly string[], from: number): string {
  const { metric } = selector;
  const stream = `metrics.${quotedName(selector.stream)}`;
  const where = (name: string) =>
    [`_timestamp >= ${from}`, NAMED(name), ...selector.filters.map(filterText)].join(' and ');
  const columns = labelTexts(selector).map((text, index) => `${text} as l${index}`);
  const le = labelText('le');
  const partition = labels.length === 0 ? '' : `partition by ${labels.join(', ')}`;
  const upTo = `select ${[...labels, 'bound', 'sum(grown) as upto'].join(', ')} from (select ${[
    ...columns,
    `case when lower(${le}) in ('+inf', 'inf') then 'infinity'::double else try_cast(${le} as double) end as bound`,
    `${quotedName(GROWTH.value)} as grown`,
  ].join(
    ', ',
  )} from ${stream} where ${where(`${metric}_bucket`)}) where bound is not null group by ${[...labels, 'bound'].join(', ')}`;
  // Series of one histogram that are not of one moment can make a bucket smaller than the one before it.
  const rising = `select *, max(upto) over (${partition} order by bound) as most from (${upTo})
    qualify max(bound) over (${partition}) = 'infinity'::double`;
  const classic = `select ${[
    ...labels,
    `coalesce(lag(bound) over (${partition} order by bound), '-infinity'::double) as lower`,
    'bound as upper',
    `most - coalesce(lag(most) over (${partition} order by bound), 0) as n`,
  ].join(', ')} from (${rising})`;
  const otlp = `select ${[...labels, 'b.lower as lower', 'b.upper as upper', 'b.n as n'].join(', ')} from (select ${[
    ...columns,
    `unnest(${quotedName(GROWTH.buckets)}) as b`,
  ].join(', ')} from ${stream} where ${where(metric)}) where not isnan(b.upper)`;
  const buckets = `select ${[...labels, 'lower', 'upper', 'sum(n) as n'].join(', ')} from (${classic} union all by name ${otlp})
    group by ${[...labels, 'lower', 'upper'].join(', ')}`;
  return `select ${[...labels, `histogram_quantile(${selector.quantile}, lower, upper, n) as value`, 'coalesce(round(sum(n)), 0)::bigint as samples'].join(', ')}
    from (${buckets})${groupedBy(labels)}`;
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
    const found = ATTRIBUTE_COLUMNS.has(name) ? { [name]: value } : (JSON.parse(value!) as Record<string, unknown>);
    for (const [label, of] of Object.entries(found)) {
      if (of !== null && of !== '') labels[label] = typeof of === 'string' ? of : JSON.stringify(of);
    }
  }
  return labels;
}

function pointColumns(selector: MetricSelector): string[] {
  const series = SERIES.map((part) => `coalesce((${part})::varchar, '')`);
  return [
    '_timestamp as t',
    placeColumn,
    `md5(concat_ws(chr(1), ${series.join(', ')})) as series`,
    ...labelTexts(selector).map((text, index) => `${text} as l${index}`),
  ];
}

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

/** Over the points of a series; those before `from` only give the value that a counter starts from. */
function valueOfSeries({ function: of }: MetricSelector, from: number, to: number): string {
  const inWindow = `filter (t >= ${from})`;
  const increase = `coalesce(sum(grown) ${inWindow}, 0)`;
  switch (of) {
    case 'last':
      return `arg_max(v, (t, place)) ${inWindow}`;
    case 'avg':
    case 'max':
    case 'min':
    case 'sum':
      return `${of}(v) ${inWindow}`;
    case 'rate':
      return `${increase} / ${(to - from) / MICROS_PER_SECOND}`;
    case 'increase':
      return increase;
    case 'quantile':
      throw new Error('a quantile is of many series');
  }
}
