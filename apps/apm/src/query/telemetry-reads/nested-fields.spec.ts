import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operandOf } from './filters.js';
import { nestedPaths } from './nested-fields.js';

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

const valueOf = async (name: string, attributes: object, resource: object = {}): Promise<unknown> => {
  const { sql } = operandOf('logs', name);
  const rows = await connection.runAndReadAll(
    `select ${sql} from (select $1::varchar as attributes, $2::varchar as resource)`,
    [JSON.stringify(attributes), JSON.stringify(resource)],
  );
  return rows.getRows()[0]![0];
};

describe('a dotted name (QUERY-23)', () => {
  it.each([
    ['a member of a nested value', { http: { status: 500 } }, {}, '500'],
    ['a member that is false', { http: { status: false } }, {}, 'false'],
    ['the whole name before it', { 'http.status': 200, http: { status: 500 } }, {}, '200'],
    ['the whole name of the resource before it', { http: { status: 500 } }, { 'http.status': 1 }, '1'],
    ['the resource where no record has it', {}, { http: { status: 404 } }, '404'],
    ['nothing in what is no object', { http: 'status' }, {}, null],
  ])('means %s', async (_, attributes, resource, value) =>
    expect(await valueOf('http.status', attributes, resource)).toBe(value),
  );

  it.each([
    [{ 'a.b': { c: 1 }, a: { b: { c: 2 } } }, '1'],
    [{ a: { b: { c: 2 }, 'b.c': 3 } }, '2'],
    [{ a: { 'b.c': 3 } }, '3'],
  ])('means the longest outer name, then members within members: %o', async (attributes, value) =>
    expect(await valueOf('a.b.c', attributes)).toBe(value),
  );

  it('reaches names with signs of a path', async () => {
    expect(await valueOf('a/b~.c"d\'', { 'a/b~': { 'c"d\'': 'x' } })).toBe('x');
  });

  it('has a bounded number of meanings', () => {
    expect(nestedPaths('plain')).toEqual([]);
    expect(nestedPaths('a..b')).toEqual([]);
    expect(nestedPaths('a.b.c.d.e.f.g.h.i')).toHaveLength(15);
    expect(nestedPaths('a.b.c.d.e.f.g.h.i.j')).toEqual([]);
  });
});
