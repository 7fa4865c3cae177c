/**
 * Columns of a stream's view that no record has: its moment as a timestamp, and what a counter has grown by since the point before
 * (QUERY-19, QUERY-20). They are there for statements that name them, or call a function that reads them. Pure.
 */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import type { FreeName } from './free-names.js';
import { quotedName } from './sql-text.js';

/** A timestamp without a zone, in UTC. */
export const MOMENT = '_moment';
/** The same where neither a field nor the statement has that name. */
export const TIME = 'time';
export const GROWTH = {
  value: '_increase_value',
  count: '_increase_count',
  sum: '_increase_sum',
  buckets: '_increase_buckets',
} as const;
type Member = keyof typeof GROWTH;
const MEMBERS = Object.keys(GROWTH) as Member[];

/** Names that no field takes. */
export const DERIVED_NAMES: readonly string[] = [MOMENT, ...Object.values(GROWTH)];

const OF_COUNTERS = new Set(['increase', 'rate']);
const COUNTERS = ['value', 'count', 'sum'] as const;

/** Columns that a call reads beside its arguments, in lower case. Throws where it is called with something else than it takes. */
export function columnsOfCall(name: string, args: readonly unknown[]): readonly string[] {
  if (name === 'bucket' && args.length === 1) return [MOMENT];
  if (name === 'match' && args.length === 1) return ['body'];
  if (!OF_COUNTERS.has(name)) return [];
  const counter = lastName(args[0])?.toLowerCase();
  if (!COUNTERS.some((one) => one === counter)) {
    throw invalidArgument(
      `${name} is of the column value, count or sum of a stream of metrics: what stands in it is none.`,
    );
  }
  return [...COUNTERS.map((one) => GROWTH[one]), 'metric_type'];
}

/** The name of what is a column and nothing else. */
function lastName(node: unknown): string | undefined {
  const { class: kind, column_names: names } = (node ?? {}) as { class?: string; column_names?: string[] };
  return kind === 'COLUMN_REF' ? names?.at(-1) : undefined;
}

/** What a statement names: `columns` in lower case. */
interface Wanted {
  columns: readonly string[];
  free: readonly FreeName[];
}

/**
 * The columns that a statement gets beside those of the stream, and the records that they are made of. `hasTime`: the stream
 * has a field `time`.
 */
export function derivedColumns(
  { signal, range, hasTime }: { signal: Signal; range: { fromMicros: number }; hasTime: boolean },
  { columns, free }: Wanted,
  records: string,
): { selected: string[]; records: string } {
  const named = new Set(columns);
  const selected: string[] = [];
  if (named.has(MOMENT)) selected.push(`make_timestamp(_timestamp) as ${quotedName(MOMENT)}`);
  if (!hasTime && free.some(({ name }) => name.toLowerCase() === TIME))
    selected.push(`make_timestamp(_timestamp) as ${quotedName(TIME)}`);
  const members = signal === 'metrics' ? MEMBERS.filter((member) => named.has(GROWTH[member])) : [];
  if (members.length === 0) return { selected, records };
  selected.push(...members.map((member) => `${growthOf(member)} as ${quotedName(GROWTH[member])}`));
  return { selected, records: withBefore(records, members, range.fromMicros) };
}

/** What identifies a series: the same members in another order are the same series. */
const sorted = (json: string): string => `list_sort(map_entries(try_cast(${json} as json)::map(varchar, json)))`;
export const SERIES: readonly string[] = [
  'metric_name',
  'metric_type',
  'metric_unit',
  'temporality',
  'monotonic',
  'scope_name',
  'scope_version',
  ...COLUMNS.metrics.filter(({ attribute }) => attribute).map(({ name }) => quotedName(name)),
  sorted('resource'),
  sorted('attributes'),
];
const COUNTER = 'coalesce(value, count::double)';

/**
 * `_before` is the last point of the series before this one that has a value, `_since` what its own value has to be compared with: 'zero'
 * where it began there, 'before', or null where it is unknown. By the data model of OpenTelemetry ("Resets and gaps"): a start at
 * the point's own time is an unknown one, and its value a reference; another start than that of the point before, not before
 * that point, is a reset whatever the value; a start between is an overlap, and the value decides.
 */
function withBefore(records: string, members: readonly Member[], fromMicros: number): string {
  const kept = members.map((member) => `'${member}': ${quotedName(member)}`).join(', ');
  const [began, at] = ['start_time_unix_nano', 'coalesce(time_unix_nano, _timestamp * 1000)'];
  const point = `{'counter': ${COUNTER}, 'began': ${began}, 'at': ${at}, ${kept}}`;
  return `select *, case when not coalesce(isfinite(${COUNTER}), false) then null when temporality = 'delta' then 'zero'
      when _before is null then case when ${began} // 1000 >= ${Math.trunc(fromMicros)} and ${began} < ${at} then 'zero' end
      when monotonic is not distinct from false then 'before'
      when ${began} = ${at} then null
      when ${began} >= _before.at and ${began} is distinct from _before.began then 'zero'
      when ${COUNTER} < _before.counter then 'zero'
      else 'before' end as _since
    from (select *, lag(case when isfinite(${COUNTER}) then ${point} end ignore nulls) over (
        partition by ${SERIES.join(', ')} order by _timestamp, time_unix_nano, _shard, _epoch, _seq, _slice, _index) as _before
      from (${records}))`;
}

/** The mark of points without buckets: `histogram_quantile` refuses them, and takes them for none that have not grown. */
const NO_BUCKETS = `[{'lower': 'nan'::double, 'upper': 'nan'::double, 'n': 0::double}]`;

function growthOf(member: Member): string {
  if (member === 'buckets') {
    return `case when metric_type in ('gauge', 'sum', 'summary') then ${NO_BUCKETS} else case _since when 'zero' then spanwise_buckets(buckets, 1)
      when 'before' then list_concat(spanwise_buckets(buckets, 1), spanwise_buckets(_before.buckets, -1)) end end`;
  }
  const own = `${quotedName(member)}::double`;
  const grown = `case _since when 'zero' then ${own} when 'before' then ${own} - _before.${quotedName(member)} end`;
  return `case when isfinite(${grown}) then ${grown} end`;
}
