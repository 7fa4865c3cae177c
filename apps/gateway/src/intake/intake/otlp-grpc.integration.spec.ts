import { once } from 'node:events';
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Client, compressionAlgorithms, credentials, Metadata, type ServiceError as GrpcError } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decompress } from '@spanwise/otlp/decompress';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { ProtobufWriter } from '@spanwise/otlp/protobuf-writer';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, ORGANIZATION, TestGateway } from '../../gateway.fixture.js';
import { GrpcConnections } from './grpc-connections.js';
import { listenForGrpc } from './grpc-port.js';
import type { Intake } from './intake.js';
import { OtlpGrpcServer } from './otlp-grpc.js';

const PATHS = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
} as const;
type Signal = keyof typeof PATHS;

let gateway: TestGateway;
let token: string;
let port: number;
const clients: Client[] = [];

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });

beforeAll(async () => {
  port = await freePort();
  gateway = await TestGateway.start({
    SPANWISE_OTLP_GRPC_PORT: String(port),
    HOST: '127.0.0.1',
    SPANWISE_INTAKE_BODY_GRACE: '2s',
  });
  token = gateway.iam.admit();
});
beforeEach(async () => {
  await gateway.emptyLog();
  await gateway.sendHeartbeat();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await gateway.stop();
});

function clientOf(options: object = {}): Client {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), options);
  clients.push(client);
  return client;
}
const plain = (() => {
  let client: Client | undefined;
  return () => (client ??= clientOf());
})();

function send(
  signal: Signal,
  request: Uint8Array,
  metadata: Record<string, string> = {},
  client = plain(),
  credential = token,
): Promise<Buffer> {
  const headers = new Metadata();
  if (credential !== '') headers.set('authorization', `Bearer ${credential}`);
  for (const [name, value] of Object.entries(metadata)) headers.set(name, value);
  const asIs = (bytes: Buffer) => bytes;
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(PATHS[signal], asIs, asIs, Buffer.from(request), headers, (error, answer) =>
      error === null ? resolve(answer!) : reject(error),
    ),
  );
}

const refusal = (sending: Promise<unknown>): Promise<GrpcError> =>
  sending.then(
    () => {
      throw new Error('was taken');
    },
    (error: GrpcError) => error,
  );

const nanos = (ms: number) => `${ms}000000`;
const span = (change: object = {}) => ({
  traceId: 'ab'.repeat(16),
  spanId: 'cd'.repeat(8),
  name: 'GET /',
  startTimeUnixNano: nanos(Date.now()),
  endTimeUnixNano: nanos(Date.now() + 5),
  ...change,
});
const traces = (...spans: object[]) =>
  encodeJson(Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })), 'traces');
const logs = (...logRecords: object[]) =>
  encodeJson(Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })), 'logs');
const metrics = () =>
  encodeJson(
    Buffer.from(
      JSON.stringify({
        resourceMetrics: [
          {
            scopeMetrics: [
              { metrics: [{ name: 'm', gauge: { dataPoints: [{ timeUnixNano: nanos(Date.now()), asDouble: 1 }] } }] },
            ],
          },
        ],
      }),
    ),
    'metrics',
  );

