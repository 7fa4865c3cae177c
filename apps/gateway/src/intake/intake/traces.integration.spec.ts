import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { INGEST_STREAM } from '@spanwise/contracts/log/log-message';
import { readTraces, type Encoding } from '@spanwise/otlp/read-traces';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, ORGANIZATION, TestGateway } from '../../gateway.fixture.js';
import { intakeGateway } from './intake.fixture.js';

const { gateway, token } = await intakeGateway();
beforeAll(async () => void (await post(body([span()]))));

let nextId = 1;

function span(change: object = {}): object {
  const id = (nextId++).toString(16);
  const start = BigInt(Date.now()) * 1_000_000n;
  return {
    traceId: id.padStart(32, 'a'),
    spanId: id.padStart(16, 'b'),
    name: 'GET /',
    kind: 2,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 5_000_000n),
    ...change,
  };
}

const body = (spans: object[]): string =>
  JSON.stringify({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] });

interface Answer {
  status: number;
  retryAfter: string | null;
  type: string | null;
  json: { code?: number; message?: string; partialSuccess?: { rejectedSpans: string; errorMessage: string } };
}

async function post(
  content: string | Uint8Array,
  headers: Record<string, string> = {},
  credential: string | undefined = token,
): Promise<Answer> {
  const response = await gateway.fetch('/v1/traces', {
    method: 'POST',
    token: credential,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  });
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    type: response.headers.get('content-type'),
    json: text.startsWith('{') ? (JSON.parse(text) as Answer['json']) : {},
  };
}

