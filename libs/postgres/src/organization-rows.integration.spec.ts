import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { organizationTables, removeOrganizationRows } from './organization-rows.js';
import { provision } from './provision.js';
import { protectTable } from './row-security.js';

const GOES = '00000000-0000-7000-8000-0000000000a1';
const STAYS = '00000000-0000-7000-8000-0000000000a2';
const TABLES = ['children', 'figures', 'notes', 'parents', 'tokens'];

let database: ScratchDatabase;
let pool: Pool;
let admin: Pool;

/** Names in an order in which neither comes before what refers to it. */
const SCHEMA = `
  create table parents (organization_id uuid not null, id int primary key);
  create table children (organization_id uuid not null, id int primary key, parent int not null references parents (id));
  create table tokens (organization_id uuid not null, id int primary key, made_with int references tokens (id));
  create table figures (organization_id uuid not null, bucket int not null, value int) partition by range (bucket);
  create table figures_0 partition of figures for values from (0) to (10);
  create table figures_10 partition of figures for values from (10) to (20);
  create table notes (organization_id uuid not null, note text);
  create function note() returns trigger language plpgsql set search_path from current as $$
    begin insert into notes select organization_id, 'removed' from gone; return null; end $$;
  create trigger noted after delete on parents referencing old table as gone for each statement execute function note();
  create table settings (id int primary key);
  insert into settings values (1);
  ${TABLES.map(protectTable).join('')}`;

beforeAll(async () => {
  database = await scratchDatabase('organization_rows');
  await provision(database.url, TEST_PASSWORDS);
  pool = new Pool({ connectionString: database.urlAs('spanwise_apm'), max: 2 });
  admin = new Pool({ connectionString: database.url, max: 1 });
  await pool.query(SCHEMA);
});
afterAll(async () => {
  await pool.end();
  await admin.end();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['children', 'parents', 'tokens', 'figures', 'notes'])
    await admin.query(`delete from apm.${table}`);
  for (const [organization, base] of [
    [GOES, 0],
    [STAYS, 1_000_000],
  ] as const) {
    const values = [organization, base];
    await admin.query('insert into apm.parents select $1, $2::int + n from generate_series(1, 10) n', values);
    await admin.query(
      'insert into apm.children select $1, $2::int + n, $2::int + n from generate_series(1, 10) n',
      values,
    );
    await admin.query(
      'insert into apm.tokens select $1, $2::int + n, case when n > 1 then $2::int + n - 1 end from generate_series(1, 5) n',
      values,
    );
    await admin.query('insert into apm.figures select $1, n % 20, $2::int from generate_series(1, 12000) n', values);
  }
  await admin.query('delete from apm.notes');
});

const counts = async (organization: string): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await admin.query<{ count: string }>(
      `select count(*) as count from apm.${table} where organization_id = $1`,
      [organization],
    );
    found[table] = Number(rows[0]!.count);
  }
  return found;
};
const NONE = { children: 0, figures: 0, notes: 0, parents: 0, tokens: 0 };

describe('rows of an organization', () => {
  it('are found by their column, in every table that has it, and go before what they refer to', async () => {
    const names = (await organizationTables(pool)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(TABLES);
    expect(names.indexOf('children')).toBeLessThan(names.indexOf('parents'));
  });

  it('go from partitions, rows that name each other and what a trigger makes on the way; others’ rows stay', async () => {
    const before = await counts(STAYS);
    let noted = 0;
    const note = async (_: unknown, rows: number) => void (noted += rows);
    const all = 10 + 10 + 5 + 12_000 + 10;
    expect(await removeOrganizationRows(pool, GOES, { note })).toEqual({ rows: all, isEmpty: true });
    expect(noted).toBe(all);
    expect(await counts(GOES)).toEqual(NONE);
    expect(await counts(STAYS)).toEqual(before);
  });

  it('stay in the tables that are kept', async () => {
    expect((await removeOrganizationRows(pool, GOES, { kept: ['tokens'] })).isEmpty).toBe(true);
    expect(await counts(GOES)).toEqual({ ...NONE, tokens: 5 });
  });

  it('are not said to be gone when the time is over first; the next round goes on', async () => {
    expect(await removeOrganizationRows(pool, GOES, { limitMs: 0 })).toEqual({ rows: 0, isEmpty: false });
    expect((await removeOrganizationRows(pool, GOES)).isEmpty).toBe(true);
    expect(await counts(GOES)).toEqual(NONE);
  });

  it('are not said to be gone while another one holds on to them', async () => {
    await admin.query('insert into apm.children values ($1, 5000000, 1)', [STAYS]);
    await expect(removeOrganizationRows(pool, GOES)).rejects.toThrow(/foreign key/);
    await admin.query('delete from apm.children where id = 5000000');
    expect((await removeOrganizationRows(pool, GOES)).isEmpty).toBe(true);
  });
});
