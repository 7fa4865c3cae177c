import { describe, expect, it } from 'vitest';
import { Kind, spansOf, Status, type Span, type TraceRequest } from '@spanwise/telemetry/otlp';
import { BACK_OFFICE, backOfficeSet, generatedSet, SMALL } from './generated-set.js';

const set = generatedSet('small', SMALL);
const spans = set.lines.flatMap((line) => [...spansOf(JSON.parse(line) as TraceRequest)].map(({ span }) => span));

function has(span: Span, ...wanted: [string, string][]): boolean {
  return wanted.every(([key, text]) => {
    const value = span.attributes?.find((attribute) => attribute.key === key)?.value;
    return value !== undefined && String(value.stringValue ?? value.intValue).match(text) !== null;
  });
}

/** What is not in the set is not proved, however many rows agree. */
describe('the small generated set has spans for every rule that products get wrong', () => {
  it.each<[string, (span: Span) => boolean]>([
    [
      'stated to be fine in spite of a 5xx',
      (span) => span.status?.code === Status.Ok && has(span, ['http.status_code', '^5']),
    ],
    [
      'a 5xx with an unset status',
      (span) => span.kind === Kind.Server && !span.status && has(span, ['http.status_code', '^5']),
    ],
    ['a broken answer after 200', (span) => has(span, ['http.status_code', '^200$'], ['error.type', '.'])],
    ['a 4xx of a server', (span) => span.kind === Kind.Server && has(span, ['http.response.status_code', '^4'])],
    ['a 4xx at a client', (span) => span.kind === Kind.Client && has(span, ['http.response.status_code', '^4'])],
    [
      'a gRPC code that is the caller’s fault',
      (span) => span.kind === Kind.Server && has(span, ['rpc.status_code', 'UNAUTHENTICATED']),
    ],
    [
      'a gRPC fault of the server with an unset status',
      (span) => !span.status && has(span, ['rpc.status_code', 'DEADLINE']),
    ],
    [
      'a handled exception',
      (span) =>
        span.kind === Kind.Server &&
        !span.status &&
        span.events !== undefined &&
        has(span, ['http.status_code', '^200$']),
    ],
    [
      'no route and 404',
      (span) => has(span, ['http.method', 'GET'], ['http.status_code', '404']) && !has(span, ['http.route', '.']),
    ],
    ['a method that is none', (span) => has(span, ['http.method', '_OTHER'])],
    [
      'taking a message, in old words',
      (span) => span.kind === Kind.Consumer && has(span, ['messaging.operation', 'receive']),
    ],
    [
      'taking messages, in new words',
      (span) => span.kind === Kind.Client && has(span, ['messaging.operation.type', 'receive']),
    ],
    [
      'an entry point without a kind of its own',
      (span) => span.kind === Kind.Internal && ((span.flags ?? 0) & 0x300) === 0x300,
    ],
    ['an inner step', (span) => span.kind === Kind.Internal && ((span.flags ?? 0) & 0x300) === 0x100],
    ['a sampled span', (span) => span.traceState === 'ot=th:c'],
    [
      'a status as a text',
      (span) => span.attributes?.some(({ key, value }) => key === 'http.status_code' && value?.stringValue) === true,
    ],
    [
      'a target known by its URL alone',
      (span) => has(span, ['url.full', 'Api']) && !has(span, ['server.address', '.']),
    ],
  ])('%s', (_, matches) => {
    expect(spans.some(matches)).toBe(true);
  });

  it('about 3,000 of them, in three minutes', () => {
    expect(set.spans).toBeGreaterThan(2_500);
    expect(set.spans).toBeLessThan(4_000);
    expect(set.totalPerMinute.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the set of the back office', () => {
  const office = backOfficeSet('office', BACK_OFFICE);
  const rowsOf = (list: string) => office.tables.find((table) => table.list === list)!.rows.map(({ key }) => key);

  it('has RPC targets by service, by address and by name of a peer', () => {
    const targets = new Set(rowsOf('dependencies').map((key) => key.split(' | ').slice(2, 4).join(' ')));
    expect([...targets].toSorted()).toEqual([
      'external_rpc export.office.example:7443',
      'external_rpc mirror:20880',
      'external_rpc office.Audit',
      'external_rpc office.Ledger',
      'external_rpc office.Legacy',
      'service ledger',
    ]);
  });

  it('has eight services of which nobody asks anything', () => {
    expect(rowsOf('services')).toEqual(['ledger | production']);
    expect(office.seen!.size).toBe(9);
    expect(office.seen!.get('scheduled | production')).toBe('90 internal');
    expect(office.seen!.get('drain | production')).toBe('180 consumer');
  });
});
