import { describe, expect, it } from 'vitest';
import { Kind, spansOf, Status, type Span, type TraceRequest } from '@spanwise/telemetry/otlp';
import { BACK_OFFICE, backOfficeSet, generatedSet, SMALL } from './generated-set.js';

const set = generatedSet('small', SMALL);
const spans = set.lines.flatMap((line) => [...spansOf(JSON.parse(line) as TraceRequest)].map(({ span }) => span));

function has(span: Span, key: string, text: string): boolean {
  const value = span.attributes?.find((attribute) => attribute.key === key)?.value;
  return value !== undefined && String(value.stringValue ?? value.intValue).match(text) !== null;
}

interface Sort {
  kind?: number;
  /** Null: unset. */
  status?: number | null;
  flags?: number;
  /** Texts that attributes match; null: there is no such attribute. */
  attributes?: Record<string, string | null>;
}

const isOf = (span: Span, { kind, status, flags, attributes = {} }: Sort): boolean =>
  (kind === undefined || span.kind === kind) &&
  (status === undefined || (span.status?.code ?? null) === status) &&
  (flags === undefined || ((span.flags ?? 0) & 0x300) === flags) &&
  Object.entries(attributes).every(([key, text]) => has(span, key, text ?? '.') === (text !== null));

const { Server, Client, Consumer, Internal } = Kind;

/** What is not in the set is not compared, however many rows agree. */
describe('the small generated set has spans for every rule that products get wrong', () => {
  it.each<[string, Sort]>([
    ['stated to be fine in spite of a 5xx', { status: Status.Ok, attributes: { 'http.status_code': '^5' } }],
    ['a 5xx with an unset status', { kind: Server, status: null, attributes: { 'http.status_code': '^5' } }],
    ['a broken answer after 200', { attributes: { 'http.status_code': '^200$', 'error.type': '.' } }],
    ['a 4xx of a server', { kind: Server, attributes: { 'http.response.status_code': '^4' } }],
    ['a 4xx at a client', { kind: Client, attributes: { 'http.response.status_code': '^4' } }],
    ['a gRPC code that is the caller’s fault', { kind: Server, attributes: { 'rpc.status_code': 'UNAUTHENTICATED' } }],
    ['a gRPC fault with an unset status', { status: null, attributes: { 'rpc.status_code': 'DEADLINE' } }],
    ['no route and 404', { attributes: { 'http.method': 'GET', 'http.status_code': '404', 'http.route': null } }],
    ['a method that is none', { attributes: { 'http.method': '_OTHER' } }],
    ['taking a message, in old words', { kind: Consumer, attributes: { 'messaging.operation': 'receive' } }],
    ['taking messages, in new words', { kind: Client, attributes: { 'messaging.operation.type': 'receive' } }],
    ['an entry point without a kind of its own', { kind: Internal, flags: 0x300 }],
    ['an inner step', { kind: Internal, flags: 0x100 }],
    ['a target known by its URL alone', { attributes: { 'url.full': 'Api', 'server.address': null } }],
  ])('%s', (_, sort) => expect(spans.some((span) => isOf(span, sort))).toBe(true));

  it('a handled exception, a sampled span, a status as a text', () => {
    const handled = { kind: Server, status: null, attributes: { 'http.status_code': '^200$' } };
    expect(spans.some((span) => span.events !== undefined && isOf(span, handled))).toBe(true);
    expect(spans.some(({ traceState }) => traceState === 'ot=th:c')).toBe(true);
    const statuses = spans.flatMap(({ attributes = [] }) => attributes.filter(({ key }) => key === 'http.status_code'));
    expect(statuses.some(({ value }) => value?.stringValue !== undefined)).toBe(true);
  });

  it('about 3,000 of them, in three minutes', () => {
    expect(set.spans).toBeGreaterThan(2_500);
    expect(set.totalPerMinute.length).toBeGreaterThanOrEqual(3);
  });
});

it('the set of the back office has RPC targets of each sort, and eight services without requests', () => {
  const office = backOfficeSet('office', BACK_OFFICE);
  const rowsOf = (list: string) => office.tables.find((table) => table.list === list)!.rows.map(({ key }) => key);
  const targets = new Set(rowsOf('dependencies').map((key) => key.split(' | ').slice(2, 4).join(' ')));
  expect([...targets].toSorted()).toEqual([
    'external_rpc export.office.example:7443',
    'external_rpc mirror:20880',
    'external_rpc office.Audit',
    'external_rpc office.Ledger',
    'external_rpc office.Legacy',
    'service ledger',
  ]);
  expect(rowsOf('services')).toEqual(['ledger | production']);
  expect(office.seen!.size).toBe(9);
});
