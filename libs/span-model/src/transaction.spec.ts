import { describe, expect, it } from 'vitest';
import { SpanFlags, SpanKind } from './span.js';
import { spanOf, type SpanParts } from './span.fixture.js';
import { isTransaction, transactionOf } from './transaction.js';

const { Server, Client, Consumer, Producer, Internal, Unspecified } = SpanKind;
const REMOTE = SpanFlags.HasIsRemote | SpanFlags.IsRemote;

describe('a span is a request of its service (APM-1)', () => {
  it.each<[string, SpanParts, boolean]>([
    ['SERVER', { kind: Server, hasParent: true }, true],
    ['CONSUMER', { kind: Consumer, hasParent: true }, true],
    [
      'CONSUMER of an old emitter that only receives',
      { kind: Consumer, attributes: { 'messaging.operation': 'receive' } },
      false,
    ],
    ['CONSUMER that settles', { kind: Consumer, attributes: { 'messaging.operation.type': 'settle' } }, false],
    [
      'a process span of another kind',
      {
        kind: Internal,
        hasParent: true,
        attributes: { 'messaging.system': 'kafka', 'messaging.operation.type': 'process' },
      },
      true,
    ],
    ['INTERNAL root: a job', { kind: Internal }, true],
    ['root without a kind', { kind: Unspecified }, true],
    ['INTERNAL child', { kind: Internal, hasParent: true }, false],
    ['INTERNAL entry point', { kind: Internal, hasParent: true, flags: REMOTE }, true],
    [
      'INTERNAL whose parent may be remote: not known',
      { kind: Internal, hasParent: true, flags: SpanFlags.IsRemote },
      false,
    ],
    ['INTERNAL with a local parent', { kind: Internal, hasParent: true, flags: SpanFlags.HasIsRemote }, false],
    ['CLIENT root', { kind: Client }, false],
    ['PRODUCER root', { kind: Producer }, false],
    ['CLIENT entry point', { kind: Client, hasParent: true, flags: REMOTE }, false],
  ])('%s', (_, parts, expected) => expect(isTransaction(spanOf(parts))).toBe(expected));
});

