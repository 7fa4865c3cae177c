import { describe, expect, it } from 'vitest';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta } from '@spanwise/span-model/delta-codec';
import { SpanKind, StatusCode } from '@spanwise/span-model/span';
import { readTracesJson } from './read-traces-json.js';

type Attributes = Record<string, string | number>;

/** What each span of the trace says in one generation of the semantic conventions. */
interface Generation {
  environment: Attributes;
  /** GET /orders/{id} of this service, answered with 500. */
  request: Attributes;
  /** A call of `http://stock.shop:8080`. */
  httpCall: Attributes;
  /** A call of the service `payments`, by name. */
  namedCall: Attributes;
  /** INSERT into `orders` of the database `shop` on an SQL Server. */
  sqlCall: Attributes;
  /** GET of database 3 of a Redis. */
  cacheCall: Attributes;
  /** A call of `shop.Stock/Reserve` that ended UNAVAILABLE. */
  rpcCall: Attributes;
  /** The same method, served. */
  rpcRequest: Attributes;
  /** A message to the Kafka topic `orders`. */
  send: Attributes;
  /** The same message, worked on. */
  process: Attributes;
}

const V1_16: Generation = {
  environment: { 'deployment.environment': 'live' },
  request: {
    'http.method': 'GET',
    'http.route': '/orders/{id}',
    'http.target': '/orders/7?verbose=1',
    'http.host': 'shop:8080',
    'http.scheme': 'http',
    'http.status_code': 500,
    'net.host.name': 'shop',
  },
  httpCall: { 'http.method': 'GET', 'http.url': 'http://stock.shop:8080/items/9', 'http.status_code': 404 },
  namedCall: {
    'http.method': 'POST',
    'http.url': 'http://10.1.2.3/pay',
    'http.status_code': 200,
    'peer.service': 'payments',
  },
  sqlCall: {
    'db.system': 'mssql',
    'db.name': 'shop',
    'db.operation': 'INSERT',
    'db.sql.table': 'orders',
    'db.statement': 'INSERT INTO orders VALUES (1)',
    'net.peer.name': 'sql.shop',
    'net.peer.port': 1433,
  },
  cacheCall: {
    'db.system': 'redis',
    'db.redis.database_index': 3,
    'db.operation': 'GET',
    'net.peer.name': 'cache.shop',
    'net.peer.port': 6379,
  },
  rpcCall: { 'rpc.system': 'grpc', 'rpc.service': 'shop.Stock', 'rpc.method': 'Reserve', 'rpc.grpc.status_code': 14 },
  rpcRequest: {
    'rpc.system': 'grpc',
    'rpc.service': 'shop.Stock',
    'rpc.method': 'Reserve',
    'rpc.grpc.status_code': 14,
  },
  send: { 'messaging.system': 'kafka', 'messaging.destination': 'orders', 'messaging.destination_kind': 'topic' },
  process: {
    'messaging.system': 'kafka',
    'messaging.destination': 'orders',
    'messaging.destination_kind': 'topic',
    'messaging.operation': 'process',
  },
};

const V1_20: Generation = {
  ...V1_16,
  httpCall: {
    'http.method': 'GET',
    'http.url': 'http://stock.shop:8080/items/9',
    'http.status_code': 404,
    'net.peer.name': 'stock.shop',
    'net.peer.port': 8080,
    'net.sock.peer.addr': '10.1.2.4',
  },
  send: { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders', 'messaging.operation': 'publish' },
  process: { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders', 'messaging.operation': 'process' },
};

/** HTTP is stable; databases keep their names but say `server.address`. */
const V1_23: Generation = {
  ...V1_20,
  request: {
    'http.request.method': 'GET',
    'http.route': '/orders/{id}',
    'url.path': '/orders/7',
    'url.query': 'verbose=1',
    'url.scheme': 'http',
    'server.address': 'shop',
    'server.port': 8080,
    'http.response.status_code': 500,
    'error.type': '500',
  },
  httpCall: {
    'http.request.method': 'GET',
    'url.full': 'http://stock.shop:8080/items/9',
    'server.address': 'stock.shop',
    'server.port': 8080,
    'http.response.status_code': 404,
    'error.type': '404',
  },
  namedCall: {
    'http.request.method': 'POST',
    'url.full': 'http://10.1.2.3/pay',
    'server.address': '10.1.2.3',
    'http.response.status_code': 200,
    'peer.service': 'payments',
  },
  sqlCall: {
    'db.system': 'mssql',
    'db.name': 'shop',
    'db.operation': 'INSERT',
    'db.sql.table': 'orders',
    'server.address': 'sql.shop',
    'server.port': 1433,
  },
  cacheCall: {
    'db.system': 'redis',
    'db.redis.database_index': 3,
    'db.operation': 'GET',
    'server.address': 'cache.shop',
    'server.port': 6379,
  },
};

/** Databases and messaging are on the way to their stable names. */
const V1_28: Generation = {
  ...V1_23,
  environment: { 'deployment.environment.name': 'live' },
  sqlCall: {
    'db.system': 'mssql',
    'db.namespace': 'shop',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'orders',
    'db.query.text': 'INSERT INTO orders VALUES (?)',
    'server.address': 'sql.shop',
  },
  cacheCall: { 'db.system': 'redis', 'db.namespace': '3', 'db.operation.name': 'GET', 'server.address': 'cache.shop' },
  send: {
    'messaging.system': 'kafka',
    'messaging.destination.name': 'orders',
    'messaging.operation.name': 'send',
    'messaging.operation.type': 'publish',
  },
  process: {
    'messaging.system': 'kafka',
    'messaging.destination.name': 'orders',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
  },
};

/** Databases are stable, RPC is about to be. */
const V1_39: Generation = {
  ...V1_28,
  namedCall: {
    'http.request.method': 'POST',
    'url.full': 'http://10.1.2.3/pay',
    'server.address': '10.1.2.3',
    'server.port': 80,
    'http.response.status_code': 200,
    'service.peer.name': 'payments',
  },
  sqlCall: {
    'db.system.name': 'microsoft.sql_server',
    'db.namespace': 'shop',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'orders',
    'db.query.summary': 'INSERT orders',
    'server.address': 'sql.shop',
  },
  cacheCall: {
    'db.system.name': 'redis',
    'db.namespace': '3',
    'db.operation.name': 'GET',
    'server.address': 'cache.shop',
  },
  rpcCall: {
    'rpc.system.name': 'grpc',
    'rpc.method': 'shop.Stock/Reserve',
    'rpc.response.status_code': 'UNAVAILABLE',
    'error.type': 'UNAVAILABLE',
  },
  rpcRequest: {
    'rpc.system.name': 'grpc',
    'rpc.method': 'shop.Stock/Reserve',
    'rpc.response.status_code': 'UNAVAILABLE',
  },
  send: {
    'messaging.system': 'kafka',
    'messaging.destination.name': 'orders',
    'messaging.operation.name': 'send',
    'messaging.operation.type': 'send',
  },
};

/** Both sets on one span, as `OTEL_SEMCONV_STABILITY_OPT_IN=http/dup,database/dup` sends them. */
const DUPLICATED = Object.fromEntries(
  Object.keys(V1_39).map((key) => [key, { ...V1_20[key as keyof Generation], ...V1_39[key as keyof Generation] }]),
) as unknown as Generation;

const GENERATIONS: [string, Generation][] = [
  ['1.16', V1_16],
  ['1.20', V1_20],
  ['1.23', V1_23],
  ['1.28', V1_28],
  ['1.39', V1_39],
  ['old and new at once', DUPLICATED],
];

const START = 1_767_225_600_000_000n;
const ORGANIZATION = '01890000-0000-7000-8000-0000000000a1';

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }));

