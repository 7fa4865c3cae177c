import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestGateway } from '../gateway.fixture.js';

let gateway: TestGateway;
let token: string;
/** What apm was asked, by subject. */
let asked: Record<string, unknown[]>;

beforeAll(async () => {
  gateway = await TestGateway.start();
  token = gateway.iam.admit();
  asked = Object.fromEntries(
    ['services.detail', 'transactions.detail', 'errors.detail', 'health'].map((subject) => [
      subject,
      gateway.answer(`svc.apm.${subject}`, { meta: {} }),
    ]),
  );
});
afterAll(() => gateway.stop());

async function get(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await gateway.fetch(`/api/v1/apm${path}`, { token });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Names that clients send URL-encoded: as they are meant, they reach apm. */
const NAMES = ['GET /orders/{id}', '100% of a+b', 'GET /%2F/..', 'käse 🧀', 'a?b#c&d=e'];

describe('the detail of a service', () => {
  it.each(NAMES)('%s is asked for by its exact name, which wins over the filter', async (name) => {
    const { status } = await get(`/services/${encodeURIComponent(name)}?service=other&environment=prod&limit=20`);
    expect([status, asked['services.detail'].at(-1)]).toEqual([200, { service: name, environment: 'prod', limit: 20 }]);
  });

  it.each([
    ['a filter of 193 bytes', `/services/a?namespace=${'x'.repeat(193)}`, 'namespace'],
    ['a service filter that is empty, although the path wins', '/services/a?service=', 'service'],
    ['a limit of 0', '/services/a?limit=0', 'limit'],
    ['a parameter of another endpoint', '/services/a?kind=http', 'kind'],
  ])('with %s is refused and names it', async (_, path, field) => {
    const { status, body } = await get(path);
    expect([status, body.error, body.details]).toMatchObject([400, 'invalid_argument', [{ field }]]);
  });
});

describe('the detail of a transaction', () => {
  it.each(NAMES)('%s is asked for by its exact name', async (name) => {
    const { status } = await get(`/transactions/${encodeURIComponent(name)}?kind=http&service=cart`);
    expect([status, asked['transactions.detail'].at(-1)]).toEqual([
      200,
      { transaction: name, kind: 'http', service: 'cart' },
    ]);
  });

  it.each([
    ['a kind that there is not', '/transactions/a?kind=grpc', 'kind'],
    ['a kind in capitals', '/transactions/a?kind=HTTP', 'kind'],
    ['its name as a parameter', '/transactions/a?transaction=b', 'transaction'],
    ['two kinds', '/transactions/a?kind=http&kind=rpc', 'kind'],
  ])('with %s is refused and names it', async (_, path, field) => {
    const { status, body } = await get(path);
    expect([status, body.error, body.details]).toMatchObject([400, 'invalid_argument', [{ field }]]);
  });
});

describe('the detail of an error group', () => {
  it('is asked for by its fingerprint, with the parameters of the list that the client comes from', async () => {
    const { status } = await get(`/errors/00ff?service=cart&sort=last_seen&direction=asc&limit=50`);
    expect([status, asked['errors.detail'].at(-1)]).toEqual([
      200,
      { fingerprint: '00ff', service: 'cart', sort: 'last_seen', direction: 'asc', limit: 50 },
    ]);
  });

  it('is refused for a fingerprint as a parameter', async () => {
    const { status, body } = await get('/errors/00ff?fingerprint=11ee');
    expect([status, body.details]).toMatchObject([400, [{ field: 'fingerprint' }]]);
  });
});

describe('the health of the projection', () => {
  it('is asked for with the common parameters, and only with them', async () => {
    const { status } = await get('/health?from=1&to=2&resolution=hour&cursor=x');
    expect([status, asked.health.at(-1)]).toEqual([200, { from: 1, to: 2, resolution: 'hour', cursor: 'x' }]);
    expect((await get('/health?shard=1')).status).toBe(400);
  });
});
