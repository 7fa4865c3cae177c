/** Answers from stored telemetry: whole, or said to lack something; a name means one thing wherever it is asked for. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

/** What rows are asked for: answers are compared with what was sent. */
type Values = Record<string, string | number | boolean>;

const start = Math.floor(Date.now() / 60_000 - 3) * 60_000_000;
const time_range = { start, end: start + 600_000_000 };

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
});

const keyValues = (values: Values) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : Number.isInteger(value)
            ? { intValue: String(value) }
            : { doubleValue: value },
  }));

/** What one sender says of itself, and its records. */
interface Sender {
  resource: Values;
  scope: Values;
  records: Values[];
}

/** Records, whose bodies number them, until all of them are stored. */
async function stored(stream: string, senders: readonly Sender[]): Promise<void> {
  let count = 0;
  const resourceLogs = senders.map(({ resource, scope, records }) => ({
    resource: { attributes: keyValues(resource) },
    scopeLogs: [
      {
        scope: { name: 's', attributes: keyValues(scope) },
        logRecords: records.map((attributes) => ({
          timeUnixNano: `${start + count}000`,
          body: { stringValue: String(count++) },
          attributes: keyValues(attributes),
        })),
      },
    ],
  }));
  const response = await fetch(`${client.product.baseUrl}/v1/logs`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${client.product.intakeToken}`,
      'stream-name': stream,
    },
    body: JSON.stringify({ resourceLogs }),
  });
  expect([response.status, await response.text()]).toEqual([200, '{}']);
  await eventually(async () => expect(await rowsOf(`select count(*) from logs."${stream}"`)).toEqual([[count]]));
}

const query = (statement: string) =>
  client.api.POST('/api/v1/query', { body: { language: 'sql', statement, time_range } });
const rowsOf = async (statement: string) => (await answered(query(statement))).rows;

const window = { from: time_range.start, to: time_range.end };
const logs = (stream: string, filters: { field: string; op: '='; value: string }[]) =>
  answered(client.api.POST('/api/v1/web/logs', { body: { ...window, stream, filters, limit: 100 } }));
const statistics = (stream: string, field: string, limit = 100) =>
  answered(client.api.POST('/api/v1/web/field_statistics', { body: { ...window, stream, field, limit } }));
const histogram = (stream: string, filters: { field: string; op: '='; value: string }[]) =>
  answered(client.api.POST('/api/v1/web/histogram', { body: { ...window, stream, filters } }));

describe('a statement that fails after many rows', () => {
  const statement = "select case when i = 390000 then 'x' else '1' end::int as n from range(400000) t(i)";
  const asked = { language: 'sql' as const, statement, time_range };
  const cause = "Could not convert string 'x' to INT32";

  it('ends its stream with an error, not as complete (QUERY-2)', async () => {
    const response = await fetch(`${client.product.baseUrl}/api/v1/query/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.readToken}` },
      body: JSON.stringify(asked),
    });
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(100_000);
    const last = JSON.parse(lines.at(-1)!) as object;
    expect(last).toEqual({
      __error__: { error: 'invalid_argument', message: expect.stringContaining(cause) as string },
    });
  });

  it('fails its search job (QUERY-3)', async () => {
    const { job_id: id } = await answered(client.api.POST('/api/v1/query/jobs', { body: asked }));
    await eventually(async () => {
      const job = await answered(client.api.GET('/api/v1/query/jobs/{id}', { params: { path: { id } } }));
      expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining(cause) as string });
    });
  });
});

describe('a log record that says its severity in words alone (QUERY-9)', () => {
  const traceId = 'ab'.repeat(16);
  const micros = start + 1_000_000;
  const send = async (path: string, body: object, contentType = 'application/json') => {
    const headers = { 'content-type': contentType, 'stream-name': 'words' };
    const response = await fetch(`${client.product.baseUrl}${path}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${client.product.intakeToken}` },
      body: JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };

  beforeAll(async () => {
    const record = (body: string, severity: object) => ({
      timeUnixNano: `${micros}000`,
      body: { stringValue: body },
      ...severity,
    });
    const otlp = [
      record('otlp words', { severityText: 'Error' }),
      record('otlp both', { severityText: 'error', severityNumber: 9 }),
      record('otlp other', { severityText: 'loud' }),
    ];
    expect(await send('/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords: otlp }] }] })).toBe(200);
    const native = { _timestamp: micros, body: 'native words', severity_text: 'FATAL' };
    expect(await send('/api/v1/ingest/logs/words', native, 'application/x-ndjson')).toBe(200);
    const values = [
      [`${micros}000`, 'loki label'],
      [`${micros}001`, 'loki metadata', { level: 'error', trace_id: traceId, spanID: 'cd'.repeat(8) }],
    ];
    const loki = { streams: [{ stream: { job: 'shop', level: 'warn' }, values }] };
    expect(await send('/api/v1/loki/api/v1/push', loki)).toBe(204);
  });

  it('is found and counted as what it says, by its number where it has one', async () => {
    await eventually(async () => {
      const rows = await rowsOf('select body, severity_number, trace_id from logs.words order by body');
      expect(rows).toEqual([
        ['loki label', 13, null],
        ['loki metadata', 17, traceId],
        ['native words', 21, null],
        ['otlp both', 9, null],
        ['otlp other', 0, null],
        ['otlp words', 17, null],
      ]);
    });
    const { buckets } = await histogram('words', []);
    expect(buckets.reduce((sum, { error_count }) => sum + error_count, 0)).toBe(3);
  });

  it('of Loki is among the logs of the trace that its structured metadata names', async () => {
    const path = `/api/v1/traces/${traceId}/logs?from=${window.from}&to=${window.to}`;
    const { body } = await client.get<{ items: { body: string; span_id: string }[] }>(path);
    expect(body.items.map((item) => [item.body, item.span_id])).toEqual([['loki metadata', 'cd'.repeat(8)]]);
  });
});

/** Names of senders, of a scope or to a record; of the last two a record cannot say otherwise. */
const NAMES = ['region', 'zone.id', 'host.name', 'service.version', 'deployment.environment'];
const OF_THE_RESOURCE = new Set(['service.version', 'deployment.environment']);

const values = (from: string) =>
  fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.integer({ min: 1, max: 3 }).map((n) => `${from}${n}`),
    { maxKeys: 4 },
  );
const sender: fc.Arbitrary<Sender> = fc.record({
  resource: values('of resource '),
  scope: values('of scope '),
  records: fc.array(values('of record '), { minLength: 1, maxLength: 6 }),
});

describe('a name that is in the resource of one sender and in the records of another (QUERY-7)', () => {
  // One file of rows for each sender, as it is where senders are different.
  const senders = fc.sample(sender, { numRuns: 24, seed: 30 });
  const records = senders.flatMap(({ resource, scope, records: all }) =>
    all.map((record) => ({ resource, scope, record })),
  );
  const valueOf = ({ resource, scope, record }: (typeof records)[number], name: string) =>
    (OF_THE_RESOURCE.has(name)
      ? (resource[name] ?? record[name] ?? scope[name])
      : (record[name] ?? scope[name] ?? resource[name])) ?? null;
  const bodies = (which: (one: (typeof records)[number]) => boolean) =>
    records.flatMap((one, at) => (which(one) ? [String(at)] : []));

  beforeAll(() => stored('mixed', senders));

  it('has one value in statements: the record’s, else its scope’s, else its resource’s', async () => {
    const columns = NAMES.map((name) => `"${name}"`).join(', ');
    const expected = records.map((one, at) => [String(at), ...NAMES.map((name) => valueOf(one, name))]);
    await eventually(async () => {
      expect(await rowsOf(`select body, ${columns} from logs.mixed order by body::int`)).toEqual(expected);
    });
  });

  it.each(NAMES)('has the same value in lists, statistics and histograms: %s', async (name) => {
    const found = records.map((one) => valueOf(one, name)).filter((value) => value !== null);
    const counts = new Map<string, number>();
    for (const value of found) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    const about = await statistics('mixed', name);
    expect(about).toMatchObject({ count: found.length, missing: records.length - found.length });
    expect(new Map(about.top_values.map(({ value, count }) => [value, count]))).toEqual(counts);
    for (const value of counts.keys()) {
      const filters = [{ field: name, op: '=' as const, value }];
      const items = (await logs('mixed', filters)).items as { body: string }[];
      expect(new Set(items.map(({ body }) => body))).toEqual(new Set(bodies((one) => valueOf(one, name) === value)));
      const { buckets } = await histogram('mixed', filters);
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(counts.get(value));
    }
  });

  it('is reached where another one hides it, by its own name', async () => {
    const hidden = records.filter(({ resource, record }) => 'region' in resource && 'region' in record);
    expect(hidden.length).toBeGreaterThan(0);
    const named =
      'select "resource.region" from logs.mixed where "attributes.region" is not null and "resource.region" is not null';
    const ofScope = ({ scope, record }: (typeof records)[number]) => ('region' in record ? scope.region : undefined);
    expect((await rowsOf(`${named} and "scope.region" is null`)).flat().sort()).toEqual(
      records
        .filter((one) => 'region' in one.resource && ('region' in one.record || 'region' in one.scope) && !ofScope(one))
        .map(({ resource }) => resource.region)
        .sort(),
    );
    const asked = 'select "scope.region" from logs.mixed where "scope.region" is not null';
    const scopes = records.flatMap((one) => ofScope(one) ?? []).sort();
    expect((await rowsOf(asked)).flat().sort()).toEqual(scopes);
    const [value] = scopes;
    expect((await logs('mixed', [{ field: 'scope.region', op: '=', value: String(value) }])).items).toHaveLength(
      scopes.filter((one) => one === value).length,
    );
  });
});

describe('statistics of a field (QUERY-8)', () => {
  const sizes = Array.from({ length: 60 }, (_, n) => n * 7 - 100);
  const many = Array.from({ length: 5_000 }, (_, n) => ({ id: `id ${n}` }));
  const records = sizes.map((size) => ({
    size,
    share: size / 8,
    code: String(size),
    mixed: size % 5 === 0 ? 'n/a' : size,
  }));

  beforeAll(() => stored('counted', [{ resource: {}, scope: {}, records: [...records, ...many] }]));

  it.each<[string, object]>([
    ['size', { count: 60, missing: 5_000, distinct: 60, min: '-100', max: '313' }],
    ['share', { count: 60, missing: 5_000, distinct: 60, min: '-12.5', max: '39.125' }],
    // Texts that look like numbers are texts.
    ['code', { count: 60, distinct: 60, min: '-100', max: '96' }],
    ['mixed', { count: 60, distinct: 49, min: '-93', max: '313' }],
    ['id', { count: 5_000, missing: 60, distinct: 5_000, min: 'id 0', max: 'id 999' }],
    ['body', { count: 5_060, distinct: 5_060 }],
    ['severity_number', { count: 5_060, distinct: 1, min: '0', max: '0' }],
    ['nowhere', { count: 0, missing: 5_060, distinct: 0, top_values: [] }],
  ])('are exact, and compare numbers as numbers: %s', async (field, expected) => {
    expect(await statistics('counted', field, 3)).toMatchObject(expected);
  });

  it('have the most frequent values first, and of equal ones the first by name', async () => {
    const { top_values } = await statistics('counted', 'mixed', 3);
    expect(top_values).toEqual([
      { value: 'n/a', count: 12 },
      { value: '-16', count: 1 },
      { value: '-2', count: 1 },
    ]);
  });
});

describe('more streams than a page has', () => {
  const names = Array.from({ length: 346 }, (_, n) => `of_prometheus_${String(n).padStart(3, '0')}`);

  beforeAll(async () => {
    const token = await client.product.ownerToken();
    for (let at = 0; at < names.length; at += 20) {
      await Promise.all(
        names.slice(at, at + 20).map(async (name) => {
          const made = await client.call('POST /streams', { token, body: { name, stream_type: 'metrics' } });
          expect(made.status).toBe(200);
        }),
      );
    }
  });

  it('are all there in a list without parameters, and in what came in lately', async () => {
    const listed = await answered(client.api.GET('/api/v1/streams', { params: { query: { stream_type: 'metrics' } } }));
    expect(listed.map(({ name }) => name)).toEqual(names);
    const { streams, items } = await answered(client.api.GET('/api/v1/streams/runtime'));
    for (const all of [streams, items])
      expect(all.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
    const home = await answered(client.api.GET('/api/v1/home/overview'));
    expect(home.total_streams).toBe(streams.length);
  });

  it('come in pages where a limit is given (API-7)', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '&limit=100' : `&limit=200&cursor=${encodeURIComponent(cursor)}`;
      const page = await client.get<{ name: string }[]>(`/api/v1/streams?stream_type=metrics${more}`);
      expect(page.status).toBe(200);
      seen.push(...page.body.map(({ name }) => name));
      cursor = page.headers.get('x-next-cursor');
    } while (cursor !== null);
    expect(seen).toEqual(names);
    expect((await client.get('/api/v1/streams?limit=201')).status).toBe(400);
    expect((await client.get('/api/v1/streams?cursor=x')).status).toBe(400);
  });
});