describe('a trace request (INTAKE-1)', () => {
  it('is in the log, as it came, when it is answered with 200', async () => {
    const content = gzipSync(body([span(), span()]));
    expect(await post(content, { 'content-encoding': 'gzip' })).toMatchObject({ status: 200, json: {} });
    const [slice] = (await gateway.logged())[0]!;
    expect(slice).toMatchObject({
      organizationId: ORGANIZATION,
      recordCount: 2,
      encoding: 'json',
      coding: 'gzip',
      stream: 'default',
    });
    expect(Buffer.from(slice!.bytes)).toEqual(content);
  });

  it('shares its log message with requests that arrive at the same time', async () => {
    // So long that requests are at the same time on a busy machine too.
    const lingering = await TestGateway.start({ SPANWISE_INTAKE_LINGER: '500ms' });
    const writer = lingering.iam.admit();
    const send = () =>
      lingering.fetch('/v1/traces', {
        method: 'POST',
        token: writer,
        headers: { 'content-type': 'application/json' },
        body: body([span()]),
      });
    await send();
    await Promise.all(Array.from({ length: 20 }, send));
    const messages = await lingering.logged();
    await lingering.stop();
    expect(messages.flat()).toHaveLength(21);
    expect(messages.length).toBeLessThan(21);
  });

  it('is not acknowledged into a shard that the projector does not read (PROTO-46)', async () => {
    const divided = await TestGateway.start({ SPANWISE_INGEST_SHARDS: '2' });
    const writer = divided.iam.admit();
    const send = async () => {
      const headers = { 'content-type': 'application/json' };
      const sent = { method: 'POST', token: writer, headers, body: body([span()]) };
      return (await divided.fetch('/v1/traces', sent)).status;
    };
    const health = async () => (await (await divided.fetch('/api/v1/healthz')).json()) as { reason?: string };
    const states: unknown[] = [];
    for (const shards of [1, 2, 1]) {
      await divided.divide(shards);
      states.push([await send(), (await health()).reason, (await divided.fetch('/readyz')).status]);
    }
    await divided.stop();
    expect(states).toEqual([
      [503, 'shards', 503],
      [200, undefined, 200],
      [200, undefined, 200],
    ]);
  });

  it('without spans succeeds and stores nothing', async () => {
    expect(await post('{}')).toMatchObject({ status: 200, json: {} });
    expect(await gateway.logged()).toEqual([]);
  });

  it('keeps its good spans when others are rejected, and says how many and why', async () => {
    const good = span();
    const future = String(BigInt(Date.now() + 11 * 60_000) * 1_000_000n);
    const bad = [
      { traceId: 'abcd' },
      { spanId: '0000000000000000' },
      { endTimeUnixNano: '0' },
      { startTimeUnixNano: future },
    ].map(span);
    const answer = await post(body([...bad, good]));
    expect(answer.status).toBe(200);
    expect(answer.json.partialSuccess?.rejectedSpans).toBe('4');
    expect(answer.json.partialSuccess?.errorMessage).toMatch(/trace id is not 16 bytes/);
    const [slice] = (await gateway.logged())[0]!;
    const { decompress } = await import('@spanwise/otlp/decompress');
    const names: string[] = [];
    expect(
      readTraces(await decompress(slice!.bytes, slice!.coding), slice!.encoding as Encoding, (one) =>
        names.push(one.name),
      ),
    ).toBe(1);
    expect([slice!.recordCount, slice!.encoding]).toEqual([1, 'protobuf']);
  });

  it('goes to the stream that it names', async () => {
    expect((await post(body([span()]), { 'stream-name': 'checkout' })).status).toBe(200);
    expect((await gateway.logged())[0]![0]!.stream).toBe('checkout');
  });

  it('is answered in its own encoding', async () => {
    const response = await gateway.fetch('/api/v1/traces', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/x-protobuf' },
      body: new Uint8Array([0xff]),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/x-protobuf']);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5);
  });
});

const DEEP = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
const BOMB = gzipSync(Buffer.alloc(70 * 1024 * 1024));

describe('a request that cannot be taken (INTAKE-2)', () => {
  it.each<[string, string | Uint8Array, Record<string, string>, number, RegExp]>([
    ['is not JSON', '{"resourceSpans":', {}, 400, /not JSON/],
    ['is no object', '[]', {}, 400, /must be an object/],
    ['has an enum as a name', body([span({ kind: 'SERVER' })]), {}, 400, /kind must be an integer/],
    ['is nested 30,000 deep', DEEP, {}, 413, /nested deeper/],
    ['is broken deflate', Buffer.from([9, 9, 9, 9]), { 'content-encoding': 'deflate' }, 400, /not valid deflate data/],
    [
      'is broken deflate of some size',
      Buffer.alloc(300_000, 9),
      { 'content-encoding': 'deflate' },
      400,
      /not valid deflate data/,
    ],
    ['has another content type', 'x', { 'content-type': 'text/plain' }, 400, /content type must be/],
    [
      'is cut off inside its compression',
      gzipSync(body([span()])).subarray(0, 40),
      { 'content-encoding': 'gzip' },
      400,
      /not valid gzip/,
    ],
    ['has an unknown coding', body([]), { 'content-encoding': 'br' }, 400, /content encoding/],
    ['has stacked codings', body([]), { 'content-encoding': 'gzip, gzip' }, 400, /content encoding/],
    ['unpacks to more than 64 MiB', BOMB, { 'content-encoding': 'gzip' }, 413, /larger than 64 MiB/],
    ['is larger than 16 MiB', Buffer.alloc(17 * 1024 * 1024), {}, 413, /larger than/],
    ['names a stream of the platform', body([span()]), { 'stream-name': '_spanwise.x' }, 403, /belong to the platform/],
    ['names no possible stream', body([span()]), { 'stream-name': 'a b' }, 400, /stream name/],
  ])(
    'because it %s is refused with a sentence, and nothing of it is stored',
    async (_, content, headers, status, message) => {
      const answer = await post(content, headers);
      expect([answer.status, answer.json.message]).toEqual([status, expect.stringMatching(message)]);
      expect(await gateway.logged()).toEqual([]);
      expect((await post(body([span()]))).status).toBe(200);
    },
  );

  it.each<[string, string | undefined, number, number]>([
    ['no credential', '', 401, 16],
    ['a token with one wrong character', 'sw_aaaaaaaaaaaa_0123456789012345678901234567890123456789012000000', 401, 16],
  ])('because it has %s is refused', async (_, credential, status, code) => {
    expect(await post(body([span()]), {}, credential)).toMatchObject({ status, json: { code } });
  });

  it('because its caller may not write is refused with the permission that is missing', async () => {
    const reader = gateway.iam.admit(contextWith({ permissions: ['streams.query'] }));
    expect(await post(body([span()]), {}, reader)).toMatchObject({
      status: 403,
      json: { code: 7, message: 'The permission streams.write is missing.' },
    });
  });
});

describe('when something is in the way that may pass (PROTO-1, INTAKE-2)', () => {
  it('a figures’ lag is answered with 503 and when to come back', async () => {
    await gateway.lag();
    const answer = await post(body([span()]));
    expect([answer.status, answer.json.code]).toEqual([503, 14]);
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  });

  it('a full log is answered with 503, never with 200', async () => {
    const { config } = await gateway.manager.streams.info(INGEST_STREAM(0));
    await gateway.manager.streams.update(INGEST_STREAM(0), { ...config, max_bytes: 1 });
    const answer = await post(body([span()]));
    await gateway.manager.streams.update(INGEST_STREAM(0), config);
    expect([answer.status, answer.retryAfter === null]).toEqual([503, false]);
    expect(await gateway.logged()).toEqual([]);
  });

  it('a log that stands still is waited for: 200 comes after its acknowledgement and not before', async () => {
    await gateway.nats.standStill();
    let answered = false;
    const answer = post(body([span()])).finally(() => (answered = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(answered).toBe(false);
    gateway.nats.goOn();
    expect((await answer).status).toBe(200);
    expect((await gateway.logged()).flat()).toHaveLength(1);
  });
});

describe('a log that stands still for long', () => {
  it('is not waited for: 503 and when to come back, once the time of all attempts is over', async () => {
    const impatient = await TestGateway.start({ SPANWISE_INTAKE_PUBLISH_TIMEOUT: '500ms' });
    const writer = impatient.iam.admit();
    const request = () =>
      impatient.fetch('/v1/traces', {
        method: 'POST',
        token: writer,
        headers: { 'content-type': 'application/json' },
        body: body([span()]),
      });
    // What the token may do is known from here on: the log alone is waited for.
    expect((await request()).status).toBe(200);
    await impatient.nats.standStill();
    const answer = await request();
    impatient.nats.goOn();
    expect([answer.status, answer.headers.get('retry-after') === null]).toEqual([503, false]);
    await eventually(async () => expect((await request()).status).toBe(200));
    await impatient.stop();
  });
});

describe('with two shards', () => {
  it('all spans of a trace meet in one log, and all are stored before 200 (PROTO-1)', async () => {
    const sharded = await TestGateway.start({ SPANWISE_INGEST_SHARDS: '2' });
    const writer = sharded.iam.admit();
    const traces = Array.from({ length: 12 }, (_, index) => (index * 7_919).toString(16).padStart(32, '1'));
    const spans = traces.flatMap((traceId) => [span({ traceId }), span({ traceId })]);
    const response = await sharded.fetch('/v1/traces', {
      method: 'POST',
      token: writer,
      headers: { 'content-type': 'application/json' },
      body: body(spans),
    });
    expect(response.status).toBe(200);
    const { decompress } = await import('@spanwise/otlp/decompress');
    const shardsOfTrace = new Map<string, Set<number>>();
    for (const shard of [0, 1]) {
      for (const slice of (await sharded.logged(shard)).flat()) {
        readTraces(await decompress(slice.bytes, slice.coding), slice.encoding as Encoding, (one) => {
          const id = Buffer.from(one.idBytes.subarray(one.traceIdAt, one.traceIdAt + 16)).toString('hex');
          shardsOfTrace.set(id, (shardsOfTrace.get(id) ?? new Set()).add(shard));
        });
      }
    }
    await sharded.stop();
    expect(shardsOfTrace.size).toBe(12);
    expect([...shardsOfTrace.values()].every((shards) => shards.size === 1)).toBe(true);
    expect(new Set([...shardsOfTrace.values()].flatMap((shards) => [...shards])).size).toBe(2);
  });
});

describe('at shutdown', () => {
  it('requests that are under way are answered, and what was answered is in the log', async () => {
    const stopping = await TestGateway.start({ SPANWISE_INTAKE_LINGER: '200ms' });
    const writer = stopping.iam.admit();
    const send = () =>
      stopping.fetch('/v1/traces', {
        method: 'POST',
        token: writer,
        headers: { 'content-type': 'application/json' },
        body: body([span()]),
      });
    await send();
    const arrived = stopping.arrivals('/v1/traces');
    const answers = Array.from({ length: 5 }, send);
    await eventually(() => expect(arrived()).toBe(5));
    expect(await stopping.stopService()).toBe(true);
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await stopping.logged()).flat()).toHaveLength(6);
    await stopping.stop();
  });
});
