/** The parameters of APM, one by one, asked of the started product through the gateway. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { Client, serverSpan, type Meta, type Page, type Red } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

interface Item {
  service: { namespace: string; name: string; environment: string };
  red: Red;
  total_time_micros: number;
  occurrence_count: number;
  last_seen_at: number;
  transaction: { name: string; kind: string };
  error: { fingerprint: string };
}
interface Answer extends Page<Item> {
  sort: string;
  has_more: boolean;
  error: string;
  message: string;
  red: Red;
  service: Item['service'] & Item;
  transaction: Item;
  group: Item;
}

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const now = Date.now() * 1_000;
/** Every span starts within this minute. */
const at = Math.floor(now / MINUTE) * MINUTE - 5 * MINUTE;
const range = `from=${at}&to=${at + MINUTE}`;
const ITEMS = 60;
const LONGEST = 'x'.repeat(192);

let client: Client<Tenant>;
let fingerprint: string;

const FAILED = {
  status: { code: 2 },
  events: [
    {
      name: 'exception',
      timeUnixNano: '1',
      attributes: [{ key: 'exception.type', value: { stringValue: 'Broken' } }],
    },
  ],
};
const CALL = {
  kind: 3,
  name: 'GET',
  attributes: [
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'server.address', value: { stringValue: 'stock' } },
  ],
};
const route = (path: string) => ({
  attributes: [
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'http.route', value: { stringValue: path } },
  ],
});
const job = { kind: 1, name: 'GET /both', attributes: [] };
const span = (change: object = {}, atMicros = at) => serverSpan(atMicros, change);

async function get(path: string): Promise<{ status: number; body: Answer }> {
  return client.get<Answer>(`/api/v1/apm/${path}`);
}
async function found(path: string): Promise<Answer> {
  const { status, body } = await get(path);
  expect([path, status, body.message]).toEqual([path, 200, undefined]);
  return body;
}
async function refused(path: string): Promise<string> {
  const { status, body } = await get(path);
  expect([path, status, body.error]).toEqual([path, 400, 'invalid_argument']);
  return body.message;
}
const names = ({ items }: Answer) => items.map(({ service }) => service.name);

beforeAll(async () => {
  client = await Client.join();
  const resource = (more: object) => ({
    'service.name': 'cart',
    'service.namespace': 'shop',
    'deployment.environment.name': 'live',
    'service.version': '1',
    ...more,
  });
  await client.send([span(), span(FAILED), span(CALL), span(route('/both')), span(job)], resource({}));
  await client.send([span()], resource({ 'service.version': '2' }));
  await client.send([span()], resource({ 'deployment.environment.name': 'test' }));
  await client.send([span()], resource({ 'service.namespace': LONGEST }));
  await client.send([span({}, now - 30 * HOUR + 7 * HOUR)], resource({ 'service.name': 'yesterday' }));
  await client.send(
    Array.from({ length: ITEMS }, (_, index) => span(route(`/item-${index}`))),
    resource({ 'service.name': 'pages' }),
  );
  await eventually(async () => expect((await get(`overview?${range}`)).body.red.request_count).toBe(7 + ITEMS));
  await eventually(async () =>
    expect((await get('services?service=yesterday&resolution=hour')).body.items[0]!.red.request_count).toBe(1),
  );
  fingerprint = (await found(`errors?${range}`)).items[0]!.error.fingerprint;
});

describe('the endpoints', () => {
  const list = ['items', 'next_cursor', 'previous_cursor', 'has_more', 'sort'];
  const rows: [path: () => string, members: string[]][] = [
    [
      () => 'overview?',
      [
        'red',
        'trend',
        'service_health',
        'services',
        'top_transactions',
        'top_dependencies',
        'top_errors',
        'recent_versions',
      ],
    ],
    [() => 'services?', list],
    [() => 'services/cart?', ['service', 'red', 'trend', 'transactions', 'dependencies', 'errors', 'versions']],
    [() => 'transactions?', list],
    [() => `transactions/${encodeURIComponent('GET /orders/{id}')}?`, ['transaction', 'trend', 'errors', 'versions']],
    [() => 'dependencies?', list],
    [() => 'errors?', list],
    [
      () => `errors/${fingerprint}?`,
      ['group', 'trend', 'affected_transactions', 'affected_versions', 'representative_stack', 'samples'],
    ],
    [
      () => 'versions/compare?baseline=1&candidate=2&',
      ['baseline', 'candidate', 'delta', 'sufficient_data', 'regressed_transactions', 'regressed_errors'],
    ],
    [() => 'health?', ['enabled', 'degraded', 'runtime', 'boundaries', 'gaps']],
  ];
  it.each(rows.map(([path, members]) => [String(path).replace('() => ', ''), path, members] as const))(
    '%s',
    async (_, path, members) => {
      const body = await found(`${path()}${range}`);
      expect(Object.keys(body)).toEqual(expect.arrayContaining([...members, 'meta']));
      const { meta } = body;
      expect([meta.range.from, meta.range.to, meta.resolution]).toEqual([at, at + MINUTE, 'minute']);
      expect([meta.projection_started_at, meta.last_complete_bucket_at].every(Number.isInteger)).toBe(true);
      expect([typeof meta.activation_boundary, typeof meta.data_quality.partial]).toEqual(['boolean', 'boolean']);
      expect([meta.data_quality.gaps, meta.data_quality.overflow_dimensions]).toEqual([[], []]);
    },
  );

  it('need a bearer token', async () => {
    const answer = await fetch(`${client.product.baseUrl}/api/v1/apm/overview`);
    expect(answer.status).toBe(401);
  });

  it('are all GET', async () => {
    const headers = { authorization: `Bearer ${client.product.readToken}` };
    const answer = await fetch(`${client.product.baseUrl}/api/v1/apm/services`, { method: 'DELETE', headers });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, 'GET, HEAD']);
  });

  it('`/services/{service}`: the path value overrides the `service` query filter', async () => {
    expect((await found(`services/cart?service=pages&${range}`)).service.name ?? '').toBe(
      (await found(`services/cart?${range}`)).service.name ?? '',
    );
    expect((await found(`services/cart?service=pages&${range}`)).red.request_count).toBe(7);
  });

  it('`/transactions/{transaction}` and `/errors/{fingerprint}`: the exact value from a list response', async () => {
    expect((await get(`transactions/${encodeURIComponent('GET /ORDERS/{id}')}?${range}`)).status).toBe(404);
    expect((await get(`errors/${fingerprint.slice(0, -1)}?${range}`)).status).toBe(404);
  });
});

