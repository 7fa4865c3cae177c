/** What SQL answers about a stream, in the form of what was counted of the input. */
import type { ApiClient } from '../harness/api-client.js';
import type { Signal } from './input.js';
import type { Tally } from './tally.js';

export interface Answer {
  count: number;
  sums: Record<string, string>;
  distinct: Record<string, number>;
  by: Record<string, Record<string, number>>;
  /** Of what every record says. */
  print: string;
}

const words = (names: string): string[] => names.split(' ');
const text = (expression: string): string => `coalesce((${expression})::varchar, '')`;
const eighths = (column: string): string => `(${column} * 8)::hugeint`;
const eventOf = (attribute: string): string =>
  `json_extract_string(events, '$[0].attributes."exception.${attribute}"')`;
const fieldOf = (name: string): string => `json_extract_string(attributes, '/${name}')`;

/** What each record says, in the order and form of `tally.ts`. */
const SAID: Readonly<Record<Signal, string[]>> = {
  traces: [
    ...words('trace_id span_id parent_span_id name kind start_time_unix_nano end_time_unix_nano status_code'),
    ...words('"service.name" "service.version" "service.instance.id" "http.route" "server.address"'),
    eventOf('type'),
    eventOf('message'),
  ],
  logs: [
    ...words('time_unix_nano observed_time_unix_nano severity_number severity_text'),
    'coalesce(event_name, body)',
    ...words('trace_id span_id "service.name"'),
    fieldOf('log.logger'),
    fieldOf('code.lineno'),
  ],
  metrics: [
    ...words('time_unix_nano metric_name metric_type metric_unit temporality monotonic'),
    eighths('value'),
    'count',
    eighths('sum'),
    '"service.name"',
    fieldOf('cpu'),
  ],
};

const SUMS: Readonly<Record<Signal, Record<string, string>>> = {
  traces: { duration_nano: 'sum(duration_nano)', events: 'sum(json_array_length(events))' },
  logs: { length: 'sum(length(coalesce(event_name, body)))', lines: `sum(${fieldOf('code.lineno')}::bigint)` },
  metrics: { value: `sum(${eighths('value')})`, count: 'sum(count)', sum: `sum(${eighths('sum')})` },
};

const DISTINCT: Readonly<Record<Signal, Record<string, string>>> = {
  traces: { trace_id: 'trace_id', span: 'trace_id || span_id' },
  logs: { trace_id: 'trace_id' },
  metrics: {},
};

const BY: Readonly<Record<Signal, Record<string, string>>> = {
  traces: { service: '"service.name"', kind: 'kind', status: 'status_code' },
  logs: { service: '"service.name"', severity: `"service.name" || ' | ' || severity_text` },
  metrics: { metric: `metric_name || ' | ' || metric_type` },
};

const DAY_MICROS = 86_400_000_000;

/** Throws when the answer is not whole. */
export async function sqlAnswer(api: ApiClient, signal: Signal, stream: string): Promise<Answer> {
  const ask = async (statement: string) => {
    const nowMicros = Date.now() * 1_000;
    const range = { start: nowMicros - 2 * DAY_MICROS, end: nowMicros + DAY_MICROS };
    const { rows, partial, partial_reason: reason } = await api.sql(statement, range);
    if (partial) throw new Error(`the answer to ${statement} is not whole: ${reason}`);
    return rows;
  };
  const table = `${signal}."${stream}"`;
  const columns = [
    'count(*)',
    `bit_xor(md5_number(concat_ws('|', ${SAID[signal].map(text).join(', ')})))::varchar`,
    ...Object.values(SUMS[signal]).map((sum) => `coalesce(${sum}, 0)::varchar`),
    ...Object.values(DISTINCT[signal]).map((expression) => `count(distinct ${expression})`),
  ];
  const [count, print, ...rest] = (await ask(`select ${columns.join(', ')} from ${table}`))[0]!;
  const groups = Object.entries(BY[signal]).map(
    ([name, expression]) => `select '${name}', ${expression}, count(*) from ${table} group by 2`,
  );
  const by: Answer['by'] = Object.fromEntries(Object.keys(BY[signal]).map((name) => [name, {}]));
  for (const [name, value, records] of await ask(groups.join(' union all ')))
    by[name!]![String(value)] = Number(records);
  const sums = Object.keys(SUMS[signal]).map((name) => [name, String(rest.shift())]);
  const distinct = Object.keys(DISTINCT[signal]).map((name) => [name, Number(rest.shift())]);
  return {
    count: Number(count),
    sums: Object.fromEntries(sums) as Answer['sums'],
    distinct: Object.fromEntries(distinct) as Answer['distinct'],
    by,
    print: String(print),
  };
}

export function rightAnswer(signal: Signal, { count, sums, distinct, by, print }: Tally): Answer {
  const of = <T>(names: object, value: (name: string) => T) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, value(name)]));
  return {
    count,
    sums: of(SUMS[signal], (name) => String(sums[name] ?? 0n)),
    distinct: of(DISTINCT[signal], (name) => distinct[name]?.size ?? 0),
    by: of(BY[signal], (name) => by[name] ?? {}),
    print: String(print),
  };
}
