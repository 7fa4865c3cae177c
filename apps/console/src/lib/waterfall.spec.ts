import { describe, expect, it } from 'vitest';
import { countsBelow, rowsOf, spanKeys, ticks, type TraceDetail, type TraceSpan } from './waterfall.js';

const span = (id: string, depth: number, start: number, duration: number): TraceSpan =>
  ({
    span_id: id,
    depth,
    start_ns: start,
    duration_ns: duration,
    service: 'shop',
    operation: `work ${id}`,
  }) as TraceSpan;
/** a > (b > (c, d), e) */
const SPANS = [
  span('a', 0, 100, 100),
  span('b', 1, 100, 60),
  span('c', 2, 110, 20),
  span('d', 2, 140, 1),
  span('e', 1, 170, 30),
];
const TRACE = { spans: SPANS, start_ns: 100, duration_ns: 100 } as unknown as TraceDetail;
const ALL = { folded: new Set<string>(), find: '', shortest: 0 };
const ids = (shown: Partial<typeof ALL>): string[] =>
  rowsOf(TRACE, { ...ALL, ...shown }).map((row) => row.span.span_id);

describe('rows of a trace', () => {
  it('know how much lies below them', () => {
    expect(countsBelow(SPANS)).toEqual([4, 2, 0, 0, 0]);
    expect(countsBelow([...SPANS, span('f', 0, 0, 1)])).toEqual([4, 2, 0, 0, 0, 0]);
  });

  it('lie where their spans do', () => {
    expect(rowsOf(TRACE, ALL).map(({ left, width }) => [left, width])).toEqual([
      [0, 1],
      [0, 0.6],
      [0.1, 0.2],
      [0.4, 0.01],
      [0.7, 0.3],
    ]);
  });

  it('never leave the trace, whatever clocks say', () => {
    const skewed = { ...TRACE, spans: [span('a', 0, 50, 500)] };
    expect(rowsOf(skewed, ALL)[0]).toMatchObject({ left: 0, width: 1 });
    expect(rowsOf({ ...TRACE, duration_ns: 0 }, ALL)).toHaveLength(5);
  });

  it('are folded away below a span, and left out when they are short', () => {
    expect(ids({ folded: new Set(['b']) })).toEqual(['a', 'b', 'e']);
    expect(ids({ shortest: 0.05 })).toEqual(['a', 'b', 'c', 'e']);
    expect(ids({ shortest: 0.5 })).toEqual(['a', 'b']);
  });

  it('have keys of their own where client and server share an id', () => {
    const shared = { ...TRACE, spans: [span('a', 0, 100, 100), span('a', 1, 110, 50), span('b', 2, 120, 10)] };
    expect(spanKeys(shared.spans)).toEqual(['a', 'a.2', 'b']);
    expect(rowsOf(shared, { ...ALL, folded: new Set(['a.2']) }).map(({ key }) => key)).toEqual(['a', 'a.2']);
  });

  it('say which of them are looked for', () => {
    expect(rowsOf(TRACE, { ...ALL, find: 'WORK D' }).map(({ matches }) => matches)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('have an axis of round steps', () => {
    expect(ticks(100)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks(7_300)).toEqual([0, 2_000, 4_000, 6_000]);
    expect(ticks(0)).toEqual([0]);
  });
});
