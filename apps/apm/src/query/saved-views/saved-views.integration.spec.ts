import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { parse } from '@spanwise/contracts/authz/parse';
import { SavedViewBody } from '@spanwise/contracts/telemetry/saved-views';
import { createDataSource, Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { provision } from '@spanwise/postgres/provision';
import { inTransaction } from '@spanwise/postgres/transaction';
import { scratchDatabase, TEST_PASSWORDS, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { takeRecords } from '../../platform/audit/audit-records.fixture.js';
import { migrations } from '../../db/migrations.js';
import { SavedViews } from './saved-views.js';

const OWN = '00000000-0000-7000-8000-0000000000a1';
const OTHER = '00000000-0000-7000-8000-0000000000b2';
const USER = '00000000-0000-7000-8000-0000000000c3';
const SLOW = {
  name: 'Slow orders',
  language: 'sql' as const,
  statement: 'select * from traces."default" where duration_nano > 1e9',
  time_range_secs: 3_600,
};

let database: ScratchDatabase;
let source: Database;
let views: SavedViews;

const by = (organizationId = OWN) => ({ organization_id: organizationId, subject: USER }) as IamContext;

beforeAll(async () => {
  database = await scratchDatabase('saved_views');
  await provision(database.url, TEST_PASSWORDS);
  const url = database.urlAs('spanwise_apm');
  const options = { url, schema: 'apm', applicationName: 'test', migrations };
  await migrate(createDataSource(options), url, 'apm');
  source = await Database.open(createDataSource(options));
  views = new SavedViews(source);
});
afterAll(async () => {
  await source.close();
  await database.drop();
});

describe('a saved search', () => {
  it('is made, read, changed as a whole and deleted', async () => {
    const stream = { name: 'default', stream_type: 'traces' as const };
    const made = await views.create({ ...SLOW, stream, tags: ['orders'], pinned: true }, by());
    expect(made).toMatchObject({ ...SLOW, stream, tags: ['orders'], pinned: true, created_by: USER });
    expect(await views.read({ id: made.id }, by())).toEqual(made);
    const changed = await views.update({ id: made.id, ...SLOW, name: 'Slower orders' }, by());
    expect(changed).toMatchObject({ name: 'Slower orders', tags: [], pinned: false });
    expect([changed.stream, changed.created_at_micros]).toEqual([undefined, made.created_at_micros]);
    expect(await views.remove({ id: made.id }, by())).toEqual({ deleted: true });
    await expect(views.read({ id: made.id }, by())).rejects.toMatchObject({ kind: 'not_found' });
    await expect(views.remove({ id: made.id }, by())).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('leaves a record of each change, and none of one that was refused', async () => {
    await takeRecords(source.pool);
    const { id } = await views.create(SLOW, by());
    await views.update({ id, ...SLOW, name: 'Slower orders' }, by());
    await expect(views.update({ id, ...SLOW }, by(OTHER))).rejects.toMatchObject({ kind: 'not_found' });
    await views.remove({ id }, by());
    const records = await takeRecords(source.pool);
    expect(
      records.map(({ organization_id, actor_id, action, target_id, payload }) => [
        organization_id,
        actor_id,
        action,
        target_id,
        payload.name,
      ]),
    ).toEqual([
      [OWN, USER, 'saved_view.create', id, 'Slow orders'],
      [OWN, USER, 'saved_view.update', id, 'Slower orders'],
      [OWN, USER, 'saved_view.delete', id, 'Slower orders'],
    ]);
  });

  it('is listed with its own organization’s, the pinned ones first', async () => {
    await views.create({ ...SLOW, name: 'b' }, by());
    await views.create({ ...SLOW, name: 'a' }, by());
    await views.create({ ...SLOW, name: 'z', pinned: true }, by());
    await views.create({ ...SLOW, name: 'foreign' }, by(OTHER));
    expect((await views.list({}, by())).map(({ name }) => name)).toEqual(['z', 'a', 'b']);
  });

  it('of another organization is behind row-level security', async () => {
    const { id } = await views.create(SLOW, by(OTHER));
    const attempts = [
      () => views.read({ id }, by()),
      () => views.update({ id, ...SLOW }, by()),
      () => views.remove({ id }, by()),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: 'not_found' });
    const seen = await inTransaction(source.pool, { organizationId: OWN }, (client) =>
      client.query('select from saved_views where organization_id = $1', [OTHER]),
    );
    expect(seen.rowCount).toBe(0);
  });

  it.each<[string, object]>([
    ['without a name', { name: ' ' }],
    ['in another language', { language: 'promql' }],
    ['without a statement', { statement: '' }],
    ['over more than a year', { time_range_secs: 31_622_401 }],
    ['of another organization', { organization_id: OTHER }],
    ['with a tag twice', { tags: ['a', 'a'] }],
    ['of a stream of no signal', { stream: { name: 'default', stream_type: 'profiles' } }],
  ])('%s is refused', (_, change) => {
    expect(() => parse(SavedViewBody, { ...SLOW, ...change })).toThrow();
  });
});