describe('an export over gRPC', () => {
  it.each<[Signal, () => Buffer]>([
    ['traces', () => traces(span())],
    ['logs', () => logs({ body: { stringValue: 'x' } })],
    ['metrics', metrics],
  ])('of %s is in the log, as it came, when it is answered', async (signal, request) => {
    const bytes = request();
    expect(await send(signal, bytes, { 'stream-name': 'shop' })).toHaveLength(0);
    const [slice] = (await gateway.logged())[0]!;
    expect(slice).toMatchObject({
      organizationId: ORGANIZATION,
      signal,
      stream: 'shop',
      encoding: 'protobuf',
      recordCount: 1,
    });
    expect(Buffer.from(slice!.bytes)).toEqual(bytes);
  });

  it('may be compressed', async () => {
    const client = clientOf({ 'grpc.default_compression_algorithm': compressionAlgorithms.gzip });
    const bytes = logs({ body: { stringValue: 'x'.repeat(200_000) } });
    await send('logs', bytes, {}, client);
    const [slice] = (await gateway.logged())[0]!;
    expect(slice!.coding).toBe('gzip');
    expect(Buffer.from(await decompress(slice!.bytes, 'gzip'))).toEqual(bytes);
  });

  it('says what was rejected and keeps the rest', async () => {
    const answer = await send('traces', traces(span(), span({ spanId: '00'.repeat(8) })));
    const partial = new ProtobufWriter().varint(1, 1).finish();
    expect(answer.includes(partial)).toBe(true);
    expect(answer.toString()).toMatch(/span id is not 8 bytes/);
    expect((await gateway.logged())[0]![0]!.recordCount).toBe(1);
  });

  it('is refused for good when it is malformed or misnamed', async () => {
    expect(await refusal(send('logs', Buffer.from([0x0a, 0x05])))).toMatchObject({ code: 3 });
    expect(await refusal(send('logs', logs({}), { 'stream-name': '_spanwise' }))).toMatchObject({ code: 7 });
    expect(await refusal(send('logs', logs({}), { 'stream-name': 'a b' }))).toMatchObject({ code: 3 });
    expect(await gateway.logged()).toEqual([]);
  });

  it('needs a caller who may write; a refused one is recorded', async () => {
    expect(await refusal(send('logs', logs({}), {}, plain(), ''))).toMatchObject({ code: 16 });
    expect(await refusal(send('logs', logs({}), {}, plain(), 'sw_wrong'))).toMatchObject({ code: 16 });
    const denied = await gateway.answer('svc.iam.audit.denied', {});
    const reader = gateway.iam.admit(contextWith({ permissions: ['streams.query'] }));
    const error = await refusal(send('logs', logs({}), {}, plain(), reader));
    expect(error).toMatchObject({ code: 7, details: 'The permission streams.write is missing.' });
    await eventually(() => expect(denied).toMatchObject([{ method: 'POST', route: PATHS.logs, count: 1 }]));
  });

  it('that is too large is refused, and others are taken after it', async () => {
    const error = await refusal(send('logs', Buffer.alloc(65 * 1024 * 1024)));
    expect(error).toMatchObject({ code: 8 });
    expect(error.metadata.get('grpc-status-details-bin')).toEqual([]);
    const bomb = clientOf({ 'grpc.default_compression_algorithm': compressionAlgorithms.gzip });
    expect(await refusal(send('logs', Buffer.alloc(70 * 1024 * 1024), {}, bomb))).toMatchObject({ code: 8 });
    await send('logs', logs({}));
  });

  it('says when to come back when something is in the way that may pass', async () => {
    await gateway.lag();
    const error = await refusal(send('logs', logs({})));
    expect(error.code).toBe(14);
    const [details] = error.metadata.get('grpc-status-details-bin');
    expect(String(details)).toMatch(/google\.rpc\.RetryInfo/);
  });

  it('gives back the room that it took, also when it is refused or given up', async () => {
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) => send('logs', at % 2 === 0 ? logs({}) : Buffer.from([1]))),
    );
    const metric = await (await gateway.fetch('/metrics')).text();
    expect(/^spanwise_intake_in_flight_bytes(?:\{.*\})? (\d+)$/m.exec(metric)?.[1]).toBe('0');
  });
});

const sessions: ClientHttp2Session[] = [];
afterAll(() => sessions.forEach((session) => session.destroy()));

/** Begins a call by hand: its headers, and these bytes of its body. Resolves with what it ended with. */
function call(
  change: Record<string, string> = {},
  bytes: Uint8Array = new Uint8Array(),
  session?: ClientHttp2Session,
): { stream: ClientHttp2Stream; ended: Promise<Record<string, unknown>> } {
  const connection = session ?? connectHttp2(`http://127.0.0.1:${port}`);
  sessions.push(connection);
  const stream = connection.request({
    ':method': 'POST',
    ':path': PATHS.logs,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: `Bearer ${token}`,
    ...change,
  });
  const seen: Record<string, unknown> = {};
  const ended = new Promise<Record<string, unknown>>((resolve) => {
    stream.on('response', (headers) => Object.assign(seen, headers));
    stream.on('trailers', (headers) => Object.assign(seen, headers));
    stream.on('error', () => undefined).on('close', () => resolve(seen));
  });
  stream.resume();
  stream.write(bytes);
  return { stream, ended };
}
const prefixed = (message: Uint8Array, { compressed = 0, length = message.length } = {}): Buffer => {
  const prefix = Buffer.from([compressed, 0, 0, 0, 0]);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
};
const inFlight = async () => {
  const text = await (await gateway.fetch('/metrics')).text();
  return Number(/^spanwise_intake_in_flight_bytes(?:\{.*\})? (\d+)$/m.exec(text)?.[1]);
};
const MIB = 1024 * 1024;