describe('the common query parameters', () => {
  const metaOf = async (path: string): Promise<Meta> => (await found(path)).meta;

  it('`from`: 24 hours before `to` by default', async () => {
    const { range: effective } = await metaOf(`overview?to=${at + MINUTE}`);
    expect(effective.to - effective.from).toBe(24 * HOUR);
  });

  it('`to`: the current time by default', async () => {
    const beforeMicros = Date.now() * 1_000;
    const { range: effective } = await metaOf(`overview?from=${at}`);
    expect(effective.to).toBeGreaterThan(beforeMicros - MINUTE);
    expect(effective.to).toBeLessThan(Date.now() * 1_000 + MINUTE);
  });

  it.each([
    ['namespace', 'shop', 6 + ITEMS],
    ['service', 'cart', 7],
    ['environment', 'test', 1],
    ['version', '2', 1],
  ])('`%s`: exact filter', async (name, value, requests) => {
    expect((await found(`overview?${range}&${name}=${value}`)).red.request_count).toBe(requests);
    expect((await found(`overview?${range}&${name}=${value.toUpperCase()}x`)).red.request_count).toBe(0);
  });

  it.each([
    ['auto', `from=${now - 2 * HOUR}`, 'minute'],
    ['auto', `from=${now - 48 * HOUR}`, 'hour'],
    ['minute', `from=${now - 48 * HOUR}`, 'minute'],
    ['hour', `from=${now - 2 * HOUR}`, 'hour'],
  ])('`resolution`: %s for %s', async (resolution, from, used) =>
    expect((await metaOf(`overview?${from}&resolution=${resolution}`)).resolution).toBe(used),
  );

  it('`resolution`: nothing else', async () => expect(await refused('overview?resolution=day')).toMatch(/resolution/));

  it('`direction`: `desc` by default, or `asc`', async () => {
    const sorted = async (direction: string) => names(await found(`services?${range}&sort=name${direction}`));
    const descending = await sorted('');
    expect(descending).toEqual(await sorted('&direction=desc'));
    expect(await sorted('&direction=asc')).toEqual(descending.toReversed());
    expect(await refused('services?direction=up')).toMatch(/direction/);
  });

  it('`limit`: 1 to 200, 50 by default', async () => {
    const count = async (limit: string) => (await found(`transactions?${range}&service=pages${limit}`)).items.length;
    expect([await count(''), await count('&limit=1'), await count('&limit=200')]).toEqual([50, 1, ITEMS]);
    for (const limit of ['0', '201', '-1', '1e3', '5.0', '', 'x'])
      expect(await refused(`services?limit=${limit}`)).toMatch(/limit/);
  });

  it('`cursor`: from an earlier list response, which leads forward and back', async () => {
    const first = await found(`transactions?${range}&service=pages`);
    const second = await found(`transactions?cursor=${first.next_cursor}`);
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
    const seen = [...first.items, ...second.items].map(({ transaction }) => transaction.name);
    expect(new Set(seen).size).toBe(ITEMS);
    expect((await found(`transactions?cursor=${second.previous_cursor}`)).items).toEqual(first.items);
  });
});

