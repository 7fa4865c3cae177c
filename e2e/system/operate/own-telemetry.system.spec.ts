import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import type { Page, Red } from '../../src/product.fixture.js';
import { SelfObserved } from './self-observed.fixture.js';

interface Service {
  service: { name: string };
}
type Transaction = Service & { transaction: { name: string }; red: Red };
type Dependency = Service & { dependency: { category: string; target: string } };

let product: SelfObserved;
let owner: string;
let system: string;

beforeAll(async () => {
  product = await SelfObserved.start();
  owner = await product.signIn();
  system = await product.signInToSystem();
  const { body } = await product.call<{ token: string }>('POST /api/v1/auth/tokens', owner, { name: 'intake' });
  for (let sent = 0; sent < 3; sent++) expect(await product.send(body.token, 'shop')).toBe(200);
  await product.get('/api/v1/apm/overview', owner);
});
afterAll(() => product.stop());

const services = async (token: string): Promise<string[]> => {
  const { items } = await product.get<Page<Service>>('/api/v1/apm/services', token);
  return [...new Set(items.map(({ service }) => service.name))].sort();
};

describe('the product about itself, in the _sys scope', () => {
  it('shows every service', async () => {
    const names = ['spanwise-apm', 'spanwise-gateway', 'spanwise-iam', 'spanwise-projector'];
    await eventually(async () => expect(await services(system)).toEqual(names));
  });

  it('shows requests by route, messages by method and batches of the log', async () => {
    const path = '/api/v1/apm/transactions?limit=200';
    await eventually(async () => {
      const { items } = await product.get<Page<Transaction>>(path, system);
      const seen = new Map(items.map((item) => [`${item.service.name} ${item.transaction.name}`, item.red]));
      expect(seen.get('spanwise-gateway POST /v1/traces')).toMatchObject({ request_count: 3, error_count: 0 });
      expect([...seen.keys()]).toEqual(
        expect.arrayContaining([
          'spanwise-gateway POST /api/v1/auth/signin',
          'spanwise-gateway GET /api/v1/apm/overview',
          'spanwise-iam iam/signin',
          'spanwise-apm apm/overview',
          'spanwise-apm apply deltas',
          'spanwise-projector process ingest.0',
        ]),
      );
      expect(
        [...seen.keys()].filter((name) => /telemetry|metrics|healthz|readyz|projector\/deltas/.test(name)),
      ).toEqual([]);
    });
  });

  it('shows what they call: each other, the log and the database', async () => {
    await eventually(async () => {
      const { items } = await product.get<Page<Dependency>>('/api/v1/apm/dependencies?limit=200', system);
      const calls = new Set(
        items.map(({ service, dependency }) => `${service.name} ${dependency.category} ${dependency.target}`),
      );
      expect([...calls]).toEqual(
        expect.arrayContaining([
          'spanwise-gateway service spanwise-iam',
          'spanwise-gateway service spanwise-apm',
          'spanwise-gateway messaging nats/ingest.0',
          expect.stringMatching(/^spanwise-iam database postgresql\/.*\|iam$/),
          expect.stringMatching(/^spanwise-apm database postgresql\/.*\|apm$/),
          expect.stringMatching(/^spanwise-projector database postgresql\/.*\|projector$/),
        ]),
      );
    });
  });

  it('is seen by no tenant, and shows nothing of theirs', async () => {
    await eventually(async () => expect(await services(owner)).toEqual(['shop']));
    expect(await services(system)).not.toContain('shop');
  });

  it('falls silent when the product is idle: neither probes nor polls nor its own way are traced', async () => {
    const settled = async () => {
      const before = await product.telemetry();
      await sleep(2_500);
      expect(await product.telemetry()).toEqual(before);
    };
    await eventually(settled);
    const before = await product.telemetry();
    expect(before.spans).toBeGreaterThan(20);
    for (const probe of ['/healthz', '/metrics', '/api/v1/healthz', '/api/v1/readyz']) await fetch(product.url + probe);
    await sleep(3_000);
    expect(await product.telemetry()).toEqual(before);
  });
});
