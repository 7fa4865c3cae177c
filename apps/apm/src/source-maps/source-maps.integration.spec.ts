import 'reflect-metadata';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { parse } from '@spanwise/contracts/authz/parse';
import { MAX_KEPT_MAP_BYTES, PutSourceMap } from '@spanwise/contracts/telemetry/source-maps';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { inTransaction } from '@spanwise/postgres/transaction';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { takeRecords } from '../platform/audit/audit-records.fixture.js';
import type { ApmConfig } from '../config.js';
import { migrations } from '../db/migrations.js';
import { maintainPartitions, ROLLUP_TABLES } from '../rollups/retention/partitions.store.js';
import { Retention } from '../rollups/retention/retention.js';
import { SourceMaps } from './source-maps.js';

const OWN = '00000000-0000-7000-8000-0000000000a1';
const OTHER = '00000000-0000-7000-8000-0000000000b2';
const USER = '00000000-0000-7000-8000-0000000000c3';
const DAY_MS = 86_400_000;
const config = {
  sourceMapRetentionMs: 90 * DAY_MS,
  minuteRetentionMs: DAY_MS,
  hourRetentionMs: DAY_MS,
} as ApmConfig;

let database: ScratchDatabase;
let sources: Database[];
let owner: Pool;
let maps: SourceMaps;

const by = (organizationId = OWN) =>
  ({ organization_id: organizationId, subject: USER, subject_type: 'user', credential_id: USER }) as IamContext;
const map = (change: Partial<PutSourceMap> = {}): PutSourceMap => ({
  release: '1',
  file: 'main.js',
  sha256: 'a'.repeat(64),
  bytes: 10,
  mappings: 1,
  sources: 1,
  kept_base64: Buffer.from('kept').toString('base64'),
  ...change,
});

beforeAll(async () => {
  database = await scratchDatabase('source_maps');
  await provision(database.url, TEST_PASSWORDS);
  const source = (role: string) =>
    createDataSource({ url: database.urlAs(role), schema: 'apm', applicationName: 'test', migrations });
  await migrate(source('spanwise_apm'), database.urlAs('spanwise_apm'), 'apm');
  sources = await Promise.all(['spanwise_apm', 'spanwise_apm_writer'].map((role) => Database.open(source(role))));
  owner = sources[0]!.pool;
  maps = new SourceMaps(sources[0]!, config);
});
afterAll(async () => {
  await Promise.all(sources.map((source) => source.close()));
  await database.drop();
});
beforeEach(async () => {
  for (const call of [by(), by(OTHER)]) for (const { id } of await maps.list({}, call)) await maps.remove({ id }, call);
  await takeRecords(owner);
});

