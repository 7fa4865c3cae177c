import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { ErrorGroups } from './errors.js';
import { Lists } from '../paging/list.js';
import { Figures, MINUTE, OTHER_ORGANIZATION } from '../queries.fixture.js';
import { ErrorDetails } from './error-detail.js';

let figures: Figures;
let nowMicros: number;

const STACK = 'shop.Broken: order 17\n\tat shop.Cart.total(Cart.java:41)\n\tat shop.Api.get(Api.java:7)';
const broken = { type: 'shop.Broken', message: 'order 17', stacktrace: STACK };

beforeAll(async () => {
  figures = await Figures.start({ errors: 25, transactions: 25 });
  nowMicros = Math.floor(figures.nowMicros / MINUTE) * MINUTE - MINUTE / 2;
  const at = (minutes: number) => ({ atMicros: nowMicros - minutes * MINUTE });
  await figures.record([
    { version: '1', route: '/a', error: broken, ...at(10) },
    { version: '2', route: '/b', error: broken, ...at(5) },
    { version: '2', route: '/b', error: { ...broken, message: 'order 18' }, ...at(1) },
    { version: '2', route: '/b', ...at(1) },
    { version: '2', route: '/c', ...at(1) },
    { version: '3', route: '/a', environment: 'staging', error: broken, ...at(7) },
    { service: 'other', error: broken },
    ...Array.from({ length: 30 }, (_, index) => ({
      service: 'many',
      route: `/${index}`,
      error: { type: `E${index}` },
      ...at(3),
    })),
    ...Array.from({ length: 30 }, (_, index) => ({
      service: 'everywhere',
      route: `/${index}`,
      error: broken,
      ...at(3),
    })),
  ]);
});
afterAll(() => figures.stop());

async function fingerprintOf(service: string): Promise<string> {
  const errors = new ErrorGroups(new Lists(figures.reads, figures.config));
  const { items } = await errors.list({ service, limit: 1 }, figures.contextOf());
  return items[0]!.error.fingerprint;
}

const detail = (fingerprint: string, query: Partial<ApmQuery> = {}, organization?: string) =>
  new ErrorDetails(figures.reads).detail({ fingerprint, ...query }, figures.contextOf(organization));
const ofCart = async (query: Partial<ApmQuery> = {}) => detail(await fingerprintOf('cart'), query);

