import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantileRanks, rateDifference, rateInterval, ratio } from './intervals.js';
import { normalQuantile } from './normal.js';

const Z95 = 1.959964;

describe('the normal quantile', () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959964],
    [0.9875, 2.241403],
    [0.999, 3.090232],
    [0.999999, 4.753424],
    [0.01, -2.326348],
  ])('of %f is %f', (probability, z) => expect(normalQuantile(probability)).toBeCloseTo(z, 5));
});

describe('the interval of a rate', () => {
  // R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 4.
  it.each([
    [81, 263, 0.2535, 0.3682],
    [15, 148, 0.0598, 0.1644],
    [0, 20, 0, 0.2005],
    [1, 29, 0.0018, 0.1963],
  ])('%i of %i is Wilson’s with the continuity correction', (events, samples, low, high) => {
    const interval = rateInterval({ rate: events / samples, samples }, Z95);
    expect(interval).toEqual([expect.closeTo(low, 4), expect.closeTo(high, 4)]);
  });
});

describe('the difference of two rates', () => {
  it('is Newcombe’s method 11: 56 of 70 against 48 of 80 is 4.28 to 34.22 points', () => {
    const interval = rateDifference({ rate: 48 / 80, samples: 80 }, { rate: 56 / 70, samples: 70 }, Z95);
    expect(interval).toEqual([expect.closeTo(0.0428, 4), expect.closeTo(0.3422, 4)]);
  });

  it('contains the observed difference, is turned around with the sides, and narrows with the samples', () => {
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    const samples = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(rate, rate, samples, samples, (a, b, n, m) => {
        const [low, high] = rateDifference({ rate: a, samples: n }, { rate: b, samples: m }, Z95);
        expect(low).toBeLessThanOrEqual(b - a + 1e-9);
        expect(high).toBeGreaterThanOrEqual(b - a - 1e-9);
        const [turnedLow, turnedHigh] = rateDifference({ rate: b, samples: m }, { rate: a, samples: n }, Z95);
        expect([turnedLow, turnedHigh]).toEqual([expect.closeTo(-high, 9), expect.closeTo(-low, 9)]);
        const [narrowLow, narrowHigh] = rateDifference({ rate: a, samples: 4 * n }, { rate: b, samples: 4 * m }, Z95);
        expect(narrowHigh - narrowLow).toBeLessThanOrEqual(high - low + 1e-9);
      }),
    );
  });
});

describe('the ratio of two estimates', () => {
  it('is open where a side is', () => {
    const known = { estimate: 10, interval: [8, 12] as [number, number] };
    const open = { estimate: 10, interval: [8, Infinity] as [number, number] };
    expect(ratio(known, open)[1]).toBe(Infinity);
    expect(ratio(open, known)[0]).toBe(0);
    expect(ratio(known, known)).toEqual([expect.closeTo(0.749, 2), expect.closeTo(1.335, 2)]);
  });
});

describe('the ranks of a quantile', () => {
  it('hold the quantile at the stated level, as the binomial distribution says', () => {
    for (const samples of [200, 1_000, 10_000]) {
      const [low, high] = quantileRanks(0.95, samples, Z95);
      const covered =
        binomialUpTo(Math.floor(high * samples), samples) - binomialUpTo(Math.floor(low * samples) - 1, samples);
      expect(covered).toBeGreaterThan(0.95);
      expect(covered).toBeLessThan(0.98);
    }
  });

  it('are open above when the sample is too small to have a value there', () => {
    expect(quantileRanks(0.95, 40, Z95)[1]).toBeGreaterThanOrEqual(1);
  });

  it.each([0.05, 0.5, 0.95, 0.99])('never come nearer to the quantile %d at a stricter level', (q) => {
    for (const samples of [5, 8, 20, 300]) {
      const ranks = Array.from({ length: 30 }, (_, index) => quantileRanks(q, samples, 1.5 + index / 8));
      for (let index = 1; index < ranks.length; index++) {
        expect(ranks[index]![0]).toBeLessThanOrEqual(ranks[index - 1]![0]);
        expect(ranks[index]![1]).toBeGreaterThanOrEqual(ranks[index - 1]![1]);
      }
    }
  });

  it('of five requests have no p95, however sure one wants to be', () =>
    expect(quantileRanks(0.95, 5, 4.5)[1]).toBeGreaterThanOrEqual(1));
});

/** P(X <= k) of X binomial with probability 0.95. */
function binomialUpTo(k: number, samples: number): number {
  let logarithm = samples * Math.log(0.05);
  let sum = Math.exp(logarithm);
  for (let i = 1; i <= k; i++) {
    logarithm += Math.log((samples - i + 1) / i) + Math.log(0.95 / 0.05);
    sum += Math.exp(logarithm);
  }
  return sum;
}
