import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SAMPLES, mergeErrorGroup, selectSamples, type ErrorGroupFacts, type ErrorSample } from './error-facts.js';

const anySample: fc.Arbitrary<ErrorSample> = fc.record({
  startMicros: fc.nat(20),
  traceId: fc.constantFrom('a', 'b'),
  spanId: fc.constantFrom('a', 'b'),
  version: fc.constantFrom('', '1', '2', '3', '4', '5', '6'),
  environment: fc.constantFrom('test', 'live'),
  transaction: fc.constantFrom('GET /a', 'GET /b', 'GET /c', 'GET /d', 'GET /e', 'GET /f'),
  message: fc.constantFrom('', 'm'),
  stack: fc.constantFrom([], ['E', '\tat a']),
});

const anyGroup: fc.Arbitrary<ErrorGroupFacts> = fc
  .record({
    samples: fc.array(anySample, { minLength: 1, maxLength: 12 }),
    errorType: fc.constantFrom('E', 'F'),
    aliases: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 2 }),
  })
  .map(({ samples, errorType, aliases }) => {
    const times = samples.map((sample) => sample.startMicros);
    return {
      namespace: 'default',
      service: 'cart',
      fingerprint: 'f',
      algorithm: 'g2',
      aliases: aliases.sort(),
      grouping: undefined,
      errorType,
      frame: '',
      samples: selectSamples(samples),
      firstSeenMicros: Math.min(...times),
      lastSeenMicros: Math.max(...times),
    };
  });

describe('what is kept of an error group', () => {
  it('does not depend on the order of merging', () => {
    fc.assert(
      fc.property(anyGroup, anyGroup, anyGroup, (a, b, c) => {
        expect(mergeErrorGroup(a, b)).toEqual(mergeErrorGroup(b, a));
        expect(mergeErrorGroup(mergeErrorGroup(a, b), c)).toEqual(mergeErrorGroup(a, mergeErrorGroup(b, c)));
      }),
    );
  });

  it('does not depend on how often it is merged', () => {
    fc.assert(
      fc.property(anyGroup, anyGroup, (a, b) => {
        expect(mergeErrorGroup(a, a)).toEqual(a);
        expect(mergeErrorGroup(mergeErrorGroup(a, b), b)).toEqual(mergeErrorGroup(a, b));
      }),
    );
  });

  it('is what would be kept of all samples at once, however they are cut', () => {
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 1, maxLength: 60 }), fc.nat(60), (samples, cut) => {
        const parts = [samples.slice(0, cut), samples.slice(cut)].filter((part) => part.length > 0);
        expect(selectSamples(parts.flatMap(selectSamples))).toEqual(selectSamples(samples));
      }),
    );
  });

  it('is the newest, the oldest and the newest of the versions and transactions seen last: at most eight', () => {
    fc.assert(
      fc.property(fc.array(anySample, { minLength: 1, maxLength: 60 }), (samples) => {
        const kept = selectSamples(samples);
        const times = samples.map((sample) => sample.startMicros);
        expect(kept.length).toBeLessThanOrEqual(MAX_SAMPLES);
        expect([kept[0]!.startMicros, kept[kept.length - 1]!.startMicros]).toEqual([
          Math.max(...times),
          Math.min(...times),
        ]);
        for (const member of ['version', 'transaction'] as const) {
          const distinct = new Set(samples.map((sample) => sample[member]));
          expect(new Set(kept.map((sample) => sample[member])).size).toBeGreaterThanOrEqual(Math.min(4, distinct.size));
        }
      }),
    );
  });
});
