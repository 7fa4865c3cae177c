import { createServer, type AddressInfo } from 'node:net';
import { Client, compressionAlgorithms, credentials, Metadata, type ServiceError as GrpcError } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeJson } from '@spanwise/otlp/encode-json';
import { ProtobufWriter } from '@spanwise/otlp/protobuf-writer';
import { eventually } from '@spanwise/testing/eventually';
import { contextWith, ORGANIZATION, TestGateway } from '../gateway.fixture.js';

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
  gateway = await TestGateway.start({ SPANWISE_OTLP_GRPC_PORT: String(port), HOST: '127.0.0.1' });
  token = gateway.iam.admit();
});
beforeEach(async () => {
  await gateway.emptyLog();
  await gateway.beat();
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
    const [[slice]] = await gateway.logged();
    expect(slice).toMatchObject({
      organizationId: ORGANIZATION,
      signal,
      stream: 'shop',
      encoding: 'protobuf',
      recordCount: 1,
    });
    expect(Buffer.from(slice.bytes)).toEqual(bytes);
  });

  it('may be compressed', async () => {
    const client = clientOf({ 'grpc.default_compression_algorithm': compressionAlgorithms.gzip });
    const bytes = logs({ body: { stringValue: 'x'.repeat(200_000) } });
    await send('logs', bytes, {}, client);
    expect(Buffer.from((await gateway.logged())[0][0].bytes)).toEqual(bytes);
  });

  it('says what was rejected and keeps the rest', async () => {
    const answer = await send('traces', traces(span(), span({ spanId: '00'.repeat(8) })));
    const partial = new ProtobufWriter().varint(1, 1).finish();
    expect(answer.includes(partial)).toBe(true);
    expect(answer.toString()).toMatch(/span id is not 8 bytes/);
    expect((await gateway.logged())[0][0].recordCount).toBe(1);
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

  it('is told when to come back when something is in the way that may pass', async () => {
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
