/** What is acknowledged in unusual forms: it is found again as it was sent, or the answer says that it was not taken. */
import { beforeAll, describe, expect, it } from 'vitest';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from './product.fixture.js';
import type { Tenant } from './tenant.fixture.js';

const MINUTE = 60_000_000;
const start = Math.floor(Date.now() / 60_000 - 3) * MINUTE;
const range = { from: start, to: start + 10 * MINUTE };

let client: Client<Tenant>;

beforeAll(async () => {
  client = await Client.join();
});

async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${client.product.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.product.intakeToken}`, ...headers },
    body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe('a JSON request whose members have old names or names in snake case', () => {
  const record = { timeUnixNano: `${start}000`, body: { stringValue: 'x' } };
  const point = { timeUnixNano: `${start}000`, asInt: '1' };
  it.each<[string, string, object]>([
    ['resource_spans', 'traces', { resource_spans: [{ scope_spans: [{ spans: [serverSpan(start)] }] }] }],
    ['scope_spans', 'traces', { resourceSpans: [{ scope_spans: [{ spans: [serverSpan(start)] }] }] }],
    [
      'instrumentationLibrarySpans',
      'traces',
      { resourceSpans: [{ instrumentationLibrarySpans: [{ spans: [serverSpan(start)] }] }] },
    ],
    ['resource_logs', 'logs', { resource_logs: [] }],
    [
      'instrumentation_library_logs',
      'logs',
      { resourceLogs: [{ instrumentation_library_logs: [{ logs: [record] }] }] },
    ],
    ['log_records', 'logs', { resourceLogs: [{ scopeLogs: [{ log_records: [record] }] }] }],
    ['resource_metrics', 'metrics', { resource_metrics: [{}] }],
    [
      'data_points',
      'metrics',
      { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { data_points: [point] } }] }] }] },
    ],
    [
      'intGauge',
      'metrics',
      { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', intGauge: { dataPoints: [point] } }] }] }] },
    ],
  ])('%s of %s is acknowledged with a warning that nothing was taken', async (member, signal, body) => {
    const { status, text } = await send(`/v1/${signal}`, body);
    expect(status).toBe(200);
    const { partialSuccess } = JSON.parse(text) as { partialSuccess: Record<string, string> };
    expect(partialSuccess.errorMessage).toContain(`nothing was taken: these members are not read: ${member} (read is `);
    expect(Object.entries(partialSuccess).filter(([name]) => name.startsWith('rejected'))).toEqual([
      [expect.any(String), '0'],
    ]);
  });

  it.each(['traces', 'logs', 'metrics'])('an empty request of %s is warned of nothing', async (signal) => {
    for (const body of [{}, { resourceSpans: [], resourceLogs: [{}], resourceMetrics: [{ scopeMetrics: [] }] }])
      expect(await send(`/v1/${signal}`, body)).toEqual({ status: 200, text: '{}' });
  });
});

describe('a service whose names are no plain texts', () => {
  const value = (given: unknown) =>
    typeof given === 'number' && Number.isInteger(given)
      ? { intValue: String(given) }
      : typeof given === 'number'
        ? { doubleValue: given }
        : typeof given === 'boolean'
          ? { boolValue: given }
          : { stringValue: given };
  const resourceOf = (names: Record<string, unknown>) => ({
    attributes: Object.entries(names).map(([key, given]) => ({ key, value: value(given) })),
  });
  const long = 'long-'.repeat(60);
  const SERVICES: Record<string, Record<string, unknown>> = {
    'a number': { 'service.name': 777, 'service.namespace': 5, 'service.version': 1.5 },
    'truth values': { 'service.name': true, 'deployment.environment.name': false },
    'blanks around': { 'service.name': ' blanks ', 'service.namespace': ' ns ', 'deployment.environment.name': ' p ' },
    'an old environment': { 'service.name': 'old', 'deployment.environment': 'staging ' },
    'a blank new environment': {
      'service.name': 'mixed',
      'deployment.environment.name': ' ',
      'deployment.environment': 'prod',
    },
    'blanks alone': { 'service.name': '   ', 'service.namespace': 'unknown' },
    'more than a name holds': { 'service.name': long, 'service.version': long },
    'no name of its namespace or environment': { 'service.name': 'bare' },
  };

  it.each(Object.entries(SERVICES))('(%s) is followed from the list of services to its traces', async (_, names) => {
    const span = serverSpan(start) as { traceId: string };
    const sent = { resourceSpans: [{ resource: resourceOf(names), scopeSpans: [{ spans: [span] }] }] };
    expect((await send('/v1/traces', sent)).status).toBe(200);
    await eventually(async () => {
      const query = { ...range, limit: 100 };
      const { items } = await answered(client.api.GET('/api/v1/apm/services', { params: { query } }));
      const found = await Promise.all(items.map(async ({ traces, versions }) => tracesOf(traces, versions[0])));
      expect(found.filter((ids) => ids.includes(span.traceId))).toHaveLength(1);
    });
  });

  async function tracesOf(handle: object, version?: string): Promise<string[]> {
    const named: [string, unknown][] = Object.entries({ ...handle, version });
    const filters = named
      .filter(([field, text]) => !['from', 'to'].includes(field) && text !== undefined)
      .map(([field, text]) => ({ field, op: '=', value: text }));
    const query = { ...range, filters: JSON.stringify(filters), limit: 100 };
    const { items } = await answered(client.api.GET('/api/v1/web/traces', { params: { query } }));
    return items.map(({ trace_id }) => trace_id);
  }
});

describe('a call whose client and server share a span id, as those of Zipkin do', () => {
  const ids = { traceId: 'b3'.repeat(16), spanId: 'b3'.repeat(8) };
  const of = (name: string, span: object) => ({
    resource: { attributes: [{ key: 'service.name', value: value(name) }] },
    scopeSpans: [{ spans: [serverSpan(start, { ...ids, ...span })] }],
  });
  const value = (stringValue: string) => ({ stringValue });
  const attributes = [
    { key: 'http.request.method', value: value('GET') },
    { key: 'server.address', value: value('taken.shared') },
  ];
  const calling = of('calling.shared', { kind: 3, attributes });
  const taken = of('taken.shared', { kind: 2, startTimeUnixNano: `${start + 1_000}000` });
  const child = of('taken.shared', { kind: 1, spanId: 'c4'.repeat(8), parentSpanId: ids.spanId });

  it('counts on both sides, once each however often it is sent, and is one call in its trace', async () => {
    for (const resourceSpans of [[calling], [taken, child], [calling, taken]])
      expect((await send('/v1/traces', { resourceSpans })).status).toBe(200);
    await eventually(async () => {
      const query = { ...range, limit: 100 };
      const services = await answered(client.api.GET('/api/v1/apm/services', { params: { query } }));
      expect(services.items.find(({ service }) => service.name === 'taken.shared')?.red.request_count).toBe(1);
      const called = await answered(client.api.GET('/api/v1/apm/dependencies', { params: { query } }));
      expect(called.items.find(({ service }) => service.name === 'calling.shared')?.red.request_count).toBe(1);
      const path = { trace_id: ids.traceId };
      const trace = await answered(client.api.GET('/api/v1/traces/{trace_id}', { params: { path } }));
      expect(trace.spans.map(({ service, kind, depth }) => [service, kind, depth])).toEqual([
        ['calling.shared', 3, 0],
        ['taken.shared', 2, 1],
        ['taken.shared', 1, 2],
      ]);
    });
  });
});

describe('a trace whose id has 16 digits (B3)', () => {
  const short = '0a3ce929d0e0e473';
  const traceId = short.padStart(32, '0');

  it.each([
    ['as it is stored', traceId],
    ['of 16 digits', short],
    ['in capitals', short.toUpperCase()],
    ['without the zeros that it begins with', short.slice(1)],
  ])('is found everywhere by an id %s, without a range of time', async (_, id) => {
    const span = serverSpan(start, { traceId, spanId: 'b4'.repeat(8) });
    await send('/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const native = JSON.stringify({ _timestamp: start, body: 'b3', trace_id: short.toUpperCase() });
    const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': 'b3' };
    await send('/api/v1/ingest/logs/b3', Buffer.from(native), headers);
    await eventually(async () => {
      const path = { trace_id: id };
      const trace = await answered(client.api.GET('/api/v1/traces/{trace_id}', { params: { path } }));
      expect([trace.trace_id, trace.span_count]).toEqual([traceId, 1]);
      const logs = await answered(client.api.GET('/api/v1/traces/{trace_id}/logs', { params: { path } }));
      expect(logs.items).toHaveLength(1);
      const filters = JSON.stringify([{ field: 'trace_id', op: '=', value: id }]);
      for (const query of [{ q: id }, { filters }]) {
        const { items } = await answered(client.api.GET('/api/v1/web/traces', { params: { query } }));
        expect(items.map((item) => item.trace_id)).toEqual([traceId]);
      }
      const statement = `select count(*) from traces."default" where trace_id = to_trace_id('${id}')`;
      const body = { language: 'sql' as const, statement, time_range: { start: range.from, end: range.to } };
      expect((await answered(client.api.POST('/api/v1/query', { body }))).rows).toEqual([[1]]);
    });
  });
});

describe('points of metrics that a double does not hold, or that are none', () => {
  const EXACT = '9007199254740993';
  const at = (offset: number) => `${start + offset}000`;
  const gauge = (dataPoints: object[]) => ({
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'odd', gauge: { dataPoints } }] }] }],
  });

  /** As text: a parser of JSON would lose the digits. */
  async function rows(stream: string, accept: string): Promise<string> {
    const response = await fetch(`${client.product.baseUrl}/api/v1/query`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        authorization: `Bearer ${client.product.readToken}`,
      },
      body: JSON.stringify({
        language: 'sql',
        statement: `select value, value_int, isnan(value) as is_nan from metrics."${stream}" order by _timestamp`,
        time_range: { start: range.from, end: range.to },
      }),
    });
    return response.text();
  }
  const EXPECTED = [
    `9007199254740992.0,${EXACT},false`,
    '-9223372036854776000.0,-9223372036854775808,false',
    '7.0,null,false',
    '"NaN",null,true',
    '"Infinity",null,false',
    '"-Infinity",null,false',
    'null,null,null',
  ];
  const read = async (stream: string, expected = EXPECTED) =>
    eventually(async () => {
      const json = await rows(stream, 'application/json');
      for (const row of expected) expect(json).toContain(`[${row}]`);
      const lines = await rows(stream, 'application/x-ndjson');
      for (const row of expected) {
        const [value, exact, isNan] = row.split(',');
        expect(lines).toContain(`"value":${value},"value_int":${exact},"is_nan":${isNan}`);
      }
    });

  it('are distinguished from each other and from null when they came as OTLP/JSON', async () => {
    const points = [
      { asInt: EXACT },
      { asInt: '-9223372036854775808' },
      { asInt: 7 },
      { asDouble: 'NaN' },
      { asDouble: 'Infinity' },
      { asDouble: '-Infinity' },
      { flags: 1 },
    ].map((point, index) => ({ ...point, timeUnixNano: at(index) }));
    const sent = await send('/v1/metrics', gauge(points), { 'stream-name': 'odd_json' });
    expect(sent).toEqual({ status: 200, text: '{}' });
    await read('odd_json');
  });

  it('as native records, in the form that a query answers', async () => {
    const lines = [
      `"value":9007199254740992,"value_int":${EXACT}`,
      '"value":-9223372036854775808',
      '"value":7',
      '"value":"NaN"',
      '"value":"Infinity"',
      '"value":"-Infinity"',
    ].map((members, index) => `{"_timestamp":${start + index},${members}}`);
    const bytes = Buffer.from(lines.join('\n'));
    const { status, text } = await send('/api/v1/ingest/metrics/odd_native', bytes, {
      'content-type': 'application/x-ndjson',
    });
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ rejected: 0 })]);
    await read('odd_native', EXPECTED.slice(0, -1));
  });

  it('as remote write, where a series that has ended is no NaN', async () => {
    const stale = writeRequest([series({ __name__: 'odd_prom' }, [{ value: 1, timestamp: start / 1_000 + 1 }])]);
    // The quiet NaN of Prometheus, in the place of the 1.
    const one = Buffer.from('000000000000f03f', 'hex');
    stale.set(Buffer.from('020000000000f07f', 'hex'), stale.indexOf(one));
    const nan = writeRequest([series({ __name__: 'odd_prom' }, [{ value: Number.NaN, timestamp: start / 1_000 }])]);
    for (const request of [nan, stale]) {
      const sent = await send('/api/v1/prometheus/api/v1/write', snapped(request), {
        'content-type': 'application/x-protobuf',
        'content-encoding': 'snappy',
      });
      expect(sent.status).toBe(204);
    }
    await read('odd_prom', ['"NaN",null,true', 'null,null,null']);
  });
});
