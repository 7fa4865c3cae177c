import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStatement } from './statement-check.js';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function tracesOf(statement: string): Promise<(string[] | undefined)[]> {
  const reader = await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [statement]);
  return checkStatement(String(reader.getRows()[0]![0])).tables.map(({ traceIds }) => traceIds);
}

describe('a stream is read for some traces alone', () => {
  it.each([
    ['by equality', "select * from logs.a where trace_id = 'x'", [['x']]],
    ['turned around, and with more', "select * from logs.a where severity_number > 3 and 'x' = TRACE_ID", [['x']]],
    [
      'by an id as people write it',
      "select * from logs.a where trace_id = to_trace_id('A1')",
      [['a1'.padStart(32, '0')]],
    ],
    ['by its own name', "select * from logs.a where a.trace_id = 'x'", [['x']]],
    ['by its alias', "select * from logs.a as l where l.trace_id = 'x'", [['x']]],
    ['by a list', "select * from logs.a where trace_id in ('x', 'y')", [['x', 'y']]],
    ['in a part', "select * from (select body from logs.a where trace_id = 'x') where body like '%z'", [['x']]],
    [
      'in each of several parts',
      "select body from logs.a where trace_id = 'x' union all select body from logs.b where trace_id = 'x'",
      [['x'], ['x']],
    ],
    [
      'in every place where it stands',
      "select body from logs.a where trace_id = 'x' union select body from logs.a where trace_id = 'y'",
      [['x', 'y']],
    ],
    ['in a common table expression', "with t as (from logs.a where trace_id = 'x') select count(*) from t", [['x']]],
  ])('%s', async (_, statement, expected) => expect(await tracesOf(statement)).toEqual(expected));
});

describe('a stream is read whole', () => {
  it.each([
    ['without a condition', 'select * from logs.a'],
    ['with another possibility', "select * from logs.a where trace_id = 'x' or body = 'y'"],
    ['with a denial', "select * from logs.a where not trace_id = 'x'"],
    ['with another comparison', "select * from logs.a where trace_id <> 'x'"],
    ['with a value that is computed', "select * from logs.a where trace_id = lower('X')"],
    ['with a computed column', "select * from logs.a where lower(trace_id) = 'x'"],
    ['with a list that is not of constants', "select * from logs.a where trace_id in ('x', body)"],
    ['with nothing to compare', 'select * from logs.a where trace_id = null'],
    ['where another column has the name', "select body as trace_id from logs.a where trace_id = 'x'"],
    ['where its columns are renamed', "select * from logs.a as t(trace_id) where trace_id = 'x'"],
    [
      'where the name is another source’s',
      "select (select count(*) from logs.a where o.trace_id = 'x') from (select 1) o",
    ],
    ['where it is joined', "select * from logs.a join logs.a b using (span_id) where trace_id = 'x'"],
    ['where a sample is taken of it', "select * from logs.a tablesample 10% where trace_id = 'x'"],
    ['where one of its places is not narrowed', "select 1 from logs.a where trace_id = 'x' union select 2 from logs.a"],
    ['where the condition is of the groups', "select trace_id from logs.a group by 1 having trace_id = 'x'"],
    ['around a part', "select * from (select * from logs.a limit 5) where trace_id = 'x'"],
    [
      'for too many',
      `select * from logs.a where trace_id in (${Array.from({ length: 65 }, (_, n) => `'${n}'`).join()})`,
    ],
  ])('%s', async (_, statement) => expect(new Set(await tracesOf(statement))).toEqual(new Set([undefined])));
});