describe('the detail of an error group', () => {
  it('has the group as the list shows it, over all environments of its service', async () => {
    const { group, meta } = await ofCart();
    expect(group).toMatchObject({
      error: { error_type: 'shop.Broken', application_frame: 'shop.Cart.total', overflow: false },
      service: { namespace: 'default', name: 'cart', environment: '' },
      occurrence_count: 4,
      red: { error_rate: 4 / 6 },
      first_seen_at: nowMicros - 10 * MINUTE,
      last_seen_at: nowMicros - MINUTE,
      representative_message: 'order 18',
      traces: { service: 'cart', error_fingerprint: group.error.fingerprint, ...meta.range },
    });
  });

  it('has a trend whose sum is the number of occurrences', async () => {
    const { trend } = await ofCart({ from: nowMicros - 20 * MINUTE });
    expect(trend.filter((point) => point.red.request_count > 0)).toHaveLength(4);
    expect(trend.reduce((sum, point) => sum + point.red.request_count, 0)).toBe(4);
  });

  it('names the affected transactions with their own figures, the most affected first, and the versions', async () => {
    const answer = await ofCart();
    const rows = answer.affected_transactions.map((one) => [
      one.transaction.name,
      one.service.environment,
      one.occurrence_count,
      one.red.request_count,
    ]);
    expect(rows).toEqual([
      ['GET /b', 'prod', 2, 3],
      ['GET /a', 'prod', 1, 1],
      ['GET /a', 'staging', 1, 1],
    ]);
    expect(answer.affected_versions).toEqual(['2', '3', '1']);
  });

  it('has a stack, samples with the ids of their traces, newest first, and says what made the group', async () => {
    const { representative_stack, samples, grouping } = await ofCart();
    expect(representative_stack[1]).toContain('shop.Cart.total');
    expect(samples.map((sample) => [sample.event_time, sample.transaction_name])).toEqual([
      [nowMicros - MINUTE, 'GET /b'],
      [nowMicros - 7 * MINUTE, 'GET /a'],
      [nowMicros - 10 * MINUTE, 'GET /a'],
    ]);
    expect(samples[0]).toMatchObject({
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      environment: 'prod',
      version: '2',
      representative_message: 'order 18',
    });
    expect(samples[0]!.representative_stack).toEqual(representative_stack);
    expect(grouping).toEqual({
      algorithm: expect.stringMatching(/^g\d+$/),
      scope: { namespace: 'default', service: 'cart' },
      error_type: 'shop.Broken',
      rule: 'stack',
      types: ['shop.Broken'],
      frames: ['shop.Cart.total', 'shop.Api.get'],
    });
  });

  it('under filters shows what passes them', async () => {
    const second = await ofCart({ version: '2' });
    expect([second.group.occurrence_count, second.affected_versions, second.samples.length]).toEqual([2, ['2'], 1]);
    expect(second.group.red.error_rate).toBeCloseTo(2 / 4);
    const staging = await ofCart({ environment: 'staging' });
    expect([staging.group.service.environment, staging.group.occurrence_count]).toEqual(['staging', 1]);
    expect([staging.samples.map((sample) => sample.version), staging.representative_stack.length]).toEqual([['3'], 3]);
  });

  it('is found by its former fingerprint, too, once nothing is left under that', async () => {
    const fingerprint = await fingerprintOf('cart');
    const { rows } = await figures.admin.query<{ aliases: string[] }>(
      'select aliases from apm.error_groups where fingerprint = $1',
      [fingerprint],
    );
    const answer = await detail(rows[0]!.aliases[0]!);
    expect([answer.group.error.fingerprint, answer.group.occurrence_count]).toEqual([fingerprint, 4]);
    await expect(detail(rows[0]!.aliases[0]!, {}, OTHER_ORGANIZATION)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(detail(rows[0]!.aliases[0]!, { service: 'other' })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is zeros in a range where the group was silent', async () => {
    const answer = await ofCart({ from: nowMicros - 90 * MINUTE, to: nowMicros - 80 * MINUTE });
    expect(answer).toMatchObject({
      group: { occurrence_count: 0, red: { request_count: 0, error_rate: 0 }, error: { error_type: 'shop.Broken' } },
      affected_transactions: [],
      affected_versions: [],
    });
  });

  it('of a group in many transactions lists twenty; those beyond the budget are one row', async () => {
    const { affected_transactions } = await detail(await fingerprintOf('everywhere'));
    expect(affected_transactions).toHaveLength(20);
    expect(affected_transactions[0]).toMatchObject({ transaction: { name: '__other__' }, occurrence_count: 5 });
  });

  it('of what exceeded the budget of groups has figures, and neither samples nor grouping', async () => {
    const answer = await detail('__other__');
    expect(answer).toMatchObject({
      group: { error: { overflow: true }, service: { name: 'many' }, occurrence_count: 5 },
      samples: [],
      representative_stack: [],
    });
    expect(answer.grouping).toBeUndefined();
    expect(answer.meta.data_quality.overflow_dimensions).toContain('error');
  });

  it.each<[string, string, Partial<ApmQuery>, string | undefined]>([
    ['that was never seen', '0'.repeat(32), {}, undefined],
    ['of another service', 'cart', { service: 'other' }, undefined],
    ['of another organization', 'cart', {}, OTHER_ORGANIZATION],
  ])('%s is not found, always with the same words', async (_, of, query, organization) => {
    const fingerprint = of === 'cart' ? await fingerprintOf('cart') : of;
    await expect(detail(fingerprint, query, organization)).rejects.toMatchObject({
      kind: 'not_found',
      message: 'There is no such error group.',
    });
  });
});
