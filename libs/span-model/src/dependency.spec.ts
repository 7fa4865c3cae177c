import { describe, expect, it } from 'vitest';
import { dependencyOf } from './dependency.js';
import { SpanKind } from './span.js';
import { spanOf, type Attributes } from './span.fixture.js';

const { Client, Producer, Server, Internal, Consumer } = SpanKind;
const http: Attributes = { 'http.request.method': 'GET' };

function call(attributes: Attributes, kind: number = Client, name = ''): string | undefined {
  const dependency = dependencyOf(spanOf({ kind, attributes, name }));
  return dependency && `${dependency.category} | ${dependency.target} | ${dependency.operation}`;
}

describe('which spans are calls (APM-8)', () => {
  it.each([Server, Internal, Consumer])('kind %d is none', (kind) => expect(call(http, kind)).toBeUndefined());

  it.each(['receive', 'settle', 'create'])('a messaging %s is none: a create is counted by its send', (operation) => {
    for (const kind of [Client, Producer]) {
      expect(
        call(
          { 'messaging.system': 'kafka', 'messaging.destination.name': 'q', 'messaging.operation.type': operation },
          kind,
        ),
      ).toBeUndefined();
    }
  });

  it.each(['__proto__', 'constructor', 'toString'])('a database system may be called %s', (system) => {
    const attributes = { 'db.system': system, 'db.namespace': 'orders', 'server.address': 'db', 'server.port': 1 };
    expect(call(attributes)).toBe(
      call({ ...attributes, 'db.system': 'unknown' })?.replace('unknown', system.toLowerCase()),
    );
  });

  it('an attempt of an HTTP client is one call each', () => expect(call(http)).toBe('external_http | unknown | GET'));
});