function traceOf(generation: Generation) {
  const { Server, Client, Producer, Consumer } = SpanKind;
  const spans: [string, number, Attributes, number, object[]?][] = [
    ['GET /orders/{id}', Server, generation.request, StatusCode.Error, [THROWN]],
    ['GET', Client, generation.httpCall, StatusCode.Error],
    ['POST', Client, generation.namedCall, StatusCode.Unset],
    ['INSERT orders', Client, generation.sqlCall, StatusCode.Unset],
    ['GET', Client, generation.cacheCall, StatusCode.Unset],
    ['shop.Stock/Reserve', Client, generation.rpcCall, StatusCode.Error],
    ['shop.Stock/Reserve', Server, generation.rpcRequest, StatusCode.Unset],
    ['send orders', Producer, generation.send, StatusCode.Unset],
    ['process orders', Consumer, generation.process, StatusCode.Unset],
  ];
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'shop', ...generation.environment }) },
        scopeSpans: [
          {
            spans: spans.map(([name, kind, attributes, code, events = []], index) => ({
              traceId: '1'.repeat(32),
              spanId: `${index + 1}`.repeat(16),
              parentSpanId: index === 0 ? '' : '1'.repeat(16),
              name,
              kind,
              startTimeUnixNano: `${(START + BigInt(index)) * 1_000n}`,
              endTimeUnixNano: `${(START + BigInt(index + 1_000)) * 1_000n}`,
              status: { code },
              attributes: attributesOf(attributes),
              events,
            })),
          },
        ],
      },
    ],
  };
}

const THROWN = {
  name: 'exception',
  timeUnixNano: `${START * 1_000n}`,
  attributes: attributesOf({
    'exception.type': 'shop.OrderException',
    'exception.message': 'order 7',
    'exception.stacktrace': 'shop.OrderException: order 7\n\tat shop.Orders.find(Orders.java:7)',
  }),
};

/** What the projector passes on of a trace: every figure that is ever answered comes from these bytes. */
function deltaOf(generation: Generation): Uint8Array {
  const fold = new DeltaFold();
  readTracesJson(Buffer.from(JSON.stringify(traceOf(generation))), (span) => fold.add(ORGANIZATION, span));
  return encodeDelta(fold, 1)[0]!;
}

describe('one trace in the words of every generation of the semantic conventions (APM-4)', () => {
  it('is what it should be', () => {
    const { series } = decodeDelta(deltaOf(V1_39)).organizations[0]!;
    expect(
      series
        .filter(({ key }) => key.kind === 2 || key.kind === 3)
        .map(
          ({ key, red }) =>
            `${key.category} ${key.name} ${key.detail}`.trim() + (red.sampledErrors > 0 ? ' failed' : ''),
        )
        .sort(),
    ).toEqual([
      'cache redis/cache.shop/3 GET',
      'database microsoft.sql_server/sql.shop/shop INSERT orders',
      'external_http stock.shop:8080 GET failed',
      'external_rpc shop.Stock Reserve failed',
      'http GET /orders/{id} failed',
      'messaging kafka/orders send',
      'messaging process orders',
      'rpc shop.Stock/Reserve failed',
      'service payments POST',
    ]);
  });

  it.each(GENERATIONS)('%s gives the same figures, names, errors and samples, byte for byte', (_, generation) => {
    expect(decodeDelta(deltaOf(generation))).toEqual(decodeDelta(deltaOf(V1_39)));
    expect(deltaOf(generation)).toEqual(deltaOf(V1_39));
  });
});
