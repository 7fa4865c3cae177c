/** Statements of a viewer: every function of the engine with huge arguments, recursion, catalogues behind other names. Pure. */
import { ALLOWED_FUNCTIONS, ALLOWED_TABLE_FUNCTIONS } from '@spanwise/apm/query-engine/allowed-functions';
import type { Random } from '@spanwise/telemetry/random';
import { jsonShot, type Shot } from './shot.js';

export interface Statement {
  sql: string;
  /** It reads a catalogue: it must be refused. */
  forbidden?: boolean;
}

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
/** Symbols stand between or before what they take. */
const isSymbol = (name: string) => !/^[a-z_]/.test(name);

/** The function once, with arguments that are all huge; most do not bind, and the rest is what this is about. */
export function callOf(random: Random, name: string): Statement {
  const argument = () => (random.chance(0.05) ? random.pick(LAMBDAS) : random.pick(HUGE));
  const args = Array.from({ length: random.int(1, 3) }, argument);
  if (isSymbol(name)) return { sql: `select (${args[0]}) ${name} (${args[1] ?? args[0]})` };
  const call = `"${name}"(${args.join(', ')})`;
  return {
    sql: random.pick([
      `select ${call}`,
      `select length((${call})::varchar)`,
      `select ${call} from range(1000000)`,
      `select ${call} over () from range(1000000)`,
      `select * from range(10) where (${call}) is not null order by ${call}`,
    ]),
  };
}

export const FUNCTIONS: readonly string[] = [...ALLOWED_FUNCTIONS];

/** What ignores an engine's own limit of memory or of time, or did once. */
export const GREEDY: readonly string[] = [
  "select repeat(repeat('x', 1000000), 2000)",
  "select printf('%2000000000d', 1)",
  "select lpad('x', 2000000000, 'y')",
  'select list_resize([1], 2000000000, 1)',
  'select range(2000000000)',
  "with recursive r as (select 'x' as x union all select x || x from r) select length(x) from r",
  'with recursive r as (select 1 as x union all select x + 1 from r) select max(x) from r',
  'select count(*) from range(10000000) a, range(10000000) b',
  "select rpad('x', 2000000000, 'y')",
  "select format('{:>2000000000}', 1)",
  'with recursive r as (select 1 as x union select (x * 31 + 7) % 1000000007 from r) select count(*) from r',
  'with recursive r as (select 1 as x union all select r.x from r, range(1000)) select count(*) from r',
  'select list(a.range) from range(1000000) a, range(1000000) b',
  "select string_agg(repeat('x', 1000), ',') from range(100000000)",
  'select * from unnest(range(2000000000))',
  'select generate_series(1, 9000000000000000000)',
  'select array_agg(x order by x desc) from range(2000000000) t(x)',
  'select histogram(random()) from range(2000000000)',
  'select quantile_disc(random(), 0.5) from range(2000000000)',
  'select mode(random()) from range(2000000000)',
  "select regexp_replace(repeat('ab', 10000000), '(a|b)*?', repeat('y', 1000), 'g')",
  "select regexp_extract_all(repeat('a', 50000000), '.')",
  "select string_split(repeat('a,', 50000000), ',')",
  "select levenshtein(repeat('a', 1000000), repeat('b', 1000000))",
  "select damerau_levenshtein(repeat('a', 50000), repeat('b', 50000))",
  "select jaro_winkler_similarity(repeat('a', 5000000), repeat('b', 5000000))",
  "select json_pretty('[' || repeat('[1],', 5000000) || '1]')",
  "select replace(repeat('a', 10000000), 'a', repeat('b', 1000))",
  "select translate(repeat('a', 100000000), 'a', 'b')",
  "select strftime(now()::timestamp, repeat('%c', 10000000))",
  'select reduce(range(100000), lambda x, y: x + y)',
  'select list_transform(range(100000), lambda x: list_transform(range(100000), lambda y: x + y))',
  'select equi_width_bins(0, 1000000000, 1000000000, true)',
  'select approx_top_k(x, 100000000) from range(100000000) t(x)',
  'select bar(1, 0, 1, 2000000000)',
  "select bitstring('1', 2000000000)",
  'select to_base(1, 2, 2000000000)',
  "select url_encode(repeat('\u00e4', 100000000))",
  "select hex(repeat('x', 1000000000))",
  'select row_number() over (order by random()) from range(2000000000)',
  'select count(distinct random()) from range(2000000000)',
  'select x, count(*) from range(2000000000) t(x) group by all order by 2',
  "select match(repeat('a b ', 10000000), repeat('a b ', 10000000))",
  'select histogram_quantile(0.5, x, x + 1, 1) from range(100000) t(x)',
  "select histogram_quantile(0.5, [{'lower': x, 'upper': x + 1.0, 'n': 1.0}]) from range(10000000) t(x)",
  "select count(distinct bucket('1us', make_timestamp(x))) from range(2000000000) t(x)",
];

