import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextWith, TestGateway } from '../gateway.fixture.js';

let gateway: TestGateway;
let token: string;
/** What apm was asked, by subject. */
let asked: Record<string, unknown[]>;

beforeAll(async () => {
  gateway = await TestGateway.start();
  token = gateway.iam.admit();
  asked = {};
  for (const subject of [
    'overview',
    'services.detail',
    'transactions.detail',
    'errors.detail',
    'health',
    'versions.compare',
    'deployments.list',
    'deployments.record',
    'service_graph',
  ])
    asked[subject] = await gateway.answer(`svc.apm.${subject}`, { meta: {} });
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
    expect([status, asked['services.detail']!.at(-1)]).toEqual([
      200,
      { service: name, environment: 'prod', limit: 20 },
    ]);
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
    expect([status, asked['transactions.detail']!.at(-1)]).toEqual([
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
    expect([status, asked['errors.detail']!.at(-1)]).toEqual([
      200,
      { fingerprint: '00ff', service: 'cart', direction: 'asc', limit: 50 },
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
    expect([status, asked.health!.at(-1)]).toEqual([200, { from: 1, to: 2, resolution: 'hour' }]);
    expect((await get('/health?shard=1')).status).toBe(400);
  });
});

describe('the comparison of versions', () => {
  it('is asked for with both versions', async () => {
    const { status } = await get('/versions/compare?baseline=1.0&candidate=1.1%2Bbuild&service=cart');
    expect([status, asked['versions.compare']!.at(-1)]).toEqual([
      200,
      { baseline: '1.0', candidate: '1.1+build', service: 'cart' },
    ]);
  });

  it.each([
    ['without a baseline', 'candidate=2', 'baseline'],
    ['without a candidate', 'baseline=1', 'candidate'],
    ['with an empty candidate', 'baseline=1&candidate=', 'candidate'],
    ['with a baseline of 193 bytes', `baseline=${'é'.repeat(96)}x&candidate=2`, 'baseline'],
  ])('%s is refused and names it', async (_, query, field) => {
    const { status, body } = await get(`/versions/compare?${query}`);
    expect([status, body.error, body.details]).toMatchObject([400, 'invalid_argument', [{ field }]]);
  });
});

describe('sort and cursor (API-2)', () => {
  it.each([
    'overview',
    'services/a',
    'transactions/a',
    'errors/a',
    'health',
    'versions/compare?baseline=1&candidate=2',
  ])('may be anything on /%s, which is no list, but not given twice', async (path) => {
    const query = (rest: string) => `/${path}${path.includes('?') ? '&' : '?'}${rest}`;
    expect((await get(query(`sort=${'x'.repeat(65)}&cursor=${'y'.repeat(4_097)}`))).status).toBe(200);
    expect((await get(query('sort=a&sort=b'))).status).toBe(400);
    expect((await get(query('direction=up'))).body.details).toMatchObject([{ field: 'direction' }]);
  });
});

describe('deployments', () => {
  const post = async (body: object, as = token) => {
    const response = await gateway.fetch('/api/v1/apm/deployments', {
      method: 'POST',
      token: as,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('are recorded by who may send telemetry, and listed for who may query it', async () => {
    const event = { service: 'cart', version: '2', deployed_at: 5, url: 'https://ci.example/7' };
    expect([(await post(event)).status, asked['deployments.record']!.at(-1)]).toEqual([201, event]);
    expect([(await get('/deployments?service=cart')).status, asked['deployments.list']!.at(-1)]).toEqual([
      200,
      { service: 'cart' },
    ]);
    const reader = gateway.iam.admit(contextWith({ permissions: ['streams.query'] }));
    expect((await post(event, reader)).body.message).toBe('The permission streams.write is missing.');
  });

  it.each([
    ['no version', { service: 'a' }, 'version'],
    ['a blank service', { service: ' ', version: '1' }, 'service'],
    ['a time that is no integer', { service: 'a', version: '1', deployed_at: 1.5 }, 'deployed_at'],
    ['a URL that a browser would run', { service: 'a', version: '1', url: 'javascript:alert(1)' }, 'url'],
    ['an organization', { service: 'a', version: '1', org_id: 'x' }, 'org_id'],
  ])('with %s are refused', async (_, body, field) => {
    const answer = await post(body);
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ field }]]);
  });
});

describe('the service map', () => {
  it('is asked for beside the traces', async () => {
    const response = await gateway.fetch('/api/v1/traces/service_graph?from=1&to=2&service=cart', { token });
    expect([response.status, asked['service_graph']!.at(-1)]).toEqual([200, { from: 1, to: 2, service: 'cart' }]);
  });
});
