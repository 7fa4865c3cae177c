import { Client, Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchDatabase, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { inTransaction } from './transaction.js';

let database: ScratchDatabase;
let pool: Pool;
let admin: Client;

beforeAll(async () => {
  database = await scratchDatabase('transaction');
  pool = new Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await pool.end();
  await admin.end();
  await database.drop();
});

it('that loses its connection between two statements fails alone, and the next one has another connection', async () => {
  const lost = inTransaction(pool, {}, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await admin.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await ended;
    await client.query('select 1');
  });
  await expect(lost).rejects.toThrow();
  const { rows } = await inTransaction(pool, {}, (client) => client.query<{ one: number }>('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});
