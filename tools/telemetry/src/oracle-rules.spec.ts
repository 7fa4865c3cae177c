import { describe, expect, it } from 'vitest';
import { factsOf } from './oracle-rules.js';
import { Kind, keyValues, type Attributes, type Span } from './otlp.js';

const resource = keyValues({ 'service.name': 'a', 'deployment.environment': 'test', 'service.version': '1' });

function facts(kind: number, attributes: Attributes, rest: Partial<Span> = {}) {
  const span: Span = {
    traceId: 'aa',
    spanId: 'bb',
    parentSpanId: 'cc',
    name: 'a span',
    kind,
    startTimeUnixNano: '1000000000',
    endTimeUnixNano: '1000001500',
    attributes: keyValues(attributes),
    ...rest,
  };
  return factsOf(span, resource);
}

describe('what a span is an error by (APM-2)', () => {
  const { Server, Client, Consumer } = Kind;
  it.each<[string, number, Attributes, number | undefined, boolean]>([
    ['a stated error', Server, {}, 2, true],
    ['a stated success, whatever the code', Server, { 'http.status_code': 503 }, 1, false],
    ['a server answering 500', Server, { 'http.status_code': 500 }, 0, true],
    ['a server answering 500 as a text', Server, { 'http.response.status_code': '500' }, undefined, true],
    ['a server answering 404', Server, { 'http.response.status_code': 404 }, undefined, false],
    ['a client that got 404', Client, { 'http.response.status_code': 404 }, undefined, true],
    ['a client that got 200', Client, { 'http.response.status_code': 200 }, undefined, false],
    [
      'a broken answer after 200',
      Server,
      { 'http.response.status_code': 200, 'error.type': 'timeout' },
      undefined,
      true,
    ],
    ['a gRPC server INTERNAL', Server, { 'rpc.system': 'grpc', 'rpc.grpc.status_code': 13 }, undefined, true],
    [
      'a gRPC server NOT_FOUND',
      Server,
      { 'rpc.system.name': 'grpc', 'rpc.status_code': 'NOT_FOUND' },
      undefined,
      false,
    ],
    ['a gRPC client NOT_FOUND', Client, { 'rpc.system.name': 'grpc', 'rpc.status_code': 'NOT_FOUND' }, undefined, true],
    ['a gRPC client OK', Client, { 'rpc.system': 'grpc', 'rpc.grpc.status_code': 0 }, undefined, false],
    ['an error type alone', Consumer, { 'error.type': 'X' }, undefined, true],
    ['nothing at all', Server, {}, undefined, false],
  ])('%s', (_, kind, attributes, code, expected) => {
    expect(facts(kind, attributes, { status: { code } }).error).toBe(expected);
  });

  it('is not an exception alone', () => {
    expect(facts(Kind.Server, {}, { events: [{ name: 'exception' }] }).error).toBe(false);
  });
});

describe('which spans are requests, and their names (APM-1, APM-7)', () => {
  const remote = 0x301;
  it.each<[string, number, Attributes, Partial<Span>, string | undefined]>([
    ['a route', Kind.Server, { 'http.method': 'GET', 'http.route': '/a/{id}' }, {}, 'http GET /a/{id}'],
    [
      'no route and 404',
      Kind.Server,
      { 'http.request.method': '_OTHER', 'http.response.status_code': 404 },
      {},
      'http HTTP <unmatched>',
    ],
    ['an old method', Kind.Server, { 'rpc.system': 'grpc', 'rpc.service': 'p.S', 'rpc.method': 'M' }, {}, 'rpc p.S/M'],
    ['a new method', Kind.Server, { 'rpc.system.name': 'grpc', 'rpc.method': 'p.S/M' }, {}, 'rpc p.S/M'],
    [
      'a message',
      Kind.Consumer,
      { 'messaging.system': 'kafka', 'messaging.operation.name': 'process', 'messaging.destination.name': 'q' },
      {},
      'messaging process q',
    ],
    [
      'a message only taken',
      Kind.Consumer,
      { 'messaging.system': 'rabbitmq', 'messaging.operation': 'receive' },
      {},
      undefined,
    ],
    ['a job', Kind.Internal, {}, { parentSpanId: undefined }, 'span a span'],
    ['an entry from elsewhere', Kind.Internal, {}, { flags: remote }, 'span a span'],
    ['an inner step', Kind.Internal, {}, { flags: 0x101 }, undefined],
    ['a root call', Kind.Client, {}, { parentSpanId: undefined }, undefined],
  ])('%s', (_, kind, attributes, rest, expected) => {
    const { transaction } = facts(kind, attributes, rest);
    expect(transaction && `${transaction.kind} ${transaction.name}`).toBe(expected);
  });
});