/** Catalogues that say something of the server or of others. */
const CATALOGUES = [
  'pg_settings',
  'pg_class',
  'pg_proc',
  'pg_tables',
  'duckdb_settings',
  'duckdb_views',
  'duckdb_tables',
  'sqlite_master',
];

/** In each of these the name of a catalogue is made to look like one of the statement's own, and is not where it is read. */
const SHADOWS: readonly ((name: string) => string)[] = [
  (name) => `with recursive ${name} as (select * from ${name} union select * from ${name}) select * from ${name}`,
  (name) =>
    `with recursive ${name} as (select * from ${name} union all select * from ${name} where false) select * from ${name}`,
  (name) =>
    `with recursive x as (select 1 as a union all select a + 1 from x where a < 2), ${name} as (select * from ${name} union select * from ${name}) select * from ${name}`,
  (name) => `with ${name} as (select * from ${name}) select * from ${name}`,
  (name) => `with ${name} as materialized (table ${name}) table ${name}`,
  (name) => `with a as (select * from ${name}), ${name} as (select 1) select * from a`,
  (name) => `select * from (with ${name} as (select 1) select 1) t, ${name}`,
  (name) => `select (with ${name} as (select 1) select 1), * from ${name}`,
  (name) => `with ${name} as (select 1) select * from main.${name}`,
  (name) => `with ${name} as (select 1) select * from pg_catalog.${name}`,
  (name) => `from ${name}`,
  (name) => `from ${name} select *`,
  (name) => `select * from (select 1 as name) t join ${name} using (name)`,
  (name) => `select * from (select 1) ${name}, (select * from ${name}) u`,
  (name) => `select * from (select 1 as a) t, lateral (select * from ${name}) u`,
  (name) => `select * from (pivot ${name} on name using count(*))`,
  (name) => `select * from (unpivot ${name} on columns(*))`,
  (name) => `select * from ${name} natural join (select 1 as z) t`,
  (name) =>
    `select 1 where exists (with recursive ${name} as (select * from ${name} union select * from ${name}) select 1 from ${name} where name like '%/%')`,
  (name) => `select * from (values (1)) v union all select count(*) from ${name}`,
  (name) => `select list_transform([1], lambda x: (select count(*) from ${name}))`,
];

export const SHADOWING: readonly Statement[] = CATALOGUES.flatMap((name) =>
  SHADOWS.map((shadow) => ({ sql: shadow(name), forbidden: true })),
);

/** Recursion, functions as tables and deep nesting, with numbers of the seed. */
export function grownStatement(random: Random): Statement {
  const many = () => random.pick([1_000, 1_000_000, 1_000_000_000]);
  const deep = random.pick([100, 1_000, 3_000]);
  return {
    sql: random.pick([
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
    ])(),
  };
}

const RANGE = () => ({ start: 0, end: Date.now() * 1_000 });

/** The same work within another statement, where an engine may plan it otherwise. */
export const asTable = (random: Random, sql: string): string =>
  random.pick([
    `select count(*) from (${sql}) t`,
    `select * from (${sql}) t order by 1 limit 1`,
    `with t as materialized (${sql}) select length(t::varchar) from t`,
    `select (${sql})`,
    `select distinct * from (${sql}) a, (${sql}) b`,
    `(${sql}) union all (${sql})`,
  ]);

const WAYS = ['/api/v1/query', '/api/v1/query', '/api/v1/query/stream', '/api/v1/query/jobs'];

/** As a query, as a stream of rows or as a search job; what is forbidden says so at once as a query alone. */
export function statementShot(
  random: Random,
  { sql, forbidden }: Statement,
  path = forbidden ? '/api/v1/query' : random.pick(WAYS),
): Shot {
  return jsonShot(
    {
      kind: 'statement',
      what: `${path} ${sql.slice(0, 400)}`,
      method: 'POST',
      path,
      as: 'viewer',
      ...(forbidden && { forbidden }),
    },
    { language: 'sql', statement: sql, time_range: RANGE() },
  );
}
