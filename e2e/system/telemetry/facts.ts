/** Facts about a stream: what SQL through `POST /api/v1/query` answers, and what the input has. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Signal } from './input.js';
import type { Tally } from './tally.js';

export interface Asking {
  baseUrl: string;
  token: string;
  range: { start: number; end: number };
}

type Row = (string | number | null)[];

const ANSWER_MS = 120_000;
const ATTEMPTS = 20;
const MAX_ROWS = 10_000;

const WAIT_FOR_MS = 30_000;
/** What a count on the way may say: more is stored in a moment. */
const NOT_YET = ['not_stored', 'stored_state_unknown'];

/** Rows of a statement, once everything that was sent before is stored. Throws when the answer is not whole. */
export const sql = (asking: Asking, statement: string): Promise<Row[]> => answerOf(asking, statement, WAIT_FOR_MS, []);

async function answerOf(
  { baseUrl, token, range }: Asking,
  statement: string,
  waitForMs: number,
  allowed: readonly string[],
): Promise<Row[]> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(new URL('/api/v1/query', baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'sql', statement, time_range: range, limit: MAX_ROWS, wait_for: waitForMs }),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined);
    const text = (await response?.text().catch(() => '')) ?? '';
    if (response?.status === 200) {
      const {
        rows,
        partial,
        partial_reason: reason = '',
      } = JSON.parse(text) as {
        rows: Row[];
        partial?: boolean;
        partial_reason?: string;
      };
      if (partial && !allowed.includes(reason)) throw new Error(`the answer to ${statement} is not whole: ${reason}`);
      return rows;
    }
    const passing = response === undefined || response.status === 503 || response.status === 429;
    if (!passing || attempt === ATTEMPTS)
      throw new Error(`${statement} was answered with ${response?.status}: ${text}`);
    await sleep(500);
  }
}

export const streamTable = (signal: Signal, stream: string): string => `${signal}."${stream}"`;

/** Records of a stream so far; a stream that is not there yet has none. */
export async function countOf(asking: Asking, signal: Signal, stream: string): Promise<number> {
  try {
    const statement = `select count(*) from ${streamTable(signal, stream)}`;
    return Number((await answerOf(asking, statement, 0, NOT_YET))[0][0]);
  } catch (error) {
    if (/There is no stream/.test(String(error))) return 0;
    throw error;
  }
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
  logs: {
    length: 'sum(length(coalesce(event_name, body)))',
    lines: `sum(${fieldOf('code.lineno')}::bigint)`,
  },
  metrics: { value: 'sum((value * 8)::hugeint)', count: 'sum(count)', sum: 'sum((sum * 8)::hugeint)' },
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

export interface Fact {
  what: string;
  /** What is wrong; undefined when it holds. */
  fault?: string;
}

const fact = (what: string, got: unknown, expected: unknown): Fact =>
  String(got) === String(expected) ? { what } : { what, fault: `the product says ${got}, the input has ${expected}` };

/** Everything that is known about the records of a stream. */
export async function streamFacts(asking: Asking, signal: Signal, stream: string, tally: Tally): Promise<Fact[]> {
  const table = streamTable(signal, stream);
  const sums = Object.keys(SUMS[signal]).map((name) => `coalesce(${SUMS[signal][name]}, 0)::varchar`);
  const distinct = Object.keys(DISTINCT[signal]).map((name) => `count(distinct ${DISTINCT[signal][name]})`);
  const whole = [
    'count(*)',
    ...sums,
    ...distinct,
    `bit_xor(md5_number(concat_ws('|', ${SAID[signal].map(text).join(', ')})))::varchar`,
  ];
  const [[count, ...rest]] = await sql(asking, `select ${whole.join(', ')} from ${table}`);
  const of = (what: string) => `${stream}: ${what}`;
  const facts = [fact(of(`${tally.count} ${NOUNS[signal]}`), count, tally.count)];
  for (const name of Object.keys(SUMS[signal])) {
    const expected = tally.sums[name] ?? 0n;
    facts.push(fact(of(`sum of ${name} of ${signal} ${expected}`), rest.shift(), expected));
  }
  for (const name of Object.keys(DISTINCT[signal])) {
    const expected = tally.distinct[name]?.size ?? 0;
    facts.push(fact(of(`${expected} different ${name} in ${signal}`), rest.shift(), expected));
  }
  facts.push(fact(of(`what every record of ${signal} says`), rest.shift(), tally.print));
  const groups = Object.entries(BY[signal]).map(
    ([name, expression]) => `select '${name}', ${expression}, count(*) from ${table} group by 2`,
  );
  const rows = await sql(asking, groups.join(' union all '));
  for (const name of Object.keys(BY[signal])) {
    const expected = tally.by[name] ?? {};
    const got = rows.filter(([dimension]) => dimension === name).map(([, value, records]) => [value, records] as Row);
    const what = of(`${signal} by ${name} (${Object.keys(expected).length})`);
    facts.push(fact(what, sorted(got), sorted(Object.entries(expected))));
  }
  return facts;
}

const NOUNS: Readonly<Record<Signal, string>> = { traces: 'spans', logs: 'log records', metrics: 'metric points' };
const sorted = (rows: readonly Row[]): string =>
  rows
    .map(([name, count]) => `${name}=${count}`)
    .toSorted()
    .join(', ');
