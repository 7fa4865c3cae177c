/** The schemas of commit 8044b13, with rows in what changed since, migrated to the present ones. */
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations as apm } from '@spanwise/apm/db/migrations';
import { migrations as iam } from '@spanwise/iam/db/migrations';
import { migrations as notify } from '@spanwise/notify/db/migrations';
import { createDataSource } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { migrations as projector } from '@spanwise/projector/db/migrations';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';

/** Digits of the name of the youngest migration of 8044b13. */
const LAST_OF_EARLIER = 1_767_400_000_000;
const SERVICES = { iam, apm, notify, projector };
type Migration = new () => MigrationInterface;
const isEarlier = (migration: Migration) => Number(new migration().name!.slice(-13)) <= LAST_OF_EARLIER;

let database: ScratchDatabase;
let admin: Client;

const migrated = (schema: string, migrations: Migration[]) => {
  const url = database.urlAs(`spanwise_${schema}`);
  return migrate(createDataSource({ url, schema, applicationName: 'test', migrations }), url, schema);
};

beforeAll(async () => {
  database = await scratchDatabase('earlier');
  await provision(database.url, TEST_PASSWORDS);
  for (const [schema, all] of Object.entries(SERVICES)) await migrated(schema, all.filter(isEarlier));
  admin = new Client({ connectionString: database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** Migrations that ran somewhere are never edited: the hash is of all statements that those of 8044b13 run. */
it.each([
  ['iam', 'd640d2b532389187'],
  ['apm', '869d7e8ca451a106'],
  ['notify', '3f69175d820c6c4d'],
  ['projector', '9eed8744b1c746b2'],
] as const)('the migrations of %s up to 8044b13 are as they were', async (service, expected) => {
  const hash = createHash('sha256');
  const query = (sql: string) => Promise.resolve(void hash.update(`${sql.replace(/\s+/g, ' ')}\n`));
  for (const migration of SERVICES[service].filter(isEarlier)) {
    const run = new migration();
    hash.update(run.name!);
    await run.up({ query } as unknown as QueryRunner);
  }
  expect(hash.digest('hex').slice(0, 16)).toBe(expected);
});

describe('a database of 8044b13', () => {
  it('keeps its rows, which say nothing of what is new', async () => {
    await admin.query(`
      set session_replication_role = replica;
      insert into apm.stream_fields (organization_id, stream_id, name, type, member_of)
        values (gen_random_uuid(), gen_random_uuid(), 'user', 'text', 'attributes');
      insert into apm.search_jobs (organization_id, id, subject, request, state, submitted_at_micros, ttl_secs, expires_at_micros)
        values (gen_random_uuid(), gen_random_uuid(), 'user:1', '{}', 'done', 1, 60, 2);
      insert into apm.segment_removals values (gen_random_uuid(), 'aa/traces/default/1', 1);
      insert into projector.ledger values (0, 0, 7, gen_random_uuid(), 1, 3, 2, 1, 0, 0);
    `);
    for (const [schema, all] of Object.entries(SERVICES))
      expect(await migrated(schema, all)).toBe(all.filter((migration) => !isEarlier(migration)).length);
    const rows = async (sql: string) => (await admin.query<Record<string, unknown>>(sql)).rows;
    expect(await rows('select name, types from apm.stream_fields')).toEqual([{ name: 'user', types: null }]);
    expect(await rows('select state, stored_to_micros from apm.search_jobs')).toEqual([
      { state: 'done', stored_to_micros: null },
    ]);
    expect(await rows('select key, reason, replaced_by from apm.segment_removals')).toEqual([
      { key: 'aa/traces/default/1', reason: null, replaced_by: null },
    ]);
    expect(await rows('select counted::int, from_micros, to_micros from projector.ledger')).toEqual([
      { counted: 2, from_micros: null, to_micros: null },
    ]);
    expect(await rows('select session, claiming from projector.store_owner')).toEqual([
      { session: null, claiming: null },
    ]);
  });
});
