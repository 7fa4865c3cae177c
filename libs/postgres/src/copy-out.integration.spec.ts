import { Client, Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchDatabase, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { copyOut, textLiteral } from './copy-out.js';

let database: ScratchDatabase;
let pool: Pool;
let client: PoolClient;

beforeAll(async () => {
  database = await scratchDatabase('copy_out');
  pool = new Pool({ connectionString: database.url, query_timeout: 60_000 });
  client = await pool.connect();
});
afterAll(async () => {
  client.release();
  await pool.end();
  await database.drop();
});

const rowsOf = async (query: string): Promise<[number, string][]> => {
  const rows: [number, string][] = [];
  await copyOut(client, query, (row) => rows.push([row.int(0), row.copyOf(1).toString('hex')]));
  return rows;
};

describe('a binary copy', () => {
  it('brings integers and bytes as they are stored, none of them twice', async () => {
    expect(
      await rowsOf(`select * from (values (1, '\\x00ff80'::bytea), (-2147483648, ''), (3, '\\x0d0a')) as rows (n, b)`),
    ).toEqual([
      [1, '00ff80'],
      [-2_147_483_648, ''],
      [3, '0d0a'],
    ]);
  });

  it('is empty for a query without rows', async () => {
    expect(await rowsOf(`select 1, ''::bytea where false`)).toEqual([]);
  });

  it.each([
    ['many small rows', 30_000, 20],
    ['rows larger than what a socket brings at once', 7, 300_000],
  ])('is whole for %s', async (_, count, length) => {
    const query = `select n, decode(repeat(lpad(to_hex(n % 256), 2, '0'), ${length}), 'hex') from generate_series(1, ${count}) n`;
    let seen = 0;
    await copyOut(client, query, (row) => {
      seen++;
      const bytes = row.copyOf(1);
      if (row.int(0) !== seen || bytes.length !== length || !bytes.every((byte) => byte === seen % 256))
        throw new Error(`row ${seen} is wrong`);
    });
    expect(seen).toBe(count);
  });

  it('fails with the error of the database, of the visit, and for a null; the connection stays good', async () => {
    await expect(rowsOf('select 1, red from nowhere')).rejects.toThrow(/nowhere/);
    await expect(rowsOf('select 1, null::bytea')).rejects.toThrow(/null/);
    const visits: number[] = [];
    await expect(
      copyOut(client, 'select n from generate_series(1, 5) n', (row) => {
        visits.push(row.int(0));
        throw new Error('not this one');
      }),
    ).rejects.toThrow('not this one');
    expect(visits).toEqual([1]);
    expect(await rowsOf(`select 7, ''::bytea`)).toEqual([[7, '']]);
  });

  it('fails when the connection is lost', async () => {
    const lost = new Client({ connectionString: database.url });
    lost.on('error', () => undefined);
    await lost.connect();
    const copy = copyOut(lost as unknown as PoolClient, 'select pg_backend_pid(), pg_sleep(30)::text', () => undefined);
    const failed = expect(copy).rejects.toThrow();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await failed;
    await lost.end();
  });
});

describe('a text literal', () => {
  it.each(["it's", 'back\\slash', "\\' or true --", '„Größe“', '$1; drop table x'])(
    'means %s and nothing more',
    async (text) => {
      const { rows } = await client.query<{ text: string }>(`select ${textLiteral(text)} as text`);
      expect(rows[0]!.text).toBe(text);
    },
  );

  it('never holds the byte that ends a statement', () => {
    expect(() => textLiteral('a\0b')).toThrow(/NUL/);
  });
});