describe('a source map', () => {
  it('is kept until it expires, under its release, file and service', async () => {
    const made = await maps.put(map({ service: 'shop' }), by());
    expect(made).toMatchObject({ release: '1', file: 'main.js', service: 'shop', created_by: USER });
    expect(made.expires_at_micros - made.created_at_micros).toBe(90 * DAY_MS * 1_000);
    expect(await maps.known({ organization_id: OWN })).toEqual({ maps: [[made.id, '1', 'shop', 'main.js']] });
    const { head, payload } = await maps.read({ organization_id: OWN, id: made.id });
    expect([head.found, Buffer.from(payload).toString()]).toEqual([true, 'kept']);
  });

  it('comes again unchanged without an effect, and changed in place of the former', async () => {
    const first = await maps.put(map(), by());
    expect(await maps.put(map(), by())).toEqual(first);
    const second = await maps.put(map({ sha256: 'b'.repeat(64) }), by());
    expect((await maps.list({}, by())).map(({ id }) => id)).toEqual([second.id]);
    expect((await takeRecords(owner)).map(({ action, target_id: id }) => [action, id])).toEqual([
      ['source_map.upload', first.id],
      ['source_map.upload', second.id],
    ]);
  });

  it('that is refused leaves nothing for the audit log', async () => {
    await expect(maps.remove({ id: USER }, by())).rejects.toMatchObject({ kind: 'not_found' });
    expect(await takeRecords(owner)).toEqual([]);
  });

  it('is in the audit log with the user who changed it', async () => {
    const { id } = await maps.put(map(), by());
    await maps.remove({ id }, by());
    const who = { organization_id: OWN, actor_kind: 'user', actor_id: USER, credential_id: USER };
    const payload = { release: '1', service: '', file: 'main.js' };
    expect(await takeRecords(owner)).toMatchObject([
      { ...who, action: 'source_map.upload', target_kind: 'source_map', target_id: id, payload },
      { ...who, action: 'source_map.delete', target_kind: 'source_map', target_id: id, payload },
    ]);
  });

  it('of another organization is behind row-level security', async () => {
    const { id } = await maps.put(map(), by(OTHER));
    await expect(maps.remove({ id }, by())).rejects.toMatchObject({ kind: 'not_found' });
    expect([await maps.list({}, by()), await maps.known({ organization_id: OWN })]).toEqual([[], { maps: [] }]);
    expect((await maps.read({ organization_id: OWN, id })).head).toEqual({ found: false });
    const seen = await inTransaction(owner, { organizationId: OWN }, (client) =>
      client.query('select from source_maps where organization_id = $1', [OTHER]),
    );
    expect(seen.rowCount).toBe(0);
  });

  it('is one of at most 500 of a release, also when uploads come at once', async () => {
    await inTransaction(owner, { organizationId: OWN }, (client) =>
      client.query(
        `insert into source_maps (release, service, file, sha256, bytes, mappings, sources, kept, organization_id, id, created_by, created_at_micros)
         select 'full', '', 'f' || n, '', 1, 1, 1, '', $1, gen_random_uuid(), $2, 1 from generate_series(1, 498) n`,
        [OWN, USER],
      ),
    );
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => maps.put(map({ release: 'full', file: `g${at}` }), by())),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(maps.put(map({ release: 'full' }), by())).rejects.toMatchObject({ kind: 'conflict' });
    expect(await maps.put(map({ release: 'next' }), by())).toMatchObject({ release: 'next' });
  });

  it('is refused where the organization has no bytes left', async () => {
    await inTransaction(owner, { organizationId: OWN }, (client) =>
      client.query(
        `insert into source_maps (release, service, file, sha256, bytes, mappings, sources, kept, organization_id, id, created_by, created_at_micros)
         select 'big', '', 'f' || n, '', 1, 1, 1, convert_to(repeat('x', 4194304), 'UTF8'), $1, gen_random_uuid(), $2, 1 from generate_series(1, 64) n`,
        [OWN, USER],
      ),
    );
    await expect(maps.put(map(), by())).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('goes when it is old, whatever organization it is of', async () => {
    await maps.put(map(), by());
    await maps.put(map(), by(OTHER));
    for (const table of ROLLUP_TABLES) await maintainPartitions(owner, table, DAY_MS, Date.now());
    const retention = new Retention(owner, sources[1]!.pool, config);
    await retention.run(Date.now() + 89 * DAY_MS);
    expect(await maps.list({}, by())).toHaveLength(1);
    await retention.run(Date.now() + 91 * DAY_MS);
    expect([await maps.list({}, by()), await maps.list({}, by(OTHER))]).toEqual([[], []]);
  });

  it.each<[string, object]>([
    ['without a release', { release: ' ' }],
    ['with a file of 501 characters', { file: 'f'.repeat(501) }],
    ['with a line break in its name', { file: 'a\nb' }],
    ['larger than what is kept', { kept_base64: Buffer.alloc(MAX_KEPT_MAP_BYTES + 3).toString('base64') }],
    ['of another organization', { organization_id: OTHER }],
  ])('%s is refused', (_, change) => expect(() => parse(PutSourceMap, { ...map(), ...change })).toThrow());
});
