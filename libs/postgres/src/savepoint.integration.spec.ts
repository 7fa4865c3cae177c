import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { scratchDatabase } from '@spanwise/testing/scratch-database';
import { inSavepoint } from './savepoint.js';

let client: PoolClient;
let stop: () => Promise<void>;

beforeAll(async () => {
  const database = await scratchDatabase('savepoint');
  const one = new Client({ connectionString: database.url });
  await one.connect();
  await one.query('create table kept (n int primary key)');
  client = one as unknown as PoolClient;
  stop = async () => {
    await one.end();
    await database.drop();
  };
});
afterAll(() => stop?.());
beforeEach(() => client.query('truncate kept'));

const add = (n: number) => client.query('insert into kept values ($1)', [n]);
const kept = async () => (await client.query<{ n: number }>('select n from kept order by n')).rows.map(({ n }) => n);

it('a part that fails never happened, and the others go on', async () => {
  await client.query('begin');
  await add(1);
  const inner = await inSavepoint(client, async () => {
    await add(2);
    expect(await inSavepoint(client, () => add(2))).toHaveProperty('fault');
    expect(await inSavepoint(client, () => add(3))).toHaveProperty('value');
  });
  const failed = await inSavepoint(client, async () => {
    await add(4);
    throw new Error('broken');
  });
  await client.query('commit');
  expect([inner, failed]).toEqual([{ value: undefined }, { fault: new Error('broken') }]);
  expect(await kept()).toEqual([1, 2, 3]);
});

it('a fault that may pass ends the whole transaction', async () => {
  await client.query('begin');
  await expect(
    inSavepoint(client, () => client.query(`do $$ begin raise 'busy' using errcode = '40001'; end $$`)),
  ).rejects.toThrow('busy');
  await client.query('rollback');
});
