/**
 * Functions of our own for what people ask of telemetry (QUERY-19 to QUERY-21, ADR 0033): macros, which every engine has
 * before it is locked. Each names each of its parameters once, so that calls within calls do not grow; those of counters
 * take the name of a column alone. Pure.
 */
import { GROWTH, MOMENT } from './derived-columns.js';
import { quotedName, quotedText } from './sql-text.js';

/**
 * The engine checks a macro when it is made and refuses columns that it does not find, but not once it has met a parameter
 * whose type it needs: such a one comes first.
 */
const asText = (parameter: string): string => `(${parameter} || '')`;
const interval = `${asText('width')}::interval`;

const BUCKET = `create macro bucket(width) as time_bucket(${interval}, ${quotedName(MOMENT)}),
  (width, moment) as time_bucket(${interval}, moment)`;

const matching = (text: string): string =>
  `coalesce(list_transform([{
      'words': list_concat(regexp_extract_all(lower(${asText('words')}), '\\S+'), ['']), 'text': lower(${text})}],
    lambda s: list_bool_and(list_transform(s.words, lambda word: contains(s.text, word))))[1], false)`;
const MATCH = `create macro match(words) as ${matching('"body"')}, (haystack, words) as ${matching('haystack')}`;

const isAny = (types: readonly string[]): string => `"metric_type" in (${types.map(quotedText).join(', ')})`;
const UNFIT = `case when false and ${asText('counter')} is null then null
  when alias(counter) ilike 'value' then ${isAny(['histogram', 'exponential_histogram', 'summary'])} else ${isAny(['gauge', 'sum'])} end`;
/** As `traceIdOf` of libs/otlp. */
const TO_TRACE_ID = `create macro to_trace_id(id) as list_transform([lower(trim(${asText('id')}))],
  lambda one: case when regexp_full_match(one, '[0-9a-f]{1,32}') then lpad(one, 32, '0') else one end)[1]`;

/** A group of points that have no such column would answer null, which reads as no growth: it is an error. */
const GROWN = `case when bool_and(${UNFIT}) then error(concat('This group holds only points of the type ', any_value("metric_type"),
    ': value is of gauges and sums, count and sum are of histograms and summaries. Ask for the other, or leave them out by metric_type.'))::double
  else sum(case when false and ${asText('counter')} is null then null
  when alias(counter) ilike 'value' then ${quotedName(GROWTH.value)}
  when alias(counter) ilike 'count' then ${quotedName(GROWTH.count)} else ${quotedName(GROWTH.sum)} end) end`;
const SECONDS = `(select case when seconds > 0 then seconds else error('The width of a rate is more than nothing.')::double end
  from (select epoch(${interval}) as seconds))`;
const INCREASE = `create macro increase(counter) as ${GROWN}`;
const RATE = `create macro rate(counter, width) as (${GROWN}) / ${SECONDS}`;

/** An open end says no place: below there is 0, or the bound where that is lower, above the bound itself. */
const BOUNDED = `lambda b: {
  'lower': case when isfinite(b.lower) then b.lower when isfinite(b.upper) then least(0, b.upper) end,
  'upper': case when isfinite(b.upper) then b.upper when isfinite(b.lower) then b.lower end, 'n': b.n}`;
/** Of observations up to `x`, those at `x` included. */
const UP_TO = `list_sum(list_transform(s.buckets, lambda b: case when x >= b.upper then b.n when x <= b.lower then 0
  else b.n * (x - b.lower) / (b.upper - b.lower) end))`;
const AT = `coalesce(list_sum(list_transform(s.buckets, lambda b:
  case when b.lower = b.upper and b.upper = x then b.n else 0 end)), 0)`;
const BOUNDS = `list_sort(list_distinct(list_concat(
  list_transform(s.buckets, lambda b: b.lower), list_transform(s.buckets, lambda b: b.upper))))`;