describe('a message over gRPC is admitted by its length, before it is read (INTAKE-11)', () => {
  it('many that announce megabytes and stall hold what they have sent, and are ended', async () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const stalled = Array.from({ length: 32 }, () =>
      call({}, prefixed(Buffer.alloc(1_000), { length: 15 * MIB }), session),
    );
    await eventually(async () => expect(await inFlight()).toBe(32_000));
    await send('logs', logs({}));
    for (const { ended } of stalled)
      expect(await ended).toMatchObject({
        'grpc-status': '8',
        'grpc-message': 'The body of the request comes too slowly.',
      });
    expect(await inFlight()).toBe(0);
  });

  it('one that is larger than a body may be is refused without it, and one that never begins is ended', async () => {
    expect(await call({}, prefixed(new Uint8Array(), { length: 60 * MIB })).ended).toMatchObject({
      'grpc-status': '8',
    });
    expect(await call({}, Buffer.from([0, 0])).ended).toMatchObject({ 'grpc-status': '8' });
    expect(await inFlight()).toBe(0);
  });

  it('one of many mebibytes is taken when it is alone, also after a busy time', async () => {
    await Promise.allSettled(
      Array.from({ length: 50 }, () => send('logs', logs({ body: { stringValue: 'x'.repeat(MIB / 8) } }))),
    );
    const values = Array.from({ length: 50 }, () => ({ stringValue: 'y'.repeat(200_000) }));
    const request = logs(...values.map((body) => ({ body })));
    expect(request.length).toBeGreaterThan(8 * MIB);
    await send('logs', request);
  });

  it('bombs are refused by the ratio, as those of HTTP are', async () => {
    const bomb = prefixed(gzipSync(Buffer.alloc(40 * MIB)), { compressed: 1 });
    expect(bomb.length).toBeLessThan(64 * 1024);
    const calls = Array.from({ length: 20 }, () => {
      const { stream, ended } = call({ 'grpc-encoding': 'gzip' }, bomb);
      stream.end();
      return ended;
    });
    for (const ended of calls)
      expect(await ended).toMatchObject({
        'grpc-status': '8',
        'grpc-message': expect.stringContaining('compressed more than 200 to 1'),
      });
    expect(await gateway.logged()).toEqual([]);
  });

  it.each<[string, Record<string, string>, Uint8Array, object]>([
    ['of another method', { ':path': '/opentelemetry.X/Export' }, prefixed(logs({})), { 'grpc-status': '12' }],
    ['in an encoding that is not known', { 'grpc-encoding': 'snappy' }, prefixed(logs({})), { 'grpc-status': '12' }],
    ['that is cut off', {}, prefixed(logs({}), { length: 500 }), { 'grpc-status': '3' }],
    ['that is none', {}, new Uint8Array(), { 'grpc-status': '3' }],
    ['of JSON', { 'content-type': 'application/json' }, prefixed(logs({})), { ':status': 415 }],
  ])('one %s', async (_, headers, bytes, says) => {
    const { stream, ended } = call(headers, bytes);
    stream.end();
    expect(await ended).toMatchObject(says);
  });

  it('a text beyond ASCII comes as one', async () => {
    const { stream, ended } = call({ 'stream-name': 'a%b' }, prefixed(logs({})));
    stream.end();
    const seen = await ended;
    expect(seen).toMatchObject({ 'grpc-status': '3' });
    expect(String(seen['grpc-message'])).toMatch(/^[\x20-\x7e]+$/);
  });
});

describe('a port of gRPC that was taken between the look and the bind', () => {
  it('does not end the gateway when it is the usual one: gRPC moves to another', async () => {
    const moved = await TestGateway.start({ SPANWISE_OTLP_GRPC_PORT: '', SPANWISE_OTLP_GRPC_USUAL_PORT: String(port) });
    try {
      expect(moved.ports.otlp_grpc).toBeGreaterThan(0);
      expect(moved.ports.otlp_grpc).not.toBe(port);
      const session = connectHttp2(`http://127.0.0.1:${moved.ports.otlp_grpc}`);
      await once(session, 'remoteSettings');
      session.destroy();
    } finally {
      await moved.stop();
    }
  });

  it('is an error at the start, which names it, when it was given', async () => {
    const server = new OtlpGrpcServer({} as Intake, { note: () => undefined });
    const where = { host: '127.0.0.1', otlpGrpcPort: port, otlpGrpcUsualPort: 4317 };
    await expect(listenForGrpc(server, where)).rejects.toThrow(`Port ${port} of SPANWISE_OTLP_GRPC_PORT is taken`);
  });
});

it('of too many connections the one that has called nothing for the longest time ends', async () => {
  const server = createHttp2Server();
  const connections = new GrpcConnections(server, 2);
  server.on('stream', (stream) => {
    connections.used(stream.session as ServerHttp2Session);
    stream.respond({ ':status': 200 }, { endStream: true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = async () => {
    const session = connectHttp2(url).on('error', () => undefined);
    await once(session, 'remoteSettings');
    return session;
  };
  const first = await open();
  const second = await open();
  await once(first.request({ ':path': '/' }).resume(), 'end');
  const third = await open();
  await eventually(() => expect([first, second, third].map(({ closed }) => closed)).toEqual([false, true, false]));
  connections.destroy();
  server.close();
});
