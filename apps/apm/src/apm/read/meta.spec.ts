import { describe, expect, it } from 'vitest';
import { MICROS } from '../range/query-range.js';
import { composeMeta, type MetaInputs } from './meta.js';

const NOW = 1_800_000_000_000_000;
const GAP = { range: { start: NOW, end: NOW + 1 }, reason: 'late_dropped', dropped_facts: 1, recorded_at: NOW };
const RANGE = {
  resolution: 'minute' as const,
  bucketMicros: MICROS.minute,
  fromMicros: NOW - MICROS.hour,
  toMicros: NOW,
  clipped: false,
};

const metaWith = (change: Partial<MetaInputs>) =>
  composeMeta({
    range: RANGE,
    coverage: { projectionStartedMicros: NOW - MICROS.day, streamTimeMicros: NOW },
    replaying: false,
    gaps: [],
    overflowDimensions: [],
    clockSkew: 0,
    nowMicros: NOW,
    lateGraceMicros: 300_000_000,
    sampling: { exact: 1, adjusted: 0, unknown: 0 },
    ...change,
  });
const coverage = (streamTimeMicros: number | undefined, projectionStartedMicros = NOW - MICROS.day) => ({
  coverage: { projectionStartedMicros, streamTimeMicros },
});

describe('an answer is partial (APM-23)', () => {
  it.each<[string, Partial<MetaInputs>, boolean]>([
    ['with nothing amiss', {}, false],
    ['with spans that ended before they began', { clockSkew: 3 }, false],
    ['with a gap in the range', { gaps: [GAP] }, true],
    ['with a range that was clipped', { range: { ...RANGE, clipped: true } }, true],
    ['with a projection that began inside the range', coverage(NOW, NOW - MICROS.minute), true],
    ['with a projection that began at its start', coverage(NOW, NOW - MICROS.hour), false],
    ['a minute behind', coverage(NOW - MICROS.minute), false],
    ['more than a minute behind', coverage(NOW - MICROS.minute - 1), true],
    ['before anything was projected', coverage(undefined), true],
    ['during replay', { replaying: true }, true],
    ['with overflow alone', { overflowDimensions: ['transaction'] }, false],
  ])('%s: %s', (_, change, partial) => expect(metaWith(change).data_quality.partial).toBe(partial));
});

describe('the last complete bucket (APM-22, PROTO-21)', () => {
  it.each([
    ['minute', MICROS.minute, NOW - 6 * MICROS.minute],
    ['hour', MICROS.hour, Math.floor((NOW - 300_000_000) / MICROS.hour) * MICROS.hour - MICROS.hour],
  ] as const)(
    'by %s is the newest whose end and late grace have passed in stream time',
    (resolution, bucketMicros, at) =>
      expect(metaWith({ range: { ...RANGE, resolution, bucketMicros } }).last_complete_bucket_at).toBe(at),
  );

  it('and the start of the projection are integers without any data', () => {
    const meta = metaWith(coverage(undefined, NOW));
    expect([meta.last_complete_bucket_at, meta.projection_started_at].every(Number.isInteger)).toBe(true);
    expect(meta.activation_boundary).toBe(true);
  });
});