describe('which calls are dependencies, and their names (APM-8, APM-9)', () => {
  it.each<[string, number, Attributes, string | undefined]>([
    [
      'a database, new',
      Kind.Client,
      {
        'db.system.name': 'postgresql',
        'server.address': 'DB',
        'server.port': 5432,
        'db.namespace': 'n',
        'db.operation.name': 'SELECT',
        'db.collection.name': 't',
      },
      'database postgresql/db/n SELECT t',
    ],
    [
      'a database, old',
      Kind.Client,
      { 'db.system': 'mysql', 'db.name': 'n', 'db.operation': 'SELECT' },
      'database mysql/n SELECT',
    ],
    ['a cache', Kind.Client, { 'db.system': 'redis', 'db.operation': 'GET' }, 'cache redis GET'],
    [
      'a queue',
      Kind.Producer,
      { 'messaging.system': 'kafka', 'messaging.destination.name': 'q' },
      'messaging kafka/q send',
    ],
    [
      'a queue, old',
      Kind.Producer,
      { 'messaging.system': 'kafka', 'messaging.destination.name': 'q', 'messaging.operation': 'publish' },
      'messaging kafka/q send',
    ],
    [
      'taking from a queue',
      Kind.Client,
      { 'messaging.system': 'kafka', 'messaging.operation.type': 'receive' },
      undefined,
    ],
    [
      'a URL',
      Kind.Client,
      { 'http.request.method': 'GET', 'url.full': 'https://u:p@Api.example/x?y' },
      'external_http api.example GET',
    ],
    [
      'a host and port',
      Kind.Client,
      { 'http.method': 'GET', 'net.peer.name': 'b', 'net.peer.port': 8080 },
      'external_http b:8080 GET',
    ],
    ['a named peer', Kind.Client, { 'http.method': 'GET', 'peer.service': 'b', 'net.peer.name': 'x' }, 'service b GET'],
    [
      'gRPC',
      Kind.Client,
      { 'rpc.system.name': 'grpc', 'rpc.method': 'p.S/M', 'server.address': 'b' },
      'external_rpc p.S M',
    ],
    ['a server', Kind.Server, { 'http.method': 'GET' }, undefined],
  ])('%s', (_, kind, attributes, expected) => {
    const { dependency } = facts(kind, attributes);
    expect(dependency && `${dependency.category} ${dependency.target} ${dependency.operation}`).toBe(expected);
  });
});

describe('weight and duration', () => {
  it.each([
    ['', 1],
    ['ot=th:0', 1],
    ['ot=th:8', 2],
    ['other=1, ot=rv:1;th:c', 4],
    ['ot=th:fff', 4096],
    ['ot=th:C', 1],
    ['ot=th:ffffffffffffff', 1_000_000],
  ])('%j stands for %d spans (APM-3)', (traceState, expected) => {
    expect(facts(Kind.Server, {}, { traceState }).weight).toBe(expected);
  });

  it('keeps fractions of microseconds', () => {
    expect(facts(Kind.Server, {}).durationMicros).toBe(1.5);
  });

  it('is 0 where the end lies before the start', () => {
    expect(facts(Kind.Server, {}, { endTimeUnixNano: '999999999' }).durationMicros).toBe(0);
  });
});
