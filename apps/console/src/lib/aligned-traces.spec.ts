import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedPlaces, decisive, mostDifferent, selfDifference, type AlignedSpan } from './aligned-traces.js';

const span = (depth: number, operation: string, self: number, duration = self): AlignedSpan => ({
  service: 'checkout',
  operation,
  depth,
  duration_ns: duration,
  self_ns: self,
});
const short = (places: ReturnType<typeof alignedPlaces>) =>
  places.map(({ depth, operation, baseline, candidate }) => [depth, operation, baseline.spans, candidate.spans]);

describe('two aligned traces', () => {
  it('have the same operation below the same operations in one row', () => {
    const places = alignedPlaces(
      [span(0, 'pay', 10), span(1, 'select', 5), span(1, 'select', 6)],
      [span(0, 'pay', 12), span(1, 'select', 50), span(2, 'retry', 7), span(1, 'mail', 3)],
    );
    expect(short(places)).toEqual([
      [0, 'pay', 1, 1],
      [1, 'select', 2, 1],
      [2, 'retry', 0, 1],
      [1, 'mail', 0, 1],
    ]);
    expect(places[1]!.baseline).toEqual({ spans: 2, durationNanos: 11, selfNanos: 11 });
    expect(selfDifference(places[1]!)).toBe(39);
  });

  it('are decided by the place that was busy longest itself', () => {
    const places = alignedPlaces(
      [span(0, 'pay', 10), span(1, 'select', 5)],
      [span(0, 'pay', 12, 62), span(1, 'select', 50)],
    );
    expect(decisive(places)?.operation).toBe('select');
  });

  it('that are alike are decided by nothing', () => {
    const spans = [span(0, 'pay', 10), span(1, 'select', 5)];
    expect(decisive(alignedPlaces(spans, spans))).toBeUndefined();
    expect(decisive([])).toBeUndefined();
  });

  it('of which the second is faster are decided by what it saves', () => {
    const places = alignedPlaces(
      [span(0, 'pay', 10), span(1, 'select', 50)],
      [span(0, 'pay', 12), span(1, 'select', 5)],
    );
    expect(decisive(places)?.operation).toBe('select');
  });

  it('keep what differs most where not all is shown, in its order', () => {
    const places = alignedPlaces([], [span(0, 'a', 1), span(1, 'b', 9), span(1, 'c', 2), span(1, 'd', 8)]);
    expect(mostDifferent(places, 2).map(({ operation }) => operation)).toEqual(['b', 'd']);
    expect(mostDifferent(places, 9)).toEqual(places);
  });

  it('lose no span and no time, whatever their shapes', () => {
    const anySpan = fc
      .tuple(fc.nat(6), fc.constantFrom('a', 'b', 'c'), fc.nat(1_000))
      .map(([depth, operation, self]) => span(depth, operation, self));
    const spans = fc.array(anySpan, { maxLength: 40 });
    fc.assert(
      fc.property(spans, spans, (baseline, candidate) => {
        const places = alignedPlaces(baseline, candidate);
        const total = (side: 'baseline' | 'candidate') => [
          places.reduce((sum, one) => sum + one[side].spans, 0),
          places.reduce((sum, one) => sum + one[side].selfNanos, 0),
        ];
        const sent = (all: AlignedSpan[]) => [all.length, all.reduce((sum, one) => sum + one.self_ns, 0)];
        expect(total('baseline')).toEqual(sent(baseline));
        expect(total('candidate')).toEqual(sent(candidate));
        expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
      }),
    );
  });
});
