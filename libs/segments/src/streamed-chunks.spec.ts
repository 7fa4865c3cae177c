import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamedChunks } from './streamed-chunks.js';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  const limits = { threads: '2', memory_limit: '96MB', temp_directory: '', max_temp_directory_size: '0B' };
  instance = await DuckDBInstance.create(':memory:', limits);
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** Rows that came, and the sentence with which they ended. */
async function endOf(statement: string, stopped?: () => boolean, each?: () => void) {
  let rows = 0;
  try {
    for await (const chunk of streamedChunks(connection, statement, stopped)) {
      rows += chunk.rowCount;
      each?.();
    }
  } catch (error) {
    return { rows, error: (error as Error).message };
  }
  return { rows };
}

describe('rows piece by piece', () => {
  it.each([
    ['none', 'select 1 where false', 0],
    ['one', 'select null', 1],
    ['many', 'select i from range(400000) t(i)', 400_000],
    ['some of many', 'select i from range(400000) t(i) limit 3000', 3_000],
  ])('are all of them: %s', async (_, statement, rows) => expect(await endOf(statement)).toEqual({ rows }));

  it.each([
    ['a value', `select case when i = 390000 then 'x' else '1' end::int from range(400000) t(i)`, /Could not convert/],
    ['the statement', `select case when i < 300000 then i else error('enough') end from range(400000) t(i)`, /enough/],
    [
      'room',
      'select case when i < 300000 then 1 else len(range(i * 2000)) end from range(400000) t(i)',
      /Cannot resize/,
    ],
  ])('say that they fail late, because of %s', async (_, statement, sentence) => {
    const end = await endOf(statement);
    expect(end.rows).toBeGreaterThan(100_000);
    expect(end.rows).toBeLessThan(390_001);
    expect(end.error).toMatch(sentence);
  });

  it('that are stopped are not run again', async () => {
    let stopped = false;
    const stop = () => {
      stopped = true;
      connection.interrupt();
    };
    const end = await endOf('select i from range(1000000000) t(i)', () => stopped, stop);
    expect(end.error).toContain('INTERRUPT Error');
    expect(await endOf('select 1')).toEqual({ rows: 1 });
  });
});
