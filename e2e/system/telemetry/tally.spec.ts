import { describe, expect, it } from 'vitest';
import { addRequest, newTally, type Tally } from './tally.js';

const span = (change: object = {}) => ({
  traceId: 'AB'.repeat(16),
  spanId: 'cd'.repeat(8),
  name: 'GET /',
  kind: 2,
  startTimeUnixNano: '1674981729479245266',
  endTimeUnixNano: '1674981729479245269',
  ...change,
});
const of = (...spans: object[]): Tally => {
  const tally = newTally();
  for (const one of spans) addRequest(tally, 'traces', { resourceSpans: [{ scopeSpans: [{ spans: [one] }] }] });
  return tally;
};

describe('the count of what was sent', () => {
  const other = span({ spanId: 'ef'.repeat(8), status: { code: 2 } });

  it('has exact sums, different ids and counts by what a span is', () => {
    const { count, sums, distinct, by } = of(span(), other);
    expect([count, sums.duration_nano, distinct.trace_id!.size, distinct.span!.size]).toEqual([2, 6n, 1, 2]);
    expect(by.status).toEqual({ UNSET: 1, ERROR: 1 });
  });

  it('does not depend on the order, nor on the case of ids', () => {
    expect(of(other, span()).print).toBe(of(span({ traceId: 'ab'.repeat(16) }), other).print);
  });

  it.each<[string, object]>([
    ['a nanosecond', { endTimeUnixNano: '1674981729479245270' }],
    ['a parent', { parentSpanId: '01'.repeat(8) }],
    ['a name', { name: 'GET /x' }],
    ['a status', { status: { code: 1 } }],
    ['an event', { events: [{ attributes: [{ key: 'exception.type', value: { stringValue: 'E' } }] }] }],
  ])('differs in %s', (_, change) => {
    expect(of(span(change), other).print).not.toBe(of(span(), other).print);
  });
});
