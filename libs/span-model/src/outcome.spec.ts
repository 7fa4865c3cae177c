import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.js';
import { SpanKind, StatusCode } from './span.js';
import { spanOf, type Attributes } from './span.fixture.js';

const { Server, Client, Consumer, Producer } = SpanKind;
const { Unset, Ok, Error } = StatusCode;

describe('outcome of a span (APM-2)', () => {
  it.each<[string, number, number, Attributes, string]>([
    ['status ERROR', Server, Error, {}, 'error'],
    ['status ERROR beside a 200', Server, Error, { 'http.response.status_code': 200 }, 'error'],
    ['status OK beside a 500: a deliberate statement', Server, Ok, { 'http.response.status_code': 500 }, 'success'],
    ['status OK beside error.type', Server, Ok, { 'error.type': 'timeout' }, 'success'],
    ['nothing at all, as of a cancelled request', Server, Unset, {}, 'success'],
    ['SERVER 500', Server, Unset, { 'http.response.status_code': 500 }, 'error'],
    ['SERVER 503 as text under the old key', Server, Unset, { 'http.status_code': '503' }, 'error'],
    ['SERVER 404', Server, Unset, { 'http.response.status_code': 404 }, 'client error'],
    ['SERVER 399', Server, Unset, { 'http.response.status_code': 399 }, 'success'],
    ['CLIENT 404', Client, Unset, { 'http.response.status_code': 404 }, 'error'],
    ['CLIENT 500', Client, Unset, { 'http.response.status_code': 500 }, 'error'],
    ['CLIENT 399', Client, Unset, { 'http.response.status_code': 399 }, 'success'],
    [
      'the new status before the old',
      Server,
      Unset,
      { 'http.response.status_code': 200, 'http.status_code': 500 },
      'success',
    ],
    ['gRPC SERVER int UNAVAILABLE', Server, Unset, { 'rpc.grpc.status_code': 14 }, 'error'],
    ['gRPC SERVER text UNAVAILABLE', Server, Unset, { 'rpc.status_code': 'UNAVAILABLE' }, 'error'],
    ['gRPC SERVER NOT_FOUND', Server, Unset, { 'rpc.grpc.status_code': 5 }, 'success'],
    ['gRPC SERVER CANCELLED', Server, Unset, { 'rpc.status_code': 'CANCELLED' }, 'success'],
    ['gRPC CLIENT NOT_FOUND', Client, Unset, { 'rpc.grpc.status_code': 5 }, 'error'],
    ['gRPC CLIENT OK', Client, Unset, { 'rpc.status_code': 'OK' }, 'success'],
    ['gRPC CLIENT int OK', Client, Unset, { 'rpc.grpc.status_code': 0 }, 'success'],
    [
      'gRPC failure inside HTTP 200',
      Server,
      Unset,
      { 'rpc.grpc.status_code': 13, 'http.response.status_code': 200 },
      'error',
    ],
    ['error.type alone', Consumer, Unset, { 'error.type': 'java.io.IOException' }, 'error'],
    ['error.type on a PRODUCER', Producer, Unset, { 'error.type': 'timeout' }, 'error'],
    [
      'error.type of a response that broke off after its 200',
      Server,
      Unset,
      { 'http.response.status_code': 200, 'error.type': 'EPIPE' },
      'error',
    ],
    ['error.type beside gRPC OK', Client, Unset, { 'rpc.status_code': 'OK', 'error.type': 'EPIPE' }, 'error'],
    [
      'error.type beside a SERVER 404',
      Server,
      Unset,
      { 'http.response.status_code': 404, 'error.type': '404' },
      'client error',
    ],
  ])('%s', (_, kind, statusCode, attributes, expected) => {
    const outcome = outcomeOf(spanOf({ kind, statusCode, attributes }));
    expect(outcome.error ? 'error' : outcome.clientError ? 'client error' : 'success').toBe(expected);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])(
    'gRPC code %d is the fault of a server only if listed',
    (code) => {
      const outcome = outcomeOf(spanOf({ attributes: { 'rpc.grpc.status_code': code } }));
      expect(outcome.error).toBe([2, 4, 12, 13, 14, 15].includes(code));
    },
  );

  it('an exception event alone is a handled exception', () => {
    expect(outcomeOf(spanOf({ exceptions: [{ type: 'E', message: 'm' }] })).error).toBe(false);
  });
});