describe('its kind and name (APM-7, APM-4)', () => {
  it.each<[string, SpanParts, string, string]>([
    [
      'method and route',
      { attributes: { 'http.request.method': 'GET', 'http.route': '/users/:id' } },
      'http',
      'GET /users/:id',
    ],
    ['the old method key', { attributes: { 'http.method': 'GET', 'http.route': '/a' } }, 'http', 'GET /a'],
    [
      'new before old',
      { attributes: { 'http.request.method': 'PUT', 'http.method': 'GET', 'http.route': '/a' } },
      'http',
      'PUT /a',
    ],
    [
      '_OTHER shown as HTTP',
      { attributes: { 'http.request.method': '_OTHER', 'http.route': '/a' } },
      'http',
      'HTTP /a',
    ],
    [
      'an invented method, as scanners send',
      { attributes: { 'http.method': 'QX77', 'http.route': '/a' } },
      'http',
      'HTTP /a',
    ],
    ['a method in lower case', { attributes: { 'http.method': 'get', 'http.route': '/a' } }, 'http', 'GET /a'],
    [
      '404 without a route',
      { name: 'GET /wp-admin', attributes: { 'http.request.method': 'GET', 'http.response.status_code': 404 } },
      'http',
      'GET <unmatched>',
    ],
    [
      '404 with a route',
      { attributes: { 'http.request.method': 'GET', 'http.route': '/u/:id', 'http.response.status_code': 404 } },
      'http',
      'GET /u/:id',
    ],
    ['a name that is only the method', { name: 'GET', attributes: { 'http.request.method': 'GET' } }, 'http', 'GET'],
    [
      'a raw path in the name',
      { name: 'GET /users/42', attributes: { 'http.request.method': 'GET', 'url.path': '/users/42' } },
      'http',
      'GET /users/{id}',
    ],
    [
      'a raw target with a query',
      { name: '/users/42?x=1', attributes: { 'http.method': 'GET', 'http.target': '/users/42?x=1' } },
      'http',
      'GET /users/{id}',
    ],
    [
      'a clean path in the name',
      { name: 'GET /health', attributes: { 'http.request.method': 'GET', 'url.path': '/health' } },
      'http',
      'GET /health',
    ],
    [
      'rpc with the new full method',
      { attributes: { 'rpc.system.name': 'grpc', 'rpc.method': 'shop.Cart/Add' } },
      'rpc',
      'shop.Cart/Add',
    ],
    [
      'rpc with the old halves',
      { attributes: { 'rpc.system': 'grpc', 'rpc.service': 'shop.Cart', 'rpc.method': 'Add' } },
      'rpc',
      'shop.Cart/Add',
    ],
    [
      'rpc over http: rpc wins',
      {
        attributes: {
          'rpc.system': 'grpc',
          'rpc.service': 'S',
          'rpc.method': 'M',
          'http.request.method': 'POST',
          'http.route': '/S/M',
        },
      },
      'rpc',
      'S/M',
    ],
    [
      'rpc with an id in the name only',
      { name: 'call 123456', attributes: { 'rpc.system': 'grpc' } },
      'rpc',
      'call {id}',
    ],
    [
      'messaging',
      {
        kind: Consumer,
        attributes: {
          'messaging.system': 'rabbitmq',
          'messaging.operation': 'process',
          'messaging.destination.name': 'food_delivery',
        },
      },
      'messaging',
      'process food_delivery',
    ],
    [
      'messaging with a template',
      {
        kind: Consumer,
        attributes: {
          'messaging.operation.name': 'consume',
          'messaging.destination.template': 'user.{id}',
          'messaging.destination.name': 'user.7',
        },
      },
      'messaging',
      'consume user.{id}',
    ],
    [
      'messaging from a temporary queue',
      {
        kind: Consumer,
        attributes: {
          'messaging.operation.name': 'consume',
          'messaging.destination.name': 'amq.gen-9f',
          'messaging.destination.temporary': true,
        },
      },
      'messaging',
      'consume (temporary)',
    ],
    ...(
      [
        ['RabbitMQ', 'amq.gen-JzTY20BRgKO-HjmUJj0wLg', '(temporary)'],
        ['a direct reply', 'amq.rabbitmq.reply-to.g1h2AA5yZXBseUAyMzQ1', '(temporary)'],
        ['Spring', 'spring.gen-3bDkWqYUS2y0bJ6e1gqV1A', '(temporary)'],
        ['NATS', '_INBOX.R7cFYPQYpGyQ.1', '(temporary)'],
        ['JMS', 'temp-queue://ID:host-4711-1', '(temporary)'],
        ['an id of its own', 'reply-550e8400-e29b-41d4-a716-446655440000', 'reply-{id}'],
        ['digits of its own', 'celery.pidbox.5f2a9c0b1d2e3f4a', 'celery.pidbox.{id}'],
        ['a year', 'orders-2024', 'orders-2024'],
        ['words of hexadecimal letters', 'facade-decade', 'facade-decade'],
      ] as const
    ).flatMap(([of, name, shown]): [string, SpanParts, string, string][] =>
      (['messaging.destination.name', 'messaging.destination'] as const).map((key) => [
        `messaging whose queue is named by ${of} in ${key}`,
        { kind: Consumer, attributes: { 'messaging.system': 'x', [key]: name } },
        'messaging',
        `process ${shown}`,
      ]),
    ),
    [
      'messaging from a temporary queue of old conventions',
      { kind: Consumer, attributes: { 'messaging.destination': 'a1', 'messaging.temp_destination': true } },
      'messaging',
      'process (temporary)',
    ],
    ['a job', { kind: Internal, name: 'nightly cleanup' }, 'span', 'nightly cleanup'],
    ['a job with a number', { kind: Internal, name: 'job 123456' }, 'span', 'job {id}'],
    ['a server without a protocol', { name: 'Handle' }, 'other', 'Handle'],
    ['a gateway route without a method', { name: '/*', attributes: { 'http.route': '/*' } }, 'other', '/*'],
    ['no name at all', { name: '' }, 'other', 'unnamed'],
    ['the reserved name', { kind: Internal, name: '__other__' }, 'span', '__other__(reserved)'],
  ])('from %s', (_, parts, kind, name) => expect(transactionOf(spanOf(parts))).toEqual({ kind, name }));
});
