/** Statements of a viewer: every function of the engine with huge arguments, recursion, and values without end. Pure. */
import { ALLOWED_FUNCTIONS, ALLOWED_TABLE_FUNCTIONS } from '@spanwise/apm/query/query-engine/allowed-functions';
import { UNBOUNDED } from '@spanwise/apm/query/query-engine/engine-limits.fixture';
import type { Random } from '@spanwise/telemetry/random';
import { jsonRequest, type Request } from './request.js';

const HUGE = [
  "repeat('x', 100000000)",
  "repeat(repeat('x', 1000000), 2000)",
  "repeat('a.b\\n', 1000000)",
  "repeat('%c', 1000000)",
  '2147483647',
  '9223372036854775807',
  '-9223372036854775808',
  '1e308',
  "'NaN'::double",
  '170141183460469231731687303715884105727',
  'range(100000000)',
  'list_value(range(10000000), range(10000000))',
  "map([repeat('k', 10000000)], [range(1000000)])",
  "{'a': range(10000000)}",
  "interval '200000 years'",
  "timestamp '294247-01-10'",
  "date '5877641-06-24'",
  "'%2000000000d'",
  "'{:>2000000000}'",
  "'(a*)*b'",
  "'$..*'",
  "('{\"a\":' || repeat('[', 100000) || '1')",
  "('[' || repeat('1,', 1000000) || '1]')",
  "'\\xFF'::blob",
  'null',
];
const LAMBDAS = ['lambda x: repeat(x::varchar, 1000000)', 'lambda x, y: x || y'];
const FUNCTIONS = [...ALLOWED_FUNCTIONS];
/** Operators are written between or before their operands. */
const isOperator = (name: string) => !/^[a-z_]/.test(name);

/** The function once, with arguments that are all huge; many do not bind, and the rest is what this is about. */
function callOf(random: Random, name: string): string {
  const argument = () => (random.chance(0.05) ? random.pick(LAMBDAS) : random.pick(HUGE));
  const args = Array.from({ length: random.int(1, 3) }, argument);
  if (isOperator(name)) return `select (${args[0]}) ${name} (${args[1] ?? args[0]})`;
  const call = `"${name}"(${args.join(', ')})`;
  return random.pick([
    `select ${call}`,
    `select length((${call})::varchar)`,
    `select ${call} from range(1000000)`,
    `select ${call} over () from range(1000000)`,
    `select * from range(10) where (${call}) is not null order by ${call}`,
  ]);
}

/** Recursion, functions as tables and deep nesting, with numbers of the seed. */
function grown(random: Random): string {
  const many = () => random.pick([1_000, 1_000_000, 1_000_000_000]);
  const deep = random.pick([100, 1_000, 3_000]);
  return random.pick([
    () =>
      `with recursive r as (select 1 as x union ${random.pick(['', 'all'])} select x + ${random.int(0, 3)} from r where x < ${many()}) select count(*) from r`,
    () =>
      `with recursive r(x) as (select repeat('x', ${many()}) union all select x || x from r) select sum(length(x)) from r`,
    () => `select * from ${random.pick([...ALLOWED_TABLE_FUNCTIONS])}(${random.pick(HUGE)})`,
    () => `select ${'('.repeat(deep)}1${')'.repeat(deep)}`,
    () => `select ${'['.repeat(deep)}1${']'.repeat(deep)}`,
    () => `select ${Array.from({ length: deep }, (_, at) => `${at} as c${at}`).join(', ')}`,
    () => `select * from ${Array.from({ length: random.int(3, 40) }, (_, at) => `range(1000) t${at}`).join(', ')}`,
    () => `select '${'x'.repeat(30_000)}' like '${'%x'.repeat(1_000)}'`,
    () => `select ${'case when true then '.repeat(500)}1${' end'.repeat(500)}`,
    () => `${'select * from ('.repeat(deep % 1_000)}select 1${') t'.repeat(deep % 1_000)}`,
  ])();
}

/** The same work within another statement, where an engine may plan it otherwise. */
const within = (random: Random, sql: string): string =>
  random.pick([
    sql,
    `select count(*) from (${sql}) t`,
    `select * from (${sql}) t order by 1 limit 1`,
    `with t as materialized (${sql}) select length(t::varchar) from t`,
    `select (${sql})`,
    `select distinct * from (${sql}) a, (${sql}) b`,
    `(${sql}) union all (${sql})`,
  ]);

/** As queries, as streams of rows and as search jobs. */
export function* statementRequests(random: Random, count: number): Generator<Request> {
  const functions = random.shuffle([...FUNCTIONS]);
  for (let at = 0; at < count; at++) {
    const statement =
      at % 4 === 0
        ? within(random, random.pick(UNBOUNDED))
        : at % 4 === 1
          ? grown(random)
          : callOf(random, functions[at % functions.length]!);
    const path = random.pick(['query', 'query', 'query/stream', 'query/jobs'].map((name) => `/api/v1/${name}`));
    yield jsonRequest(
      { kind: 'statement', what: `${path} ${statement.slice(0, 400)}`, method: 'POST', path, as: 'viewer' },
      { language: 'sql', statement, time_range: { start: 0, end: Date.now() * 1_000 } },
    );
  }
}
