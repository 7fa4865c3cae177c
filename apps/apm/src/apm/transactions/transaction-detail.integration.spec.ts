import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionDetailQuery } from '@spanwise/contracts/apm/details';
import { Figures, MINUTE, OTHER_ORGANIZATION } from '../queries.fixture.js';
import { TransactionDetails } from './transaction-detail.js';

let figures: Figures;
let nowMicros: number;

beforeAll(async () => {
  figures = await Figures.start();
  nowMicros = Math.floor(figures.nowMicros / MINUTE) * MINUTE + MINUTE / 2;
  const failing = { type: 'E', message: 'boom' };
  await figures.record([
    { version: '1', route: '/orders/{id}', durationMicros: 10_000 },
    { version: '2', route: '/orders/{id}', durationMicros: 30_000, error: failing },
    { version: '2', route: '/orders/{id}', durationMicros: 20_000, environment: 'staging' },
    { version: '2', route: '/items', error: failing },
    { service: 'shop', route: '/orders/{id}', error: failing },
    { service: 'cron', attributes: { 'rpc.system': 'grpc', 'rpc.service': 'Orders', 'rpc.method': 'List' } },
    { service: 'worker', kind: 1, name: 'Orders/List' },
    ...Array.from({ length: 12 }, (_, index) => ({ service: 'errors', error: { type: `E${index}` } })),
  ]);
});
afterAll(() => figures.stop());

const ORDERS = 'GET /orders/{id}';
const detail = (transaction: string, query: Partial<TransactionDetailQuery> = {}, organization?: string) =>
  new TransactionDetails(figures.reads).detail({ transaction, ...query }, figures.contextOf(organization));

describe('the detail of a transaction', () => {
  it('has its own figures, trend, errors and versions', async () => {
    const answer = await detail(ORDERS, { service: 'cart', environment: 'prod' });
    expect(answer.transaction).toMatchObject({
      service: { namespace: 'default', name: 'cart', environment: 'prod' },
      transaction: { name: ORDERS, kind: 'http' },
      red: { request_count: 2, error_count: 1, max_micros: 30_000 },
      total_time_micros: 40_000,
      traces: { service: 'cart', environment: 'prod', transaction: ORDERS, ...answer.meta.range },
    });
    expect(answer.transaction.version).toBeUndefined();
    expect(answer.trend.reduce((sum, point) => sum + point.red.request_count, 0)).toBe(2);
    expect(answer.errors).toMatchObject([
      { occurrence_count: 1, error: { error_type: 'E', transaction_name: ORDERS }, red: { error_rate: 1 / 3 } },
    ]);
    expect(answer.versions.map((one) => [one.version, one.observation_count])).toEqual([
      ['2', 1],
      ['1', 1],
    ]);
  });

  it('is merged over services and environments, which it lists; what differs is empty (APM-24)', async () => {
    const { transaction, errors } = await detail(ORDERS);
    expect(transaction.red.request_count).toBe(4);
    expect(transaction.service).toEqual({ namespace: 'default', name: '', environment: '' });
    expect(transaction.identities.map(({ name, environment }) => `${name}/${environment}`)).toEqual([
      'cart/prod',
      'cart/staging',
      'shop/prod',
    ]);
    expect(errors.map((error) => error.service.name).sort()).toEqual(['cart', 'shop']);
  });

  it('under a version filter is that version alone, and zeros when the version is silent', async () => {
    const second = await detail(ORDERS, { service: 'cart', version: '2' });
    expect(second.transaction).toMatchObject({ version: '2', red: { request_count: 2 }, traces: { version: '2' } });
    const none = await detail(ORDERS, { service: 'cart', version: '9' });
    expect([none.transaction.version, none.transaction.red.request_count, none.errors]).toEqual(['9', 0, []]);
  });

  it('is zeros in a range without traffic', async () => {
    const answer = await detail(ORDERS, { from: nowMicros - 90 * MINUTE, to: nowMicros - 80 * MINUTE });
    expect(answer).toMatchObject({ transaction: { red: { request_count: 0 }, total_time_micros: 0 }, errors: [] });
    expect(answer.trend).toHaveLength(11);
  });

  it('lists at most ten errors (APM-19)', async () => {
    expect((await detail('GET /items', { service: 'errors' })).errors).toHaveLength(10);
  });

  it('of two kinds asks for one and names them; with `kind` it is that one', async () => {
    const error = await detail('Orders/List').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'invalid_argument', details: [{ field: 'kind' }] });
    expect((error as Error).message).toContain('(rpc, span)');
    const rpc = await detail('Orders/List', { kind: 'rpc' });
    expect([rpc.transaction.service.name, rpc.transaction.transaction.kind]).toEqual(['cron', 'rpc']);
    expect((await detail('Orders/List', { service: 'worker' })).transaction.transaction.kind).toBe('span');
  });

  it.each<[string, string, Partial<TransactionDetailQuery>, string | undefined]>([
    ['an unknown name', 'GET /nothing', {}, undefined],
    ['a name in other capitals', ORDERS.toLowerCase(), {}, undefined],
    ['a kind that it does not have', ORDERS, { kind: 'rpc' }, undefined],
    ['another service', ORDERS, { service: 'cron' }, undefined],
    ['another organization', ORDERS, {}, OTHER_ORGANIZATION],
  ])('of %s is not found, always with the same words', async (_, transaction, query, organization) => {
    await expect(detail(transaction, query, organization)).rejects.toMatchObject({
      kind: 'not_found',
      message: 'There is no such transaction.',
    });
  });
});