describe('what is called (APM-9, APM-4)', () => {
  it.each<[string, Attributes, string]>([
    [
      'HTTP by address',
      { ...http, 'server.address': 'ts-station-service' },
      'external_http | ts-station-service | GET',
    ],
    [
      'HTTP port',
      { ...http, 'server.address': 'a.example', 'server.port': 8443 },
      'external_http | a.example:8443 | GET',
    ],
    [
      'HTTP default port',
      { ...http, 'server.address': 'a.example', 'server.port': 443 },
      'external_http | a.example | GET',
    ],
    [
      'HTTP old address keys',
      { 'http.method': 'POST', 'net.peer.name': 'a.example', 'net.peer.port': '9000' },
      'external_http | a.example:9000 | POST',
    ],
    [
      'HTTP url with user-info',
      { ...http, 'url.full': 'https://u:p@A.example./x?y=1' },
      'external_http | a.example | GET',
    ],
    [
      'HTTP old url',
      { 'http.method': 'GET', 'http.url': 'http://a.example:8080/x' },
      'external_http | a.example:8080 | GET',
    ],
    [
      'HTTP peer address last',
      { ...http, 'network.peer.address': 'node-a', 'network.peer.port': 90 },
      'external_http | node-a:90 | GET',
    ],
    ['an invented method', { 'http.method': 'QX77', 'server.address': 'a' }, 'external_http | a | HTTP'],
    [
      'a pod behind its random name',
      { ...http, 'server.address': 'cart-5dc8d4f9fd-46997' },
      'external_http | cart | GET',
    ],
    ['the named peer service', { ...http, 'service.peer.name': 'cart', 'server.address': 'x' }, 'service | cart | GET'],
    ['the old peer service', { ...http, 'peer.service': 'cart' }, 'service | cart | GET'],
    ['new peer before old', { ...http, 'service.peer.name': 'new', 'peer.service': 'old' }, 'service | new | GET'],
    [
      'an IP address, which is no name',
      { ...http, 'server.address': '10.1.2.3', 'server.port': 8080 },
      'external_http | {ip}:8080 | GET',
    ],
    ['an IPv6 address', { ...http, 'server.address': '2001:db8::1' }, 'external_http | {ip} | GET'],
    ['a bracketed IPv6 address', { ...http, 'server.address': '[2001:db8::1]' }, 'external_http | {ip} | GET'],
    [
      'the own host',
      { ...http, 'server.address': '127.0.0.1', 'server.port': 9000 },
      'external_http | localhost:9000 | GET',
    ],
    [
      'database, old keys',
      { 'db.system': 'mysql', 'db.name': 'ts', 'db.operation': 'SELECT' },
      'database | mysql/ts | SELECT',
    ],
    [
      'database, new keys',
      {
        'db.system.name': 'postgresql',
        'db.namespace': 'shop',
        'server.address': 'DB.local',
        'db.operation.name': 'SELECT',
      },
      'database | postgresql/db.local/shop | SELECT',
    ],
    [
      'new before old under dup',
      { 'db.system.name': 'postgresql', 'db.system': 'other_sql', 'db.namespace': 'a', 'db.name': 'b' },
      'database | postgresql/a | ',
    ],
    [
      'query summary',
      { 'db.system.name': 'mysql', 'db.query.summary': 'SELECT users' },
      'database | mysql | SELECT users',
    ],
    [
      'database port',
      { 'db.system': 'postgresql', 'net.peer.name': 'db', 'net.peer.port': 6543 },
      'database | postgresql/db:6543 | ',
    ],
    [
      'database default port, which only old conventions carry',
      { 'db.system': 'postgresql', 'net.peer.name': 'db', 'net.peer.port': 5432 },
      'database | postgresql/db | ',
    ],
    ['redis', { 'db.system': 'redis', 'db.redis.database_index': 3, 'db.operation': 'GET' }, 'cache | redis/3 | GET'],
    ['memcached', { 'db.system.name': 'memcached' }, 'cache | memcached | '],
    ['valkey', { 'db.system.name': 'valkey' }, 'cache | valkey | '],
    [
      'rpc, new',
      { 'rpc.system.name': 'grpc', 'rpc.method': 'shop.Cart/Add', 'server.address': 'x' },
      'external_rpc | shop.Cart | Add',
    ],
    [
      'rpc, old',
      { 'rpc.system': 'grpc', 'rpc.service': 'shop.Cart', 'rpc.method': 'Add' },
      'external_rpc | shop.Cart | Add',
    ],
    [
      'rpc to a named peer',
      { 'rpc.system': 'grpc', 'rpc.service': 'shop.Cart', 'rpc.method': 'Add', 'peer.service': 'cart' },
      'service | cart | Add',
    ],
    [
      'send from a CLIENT span',
      {
        'messaging.system': 'kafka',
        'messaging.destination.name': 'orders',
        'messaging.operation.name': 'send',
        'messaging.operation.type': 'send',
      },
      'messaging | kafka/orders | send',
    ],
    ['nothing known', {}, 'other | unknown | '],
  ])('%s', (_, attributes, expected) => expect(call(attributes)).toBe(expected));

  it.each([
    ['mssql', 'microsoft.sql_server'],
    ['oracle', 'oracle.db'],
    ['cosmosdb', 'azure.cosmosdb'],
    ['dynamodb', 'aws.dynamodb'],
    ['spanner', 'gcp.spanner'],
    ['redshift', 'aws.redshift'],
    ['db2', 'ibm.db2'],
  ])('%s and its new value %s are one database', (old, renamed) => {
    expect(call({ 'db.system': old })).toBe(call({ 'db.system.name': renamed }));
    expect(call({ 'db.system': old })).toBe(`database | ${renamed} | `);
  });

  it('a producer by its destination', () => {
    const attributes: Attributes = {
      'messaging.system': 'rabbitmq',
      'messaging.operation': 'publish',
      'messaging.destination.name': 'food_delivery',
    };
    expect(call(attributes, Producer, '<default> send')).toBe('messaging | rabbitmq/food_delivery | send');
    expect(call({ ...attributes, 'messaging.destination.anonymous': true }, Producer)).toBe(
      'messaging | rabbitmq/(anonymous) | send',
    );
    expect(call({}, Producer, 'reply 123456')).toBe('messaging | reply {id} | send');
  });

  it('a SQL verb from the span name, never the statement', () => {
    expect(call({ 'db.system': 'mysql' }, Client, "select * from users where name = 'x'")).toBe(
      'database | mysql | SELECT',
    );
    expect(call({ 'db.system': 'mysql' }, Client, 'getUserById')).toBe('database | mysql | ');
  });
});
