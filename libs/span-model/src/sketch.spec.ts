import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUCKETS, bucketOf, representativeOf, SATURATED, Sketch } from './sketch.js';

const DAY = 24 * 3600 * 1e6;
const durations = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 10_000_000 }),
  fc.maxSafeNat().map((n) => n % DAY),
);
const entries = fc.array(fc.tuple(durations, fc.integer({ min: 1, max: 1 << 20 })), { maxLength: 120 });

function sketchOf(list: [number, number][]): Sketch {
  const sketch = new Sketch();
  for (const [micros, units] of list) sketch.add(micros, units);
  return sketch;
}

function merged(...sketches: Sketch[]): Buffer {
  const sum = new Sketch();
  for (const sketch of sketches) sum.merge(sketch);
  return Buffer.from(sum.encode());
}

/** APM-6, on the sorted values themselves. */
function nearestRank(list: [number, number][], percent: number): number | undefined {
  const total = list.reduce((sum, [, units]) => sum + BigInt(units), 0n);
  let cumulative = 0n;
  for (const [micros, units] of [...list].sort((a, b) => a[0] - b[0])) {
    cumulative += BigInt(units);
    if (cumulative * 100n >= BigInt(percent) * total) return micros;
  }
  return undefined;
}

describe('buckets', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [127, 127],
    [128, 128],
    [129, 128],
    [130, 129],
    [255, 191],
    [256, 192],
    [2 ** 31 - 1, 128 + 64 * 24 - 1],
    [2 ** 31, 128 + 64 * 24],
    [2 ** 37 - 1, BUCKETS - 1],
    [2 ** 50, BUCKETS - 1],
  ])('puts %d us into bucket %d', (micros, bucket) => expect(bucketOf(micros)).toBe(bucket));

  it('rise with the value and represent it within 1 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 37 - 2 }), (micros) => {
        expect(bucketOf(micros + 1) - bucketOf(micros)).toBeOneOf([0, 1]);
        const shown = representativeOf(bucketOf(micros));
        expect(bucketOf(shown)).toBe(bucketOf(micros));
        expect(Math.abs(shown - micros)).toBeLessThanOrEqual(0.01 * micros);
      }),
    );
  });
});

describe('a sketch (APM-5, APM-6)', () => {
  it('answers every percentile within 1 % of the weighted nearest rank', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 0, max: 100 }), (list, percent) => {
        const exact = nearestRank(list, percent);
        const shown = sketchOf(list).quantile(percent / 100);
        if (exact === undefined || shown === undefined) expect(shown).toBe(exact);
        else expect(Math.abs(shown - exact)).toBeLessThanOrEqual(Math.max(1, 0.01 * exact));
      }),
    );
  });

  it.each([
    [0.07, 7],
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('of 1..100 has the %d quantile at exactly %d: no rank lost to binary fractions', (q, value) => {
    const sketch = new Sketch();
    for (let micros = 1; micros <= 100; micros++) sketch.add(micros, 4096);
    expect(sketch.quantile(q)).toBe(value);
  });

  it('is a commutative monoid under merge, down to the bytes', () => {
    fc.assert(
      fc.property(entries, entries, entries, (a, b, c) => {
        const [x, y, z] = [sketchOf(a), sketchOf(b), sketchOf(c)];
        expect(merged(x, y)).toEqual(merged(y, x));
        const xy = new Sketch();
        xy.merge(x);
        xy.merge(y);
        const yz = new Sketch();
        yz.merge(y);
        yz.merge(z);
        expect(merged(xy, z)).toEqual(merged(x, yz));
        expect(merged(x, new Sketch())).toEqual(Buffer.from(x.encode()));
        expect(merged(x, y, z)).toEqual(Buffer.from(sketchOf([...c, ...a, ...b]).encode()));
      }),
    );
  });

  it('survives its bytes', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const bytes = sketchOf(list).encode();
        expect(Buffer.from(Sketch.decode(bytes).encode())).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('stops counting at the limit instead of losing exactness', () => {
    const sketch = sketchOf([
      [5, SATURATED],
      [5, 4096],
      [900, 1],
    ]);
    expect(sketch.quantile(0.5)).toBe(5);
    expect(sketch.total()).toBe(SATURATED + 1);
  });

  it.each([
    ['an early end', [2, 5, 1, 3]],
    ['more buckets than bytes', [200, 1, 0, 0]],
    ['a bucket out of range', [1, 0x80, 0x20, 1]],
    ['an endless number', [1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]],
  ])('refuses bytes with %s', (_, bytes) => expect(() => Sketch.decode(Uint8Array.from(bytes))).toThrow(/^Stored /));
});
