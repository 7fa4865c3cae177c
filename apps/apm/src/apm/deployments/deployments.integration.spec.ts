import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import type { RecordDeployment } from '@spanwise/contracts/apm/deployments';
import { takeRecords } from '../../platform/audit/audit-records.fixture.js';
import { Figures, HOUR, MINUTE, OTHER_ORGANIZATION } from '../queries.fixture.js';
import { DeploymentRecords } from './deployments.js';

let figures: Figures;
let controller: DeploymentRecords;
let nowMicros: number;

beforeAll(async () => {
  figures = await Figures.start({ versions: 3 });
  controller = new DeploymentRecords(figures.reads, figures.source);
  nowMicros = Math.floor(figures.nowMicros / MINUTE) * MINUTE;
  const seen = (version: string, minutes: number, environment = 'prod') => ({
    version,
    environment,
    atMicros: nowMicros - minutes * MINUTE,
  });
  await figures.record([seen('1', 50), seen('2', 20), seen('2', 10, 'staging'), seen('', 5)]);
});
beforeEach(() => figures.admin.query('truncate apm.deployments'));
afterAll(() => figures.stop());

const record = (change: Partial<RecordDeployment> = {}, organization?: string) =>
  controller.record(
    { service: 'cart', version: '2', deployed_at: nowMicros - 25 * MINUTE, ...change },
    figures.contextOf(organization),
  );
const list = async (query: ApmQuery = {}, organization?: string) =>
  (await controller.list(query, figures.contextOf(organization))).items;
const short = (items: Awaited<ReturnType<typeof list>>) =>
  items.map((item) => `${item.source} ${item.version} ${item.service.environment}`);

describe('the deployments of a range', () => {
  it('are, without events, the versions that were first seen in it, newest first', async () => {
    expect(short(await list())).toEqual(['first_seen 2 staging', 'first_seen 2 prod', 'first_seen 1 prod']);
    expect(short(await list({ from: nowMicros - 30 * MINUTE, environment: 'prod' }))).toEqual(['first_seen 2 prod']);
  });

  it('show an event instead of the version that it names, with the moment of the first span', async () => {
    await record({ environment: 'prod', description: 'new prices', url: 'https://ci.example/7' });
    const [staging, event, first] = await list();
    expect(short([staging!, first!])).toEqual(['first_seen 2 staging', 'first_seen 1 prod']);
    expect(event).toEqual({
      source: 'event',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      service: { namespace: '', name: 'cart', environment: 'prod' },
      version: '2',
      deployed_at: nowMicros - 25 * MINUTE,
      first_seen_at: nowMicros - 20 * MINUTE,
      description: 'new prices',
      url: 'https://ci.example/7',
    });
  });

  it('are recorded with a trace in the audit log', async () => {
    await takeRecords(figures.source.pool);
    const { id } = await record({ environment: 'prod', description: 'new prices' });
    expect(await takeRecords(figures.source.pool)).toMatchObject([
      {
        action: 'deployment.record',
        target_kind: 'deployment',
        target_id: id,
        payload: { service: 'cart', version: '2', environment: 'prod' },
      },
    ]);
  });

  it('of an event that names no environment are those of all, and it passes every filter for one', async () => {
    await record();
    expect(short(await list())).toEqual(['event 2 ', 'first_seen 1 prod']);
    expect(short(await list({ environment: 'staging' }))).toEqual(['event 2 ']);
    expect(short(await list({ version: '1' }))).toEqual(['first_seen 1 prod']);
  });

  it('do not repeat a version whose event lies just before the range', async () => {
    await record({ deployed_at: nowMicros - 23 * MINUTE });
    expect(short(await list({ from: nowMicros - 22 * MINUTE }))).toEqual([]);
  });

  it('are cut to the limit', async () => {
    const answer = await controller.list({ limit: 2 }, figures.contextOf());
    expect([answer.items.length, answer.has_more]).toEqual([2, true]);
  });

  it('are those of one organization', async () => {
    await record({ version: 'secret' });
    expect(await list({}, OTHER_ORGANIZATION)).toEqual([]);
  });
});

describe('a deploy event', () => {
  it('that is sent again is the same deployment', async () => {
    const [first, again] = [await record({ description: 'a' }), await record({ description: 'b' })];
    expect([again.id, again.description]).toEqual([first.id, 'b']);
    expect((await record({ environment: 'prod' })).id).not.toBe(first.id);
  });

  it('is of the present when it says no time', async () => {
    const { deployed_at } = await record({ deployed_at: undefined });
    expect(Math.abs(deployed_at - figures.nowMicros)).toBeLessThan(MINUTE);
  });

  it.each([
    ['in the future', 11 * MINUTE],
    ['older than what is kept', -31 * 24 * HOUR],
  ])('%s is refused', async (_, offset) => {
    await expect(async () => record({ deployed_at: nowMicros + offset })).rejects.toMatchObject({
      kind: 'invalid_argument',
      details: [{ field: 'deployed_at' }],
    });
  });

  it('beyond retention is forgotten', async () => {
    await record();
    await figures.retention.run(Date.now() + 33 * 86_400_000);
    expect((await figures.admin.query('select from apm.deployments')).rowCount).toBe(0);
  });
});