/** Between two bounds next to each other as many observations lie in each part as its width says. */
const QUANTILE = `create macro spanwise_quantile(q, buckets) as
  list_transform(list_transform(list_transform(
    list_transform([{'q': q, 'given': buckets}], lambda s: {
      'q': case when list_bool_and(list_transform(s.given, lambda b: isnan(b.upper))) then error(
        'A quantile is of histograms, and these points are none. Leave them out by metric_type.')::double else s.q end,
      'buckets': list_filter(list_transform(s.given, ${BOUNDED}), lambda b: b.upper is not null and isfinite(b.n) and b.n <> 0)}),
    lambda s: {'q': s.q, 'steps': list_transform(${BOUNDS}, lambda x: {'x': x, 'at': ${AT}, 'upto': ${UP_TO}})}),
    lambda s: {'steps': s.steps, 'rank': s.q * s.steps[-1].upto}),
    lambda s: list_transform([{
        'to': list_filter(s.steps, lambda one: one.upto >= s.rank)[1],
        'from': list_filter(s.steps, lambda one: one.upto < s.rank)[-1]}],
      lambda e: case when e.from is null or s.rank > e.to.upto - e.to.at then e.to.x
        else e.from.x + (e.to.x - e.from.x) * (s.rank - e.from.upto) / (e.to.upto - e.to.at - e.from.upto) end)[1])[1]`;

const SHARE = `(select case when q >= 0 and q <= 1 then q
    when q is not null then error('A quantile is from 0 to 1.')::double end
  from (select ${asText('q')}::double as q))`;
const HISTOGRAM_QUANTILE = `create macro histogram_quantile(q, buckets) as
    spanwise_quantile(${SHARE}, flatten(list(buckets))),
  (q, lower, upper, n) as
    spanwise_quantile(${SHARE}, list({'lower': lower::double, 'upper': upper::double, 'n': n::double}))`;

const LAYOUT = JSON.stringify({
  explicitBounds: ['DOUBLE'],
  bucketCounts: ['DOUBLE'],
  scale: 'INTEGER',
  zeroCount: 'DOUBLE',
  zeroThreshold: 'DOUBLE',
  positive: { offset: 'BIGINT', bucketCounts: ['DOUBLE'] },
  negative: { offset: 'BIGINT', bucketCounts: ['DOUBLE'] },
});
const bound = (index: string): string => `power(2, (${index}) * power(2, -b.scale))`;
const side = (name: 'positive' | 'negative'): string => {
  const at = (more: number) => bound(`b.${name}.offset + i - ${1 - more}`);
  const [lower, upper] = name === 'positive' ? [at(0), at(1)] : [`-${at(1)}`, `-${at(0)}`];
  return `list_transform(b.${name}.bucketCounts, lambda n, i: {'lower': ${lower}, 'upper': ${upper}, 'n': sign * n})`;
};
/** Buckets of a stored histogram of either type that hold something, each with its two bounds; nothing for what is none. */
const BUCKET_LIST = `create macro spanwise_buckets(stored, sign) as list_filter(list_transform(
  [from_json(try_cast(stored as json), '${LAYOUT}')],
  lambda b: case when b.scale between -10 and 20 then list_concat(
      [{'lower': case when coalesce(list_sum(b.negative.bucketCounts), 0) > 0 then -coalesce(b.zeroThreshold, 0) else 0 end,
        'upper': coalesce(b.zeroThreshold, 0), 'n': sign * b.zeroCount}],
      ${side('positive')}, ${side('negative')})
    when len(b.bucketCounts) = len(b.explicitBounds) + 1 then list_transform(b.bucketCounts, lambda n, i: {
      'lower': coalesce(b.explicitBounds[i - 1], '-infinity'::double),
      'upper': coalesce(b.explicitBounds[i], 'infinity'::double), 'n': sign * n}) end)[1],
  lambda one: one.n <> 0 and isfinite(one.n) and not isnan(one.lower) and not isnan(one.upper))`;

/** In the order in which they are made: the last one is for the view of a stream, no statement may call it. */
export const MACROS: readonly string[] = [
  BUCKET,
  MATCH,
  TO_TRACE_ID,
  INCREASE,
  RATE,
  QUANTILE,
  HISTOGRAM_QUANTILE,
  BUCKET_LIST,
];
