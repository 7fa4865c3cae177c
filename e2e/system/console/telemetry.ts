/** What the tests send beside the demo's shop. */
import { randomBytes } from 'node:crypto';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import type { KeyValue, Span, TraceRequest } from '@spanwise/telemetry/otlp';
import { setup } from './setup.js';

/** A service and a transaction with every character that means something in an address or in HTML. */
export const ODD_NAME = 'Ä/50% <b>"off"</b>?x=1&y#z\\+;..';

/** A service whose newer version waits longer for its database; nothing else differs. */
export const REGRESSED = { service: 'billing', environment: 'production', baseline: '1.9.0', candidate: '1.10.0' };
export const SLOW_OPERATION = 'SELECT invoices';
export const REQUESTS_OF_EACH = 150;
const OWN_NANOS = 4_000_000;
const DATABASE_NANOS = { [REGRESSED.baseline]: 10_000_000, [REGRESSED.candidate]: 90_000_000 };

const id = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
const nanos = (micros: number): bigint => BigInt(micros) * 1_000n;
const attributes = (values: Record<string, string>): KeyValue[] =>
  Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }));
const request = (resource: Record<string, string>, spans: Span[]): TraceRequest => ({
  resourceSpans: [{ resource: { attributes: attributes(resource) }, scopeSpans: [{ spans }] }],
});
const duration = (start: bigint, end: bigint) => ({ startTimeUnixNano: String(start), endTimeUnixNano: String(end) });

export const send = (requests: TraceRequest[]): Promise<{ spans: number }> => {
  const { baseUrl, intakeToken: token } = setup();
  return sendAll(requests, { baseUrl, token, encoding: 'protobuf', connections: 4 });
};

/** One request to a service, whose only transaction has the service's name. */
export function requestTo(service: string, endMicros: number): TraceRequest {
  const ids = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
  // An RPC service becomes the transaction's name unchanged; ids and queries are removed from other names.
  const what = { name: 'request', kind: 2, attributes: attributes({ 'rpc.service': service }) };
  const end = nanos(endMicros);
  return request({ 'service.name': service }, [{ ...ids, ...what, ...duration(end - 7_000_000n, end) }]);
}

/** One request a second: all of the older version, then all of the newer. */
export const twoVersions = (endMicros: number): TraceRequest[] =>
  [REGRESSED.baseline, REGRESSED.candidate].map((version, side) => {
    const numbers = Array.from({ length: REQUESTS_OF_EACH }, (_, at) => side * REQUESTS_OF_EACH + at);
    const { service, environment } = REGRESSED;
    return request(
      { 'service.name': service, 'service.version': version, 'deployment.environment.name': environment },
      numbers.flatMap((number) => invoices(version, number, endMicros)),
    );
  });

function invoices(version: string, number: number, endMicros: number): Span[] {
  const end = nanos(endMicros) - BigInt(2 * REQUESTS_OF_EACH - number) * 1_000_000_000n;
  const queryStart = end - BigInt(DATABASE_NANOS[version]! + (number % 10) * 500_000);
  const traceId = `${id(0xb1_11_00_00 + number, 8)}${id(number, 24)}`;
  const [spanId, queryId] = [id(2 * number + 1, 16), id(2 * number + 2, 16)];
  return [
    {
      traceId,
      spanId,
      name: 'GET /invoices',
      kind: 2,
      attributes: attributes({ 'http.request.method': 'GET', 'http.route': '/invoices' }),
      ...duration(queryStart - BigInt(OWN_NANOS), end),
    },
    {
      traceId,
      spanId: queryId,
      parentSpanId: spanId,
      name: SLOW_OPERATION,
      kind: 3,
      attributes: attributes({ 'db.system.name': 'postgresql' }),
      ...duration(queryStart, end),
    },
  ];
}

/** One trace: a root that ends now, and its steps one after the other, five levels deep. */
export function longTrace(spans: number): { request: TraceRequest; traceId: string } {
  const traceId = id(0xc0_50_1e, 32);
  const end = nanos(Date.now() * 1_000);
  const startOf = (at: number) => end - BigInt(spans - at) * 100_000n;
  const step = (at: number): Span => ({
    traceId,
    spanId: id(at + 1, 16),
    ...(at > 0 && { parentSpanId: id(at % 5 === 1 ? 1 : at, 16) }),
    name: at === 0 ? 'POST /import' : `step ${at}`,
    kind: at === 0 ? 2 : 1,
    ...duration(startOf(at), at === 0 ? end : startOf(at + 1)),
  });
  const all = Array.from({ length: spans }, (_, at) => step(at));
  return { traceId, request: request({ 'service.name': 'importer' }, all) };
}
