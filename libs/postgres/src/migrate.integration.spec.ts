import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { createDataSource, Database } from './database.js';
import { migrate } from './migrate.js';
import { provision, SCHEMAS } from './provision.js';
import { admitWriter, protectTable } from './row-security.js';
import { inTransaction } from './transaction.js';

class Things1764000000000 implements MigrationInterface {
  name = 'Things1764000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table things (id int primary key, organization_id uuid not null);
      ${protectTable('things')} ${admitWriter('things', 'spanwise_apm_writer')}`);
  }
  async down(): Promise<void> {}
}

const A = '00000000-0000-7000-8000-00000000000a';
const B = '00000000-0000-7000-8000-00000000000b';

let database: ScratchDatabase;
const source = (role = 'spanwise_apm', migrations = [Things1764000000000]) =>
  createDataSource({
    url: database.urlAs(role),
    schema: 'apm',
    applicationName: 'test',
    migrations,
  });

beforeAll(async () => {
  database = await scratchDatabase('postgres_lib');
  await Promise.all([provision(database.url, TEST_PASSWORDS), provision(database.url, TEST_PASSWORDS)]);
});
afterAll(() => database.drop());

describe('migrations', () => {
  it('run once from zero by two runners at once, and not again', async () => {
    const url = database.urlAs('spanwise_apm');
    const applied = await Promise.all([migrate(source(), url, 'apm'), migrate(source(), url, 'apm')]);
    expect(applied.toSorted()).toEqual([0, 1]);
    expect(await migrate(source(), url, 'apm')).toBe(0);
  });

  it('refuse a schema that a newer version has written', async () => {
    const older = source('spanwise_apm', []);
    await expect(migrate(older, database.urlAs('spanwise_apm'), 'apm')).rejects.toThrow(
      'The schema apm was written by a newer version: Things1764000000000 is unknown here.',
    );
  });
});

describe('roles', () => {
  it.each(SCHEMAS)('the role of %s cannot use the schema of another service', async (schema) => {
    const client = new Client({ connectionString: database.urlAs(`spanwise_${schema}`) });
    await client.connect();
    for (const other of SCHEMAS.filter((name) => name !== schema)) {
      await expect(client.query(`create table ${other}.stolen (id int)`)).rejects.toThrow(/permission denied/);
    }
    await client.end();
  });
});

describe('row-level security', () => {
  it('shows a transaction the rows of the organization that it names, and none without a name', async () => {
    const writer = await Database.open(source('spanwise_apm_writer'));
    await inTransaction(writer.pool, {}, (client) =>
      client.query('insert into things values (1, $1), (2, $2)', [A, B]),
    );
    await writer.close();

    const reader = await Database.open(source());
    const idsFor = (organizationId?: string) =>
      inTransaction(reader.pool, { organizationId }, async (client) => {
        const { rows } = await client.query<{ id: number }>('select id from things order by id');
        return rows.map(({ id }) => id);
      });
    expect(await idsFor(A)).toEqual([1]);
    expect(await idsFor(B)).toEqual([2]);
    expect(await idsFor()).toEqual([]);
    await expect(
      inTransaction(reader.pool, { organizationId: A }, (client) =>
        client.query('insert into things values (3, $1)', [B]),
      ),
    ).rejects.toThrow(/row-level security/);
    // The name of the last transaction does not stick to the pooled connection.
    expect(await idsFor()).toEqual([]);
    await reader.close();
  });

  it('does not take an organization id that is not a UUID into a statement', async () => {
    const reader = await Database.open(source());
    await expect(
      inTransaction(reader.pool, { organizationId: "x'; drop table things" }, async () => 1),
    ).rejects.toThrow(/not a UUID/);
    await reader.close();
  });
});
