import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { Figures, MINUTE, OTHER_ORGANIZATION } from '../queries.fixture.js';
import { ServiceDetails } from './service-detail.js';

let figures: Figures;
let nowMicros: number;

beforeAll(async () => {
  figures = await Figures.start();
  nowMicros = Math.floor(figures.nowMicros / MINUTE) * MINUTE + MINUTE / 2;
  const node = { language: 'nodejs', sdkName: 'opentelemetry', sdkVersion: '2', instance: 'pod-1' };
  await figures.record([
    { version: '1', durationMicros: 10_000, resource: node },
    { version: '2', durationMicros: 30_000, route: '/slow', resource: { ...node, instance: 'pod-2' } },
    { version: '2', durationMicros: 5_000, error: { type: 'E', message: 'boom' }, resource: node },
    { environment: 'staging', version: '3', durationMicros: 1_000 },
    { kind: 3, attributes: { 'db.system.name': 'postgresql', 'server.address': 'db' } },
    { service: 'other', route: '/else' },
    { service: 'many/things%', route: '/' },
    ...Array.from({ length: 60 }, (_, index) => ({
      service: 'wide',
      version: `${100 + index}`,
      route: `/${index}`,
      durationMicros: 1_000 + index,
      error: { type: `E${index}` },
      atMicros: nowMicros - index * MINUTE,
    })),
  ]);
});
afterAll(() => figures.stop());

const detail = (service: string, query: Partial<ApmQuery> = {}, organization?: string) =>
  new ServiceDetails(figures.reads, figures.incidents).detail({ service, ...query }, figures.contextOf(organization));

describe('the detail of a service', () => {
  it('has its figures, and those of its transactions, dependencies, errors and versions alone', async () => {
    const answer = await detail('cart', { environment: 'prod' });
    expect(answer.red).toMatchObject({ request_count: 3, error_count: 1, max_micros: 30_000 });
    expect(answer.service).toMatchObject({
      service: { namespace: 'default', name: 'cart', environment: 'prod' },
      red: answer.red,
      health: 'healthy',
      versions: ['1', '2'],
      instrumentation: { runtime_language: 'nodejs', telemetry_sdk_name: 'opentelemetry', recent_instance_count: 2 },
      traces: { namespace: 'default', service: 'cart', environment: 'prod', ...answer.meta.range },
    });
    expect(answer.transactions.map((one) => [one.transaction.name, one.red.request_count])).toEqual([
      ['GET /slow', 1],
      ['GET /items', 2],
    ]);
    expect(answer.dependencies.map((one) => one.dependency.category)).toEqual(['database']);
    expect(answer.errors).toMatchObject([{ occurrence_count: 1, error: { error_type: 'E' } }]);
    expect(answer.errors[0]!.red.error_rate).toBeCloseTo(1 / 3);
    expect(answer.versions.map((one) => [one.version, one.observation_count])).toEqual([
      ['2', 2],
      ['1', 1],
    ]);
  });

  it('has a trend of every bucket of the range, whose sum is the total', async () => {
    const { trend, red, meta } = await detail('cart', { from: nowMicros - 10 * MINUTE, to: nowMicros });
    expect(trend).toHaveLength(Math.ceil((meta.range.to - meta.range.from) / MINUTE));
    expect(trend.reduce((sum, point) => sum + point.red.request_count, 0)).toBe(red.request_count);
    expect(trend[0]).toMatchObject({ bucket_at: meta.range.from, red: { request_count: 0, error_rate: 0 } });
  });

  it('is merged over its identities, which it lists; what differs between them is empty (APM-24)', async () => {
    const { service, red } = await detail('cart');
    expect(red.request_count).toBe(4);
    expect(service.service).toEqual({ namespace: 'default', name: 'cart', environment: '' });
    expect(service.identities.map((identity) => identity.environment)).toEqual(['prod', 'staging']);
    expect(service.versions).toEqual(['1', '2', '3']);
    expect(service.instrumentation).toMatchObject({ runtime_language: 'nodejs', recent_instance_count: 2 });
  });

  it('of a version has the figures of that version alone, zeros when it is silent or not known', async () => {
    const second = await detail('cart', { version: '2' });
    expect([second.red.request_count, second.service.versions, second.service.traces.version]).toEqual([2, ['2'], '2']);
    expect((await detail('cart', { version: '9' })).red.request_count).toBe(0);
  });

  it('is zeros for a service that is known and silent in the range', async () => {
    const answer = await detail('cart', { from: nowMicros - 90 * MINUTE, to: nowMicros - 80 * MINUTE });
    expect(answer).toMatchObject({
      red: { request_count: 0, error_rate: 0, exemplars: [] },
      service: { health: 'no_traffic', instrumentation: expect.anything() },
      transactions: [],
      dependencies: [],
      errors: [],
      versions: [],
    });
    expect(answer.red.p95_micros).toBeUndefined();
    expect(answer.trend).toHaveLength(11);
  });

  it('finds a name with a slash and a percent sign exactly', async () => {
    expect((await detail('many/things%')).red.request_count).toBe(1);
  });

  it('has lists of at most 50 records: the longest, the most frequent, the newest (APM-19)', async () => {
    const { transactions, errors, versions, service } = await detail('wide', { from: nowMicros - 120 * MINUTE });
    expect([transactions, errors, versions, service.versions].map((list) => list.length)).toEqual([50, 50, 50, 50]);
    expect(transactions[0]!.transaction.name).toBe('GET /59');
    expect(versions[0]!.version).toBe('100');
  });

  it.each<[string, string, Partial<ApmQuery>, string | undefined]>([
    ['that is not named', 'nothing', {}, undefined],
    ['another organization has', 'cart', {}, OTHER_ORGANIZATION],
    ['is not in the environment of the filter', 'cart', { environment: 'test' }, undefined],
    ['is not in the namespace of the filter', 'cart', { namespace: 'shop' }, undefined],
  ])('is not found for a service that %s, always with the same words', async (_, service, query, organization) => {
    await expect(detail(service, query, organization)).rejects.toMatchObject({
      kind: 'not_found',
      message: 'There is no such service.',
    });
  });
});

describe('meta of a detail', () => {
  it('describes the sampling of the service, and the gaps and boundaries of the organization', async () => {
    await figures.admin.query(`insert into apm.gaps values ($1, $2, 'late_dropped', 3, $3)`, [
      '00000000-0000-7000-8000-0000000000a1',
      Math.floor(nowMicros / MINUTE) - 30,
      nowMicros,
    ]);
    const within = await detail('cart', { from: nowMicros - 40 * MINUTE });
    expect(within.meta.data_quality).toMatchObject({
      partial: true,
      gaps: [{ reason: 'late_dropped', dropped_facts: 3 }],
    });
    const beside = await detail('cart', { from: nowMicros - 10 * MINUTE });
    expect(beside.meta).toMatchObject({
      activation_boundary: false,
      data_quality: { partial: false, gaps: [] },
      accuracy: { sampling: { exact: 0, adjusted: 0, unknown: 1 } },
    });
    await figures.admin.query('truncate apm.gaps');
  });

  it('is partial while the projector replays its log (APM-23)', async () => {
    const partial = async () => (await detail('cart', { from: nowMicros - MINUTE })).meta.data_quality.partial;
    expect(await partial()).toBe(false);
    figures.projector = { ...figures.projector, replaying: true };
    expect(await partial()).toBe(true);
    figures.projector = { ...figures.projector, replaying: false };
  });
});