describe('the rules', () => {
  it.each(['namespace', 'service', 'environment', 'version'])(
    'the filter `%s` is non-empty and at most 192 bytes long (APM-16)',
    async (name) => {
      for (const value of ['', '%20', 'x'.repeat(193), 'é'.repeat(97), 'a%00b'])
        expect(await refused(`services?${name}=${value}`)).toMatch(new RegExp(name));
      await found(`services?${name}=${'é'.repeat(96)}`);
    },
  );

  it('a value of 192 bytes is found (APM-16)', async () => {
    expect(names(await found(`services?${range}&namespace=${LONGEST}`))).toEqual(['cart']);
  });

  it('the span from `from` to `to` cannot exceed 30 days (APM-20)', async () => {
    const days = 24 * HOUR;
    await found(`overview?from=${now - 30 * days}&to=${now}`);
    expect(await refused(`overview?from=${now - 30 * days - 1}&to=${now}`)).toMatch(/30 days/);
    expect(await refused(`overview?from=${now}&to=${now - 1}`)).toMatch(/from/);
  });

  it('`/overview` accepts the same filters and `resolution` and does not paginate', async () => {
    const body = await found(
      `overview?${range}&namespace=shop&service=cart&environment=live&version=1&resolution=hour`,
    );
    expect([body.red.request_count, 'next_cursor' in body]).toEqual([4, false]);
  });

  it('a cursor is passed back unchanged with the same endpoint, filters, range, sort and direction (API-7)', async () => {
    const { next_cursor: cursor } = await found(`transactions?${range}&service=pages`);
    for (const other of [`services?cursor=${cursor}`, `transactions?cursor=${cursor}x`, 'transactions?cursor=x'])
      expect(await refused(other)).toMatch(/cursor/);
    for (const other of [
      'service=cart',
      'namespace=shop',
      `from=${at - MINUTE}`,
      `to=${at}`,
      'sort=p95',
      'direction=asc',
    ])
      expect(await refused(`transactions?cursor=${cursor}&${other}`)).toMatch(/cursor/);
  });
});

describe('the sort fields', () => {
  const FIELDS = ['request_count', 'error_rate', 'p95', 'name', 'total_time', 'occurrence_count', 'last_seen'];
  const valueOf = (item: Item, sort: string): number | string =>
    ({
      request_count: item.red.request_count,
      error_rate: item.red.error_rate,
      p95: item.red.p95_micros ?? -1,
      name: item.service.name,
      total_time: item.total_time_micros,
      occurrence_count: item.occurrence_count,
      last_seen: item.last_seen_at,
    })[sort]!;

  it.each([
    ['services', ['request_count', 'error_rate', 'p95', 'name'], 'request_count'],
    ['transactions', ['request_count', 'error_rate', 'p95', 'total_time'], 'request_count'],
    ['dependencies', ['request_count', 'error_rate', 'p95', 'total_time'], 'total_time'],
    ['errors', ['occurrence_count', 'error_rate', 'last_seen'], 'occurrence_count'],
  ])('of `/%s`: %s; %s by default', async (list, allowed, byDefault) => {
    expect((await found(`${list}?${range}`)).sort).toBe(byDefault);
    for (const sort of FIELDS) {
      if (!allowed.includes(sort)) {
        expect(await refused(`${list}?sort=${sort}`)).toMatch(/sort/);
        continue;
      }
      const body = await found(`${list}?${range}&sort=${sort}&limit=200`);
      const values = body.items.map((item) => valueOf(item, sort));
      expect([body.sort, values]).toEqual([sort, values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))]);
    }
  });
});

describe('the extra parameters', () => {
  it('`kind` selects one transaction when two kinds share a name, and can be combined with `service`', async () => {
    const path = `transactions/${encodeURIComponent('GET /both')}?${range}`;
    expect(await refused(path)).toMatch(/http.*span|span.*http/);
    for (const kind of ['http', 'span']) {
      expect((await found(`${path}&kind=${kind}&service=cart`)).transaction.transaction.kind).toBe(kind);
    }
    expect((await get(`${path}&kind=rpc`)).status).toBe(404);
    expect(await refused(`${path}&kind=grpc`)).toMatch(/kind/);
  });

  it('`baseline` differs from `candidate`; both are needed', async () => {
    expect(await refused('versions/compare?baseline=1&candidate=1')).toMatch(/baseline|candidate/);
    expect(await refused('versions/compare?candidate=1')).toMatch(/baseline/);
    expect(await refused('versions/compare?baseline=1')).toMatch(/candidate/);
  });

  it('`service` limits the comparison to one service', async () => {
    const counts = async (service: string) => {
      const body = await client.get<Record<'baseline' | 'candidate', { sample_count: number }>>(
        `/api/v1/apm/versions/compare?${range}&baseline=1&candidate=2${service}`,
      );
      return [body.body.baseline.sample_count, body.body.candidate.sample_count];
    };
    expect(await counts('')).toEqual([6 + ITEMS, 1]);
    expect(await counts('&service=cart')).toEqual([6, 1]);
  });

  it('`sufficient_data` is true only when both versions reach the sample threshold', async () => {
    const { body } = await client.get<{ sufficient_data: boolean; status: string }>(
      `/api/v1/apm/versions/compare?${range}&baseline=1&candidate=2`,
    );
    expect([body.sufficient_data, body.status]).toEqual([false, 'insufficient_data']);
  });
});
