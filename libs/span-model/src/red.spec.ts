import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveSamples, RedAggregate, WEIGHT_ONE, type Observation } from './red.js';

interface Span {
  micros: number;
  units: number;
  sampling: 'exact' | 'adjusted' | 'unknown';
  error: boolean;
  clientError: boolean;
  id: number;
}

const spans = fc.array(
  fc.record({
    micros: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 86_400_000_000 })),
    units: fc.oneof(fc.constant(WEIGHT_ONE), fc.integer({ min: WEIGHT_ONE, max: 1_000_000 * WEIGHT_ONE })),
    sampling: fc.constantFrom('exact', 'adjusted', 'unknown'),
    error: fc.boolean(),
    clientError: fc.boolean(),
    id: fc.integer({ min: 1, max: 255 }),
  }),
  { maxLength: 30 },
) as fc.Arbitrary<Span[]>;

function observation(span: Span): Observation {
  const { micros: durationMicros, units, sampling, error, clientError, id } = span;
  const idBytes = new Uint8Array(24).fill(id);
  return {
    durationMicros,
    units,
    sampling,
    error,
    clientError,
    startMicros: 1e15 + id,
    idBytes,
    traceIdAt: 0,
    spanIdAt: 16,
  };
}

function redOf(list: Span[]): RedAggregate {
  const red = new RedAggregate();
  for (const span of list) red.add(observation(span));
  return red;
}

function plain(micros: number, overrides: Partial<Span> = {}): Span {
  return { micros, units: WEIGHT_ONE, sampling: 'unknown', error: false, clientError: false, id: 1, ...overrides };
}

function merged(...parts: RedAggregate[]): RedAggregate {
  const sum = new RedAggregate();
  for (const part of parts) sum.merge(part);
  return sum;
}

const bytesOf = (red: RedAggregate) => Buffer.from(red.encode()).toString('hex');

describe('a RED aggregate', () => {
  it('is a commutative monoid under merge, down to the bytes', () => {
    fc.assert(
      fc.property(spans, spans, spans, (a, b, c) => {
        const [x, y, z] = [redOf(a), redOf(b), redOf(c)];
        expect(bytesOf(merged(x, y))).toBe(bytesOf(merged(y, x)));
        expect(bytesOf(merged(merged(x, y), z))).toBe(bytesOf(merged(x, merged(y, z))));
        expect(bytesOf(merged(new RedAggregate(), x))).toBe(bytesOf(x));
        expect(bytesOf(merged(x, y, z))).toBe(bytesOf(redOf([...b, ...c, ...a])));
      }),
    );
  });

  it('survives its bytes, also behind other bytes and merged in place', () => {
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const [x, y] = [redOf(a), redOf(b)];
        expect(bytesOf(RedAggregate.decode(x.encode()))).toBe(bytesOf(x));
        const joined = Uint8Array.from([7, ...x.encode(), ...y.encode()]);
        const sum = new RedAggregate();
        const next = sum.mergeEncoded(joined, 1);
        expect(sum.mergeEncoded(joined, next)).toBe(joined.length);
        expect(bytesOf(sum)).toBe(bytesOf(merged(x, y)));
        expect(sum).toMatchObject({ minMicros: merged(x, y).minMicros, sampledErrors: merged(x, y).sampledErrors });
      }),
    );
  });

  it('keeps counters, extremes, sampling shares and Apdex classes apart (APM-15)', () => {
    const red = redOf([
      plain(500_000),
      plain(500_001, { sampling: 'exact' }),
      plain(2_000_001, { clientError: true }),
      plain(10, { error: true, units: 4 * WEIGHT_ONE, sampling: 'adjusted' }),
    ]);
    expect(red).toMatchObject({
      weight: 7 * WEIGHT_ONE,
      errorWeight: 4 * WEIGHT_ONE,
      clientErrorWeight: WEIGHT_ONE,
      sampled: 4,
      sampledErrors: 1,
      sampledExact: 1,
      sampledAdjusted: 1,
      durationSum: 3_000_042,
      minMicros: 10,
      maxMicros: 2_000_001,
      weightSquares: 19 * WEIGHT_ONE,
      satisfied: WEIGHT_ONE,
      tolerating: WEIGHT_ONE,
    });
    expect(effectiveSamples(red)).toBeCloseTo(49 / 19, 10);
  });

  it('stores an unsampled minute in few bytes', () => {
    expect(redOf(Array.from({ length: 1000 }, () => plain(1500))).encode().length).toBeLessThan(130);
    expect(new RedAggregate().encode().length).toBe(2);
  });

  it('refuses bytes that end early', () => {
    const bytes = redOf([plain(1500, { error: true }), plain(90_000)]).encode();
    for (let size = 0; size < bytes.length; size++) {
      expect(() => RedAggregate.decode(bytes.subarray(0, size)), `${size} bytes`).toThrow(/^Stored /);
    }
  });

  it('never reports garbage bytes as anything but an aggregate or a plain error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          RedAggregate.decode(bytes);
        } catch (error) {
          expect((error as Error).message).toMatch(/^Stored /);
        }
      }),
    );
  });
});

describe('exemplars', () => {
  it('are the three longest; equal durations are ordered by id, not by arrival', () => {
    const list = [plain(5, { id: 9 }), plain(7, { id: 3 }), plain(5, { id: 2 }), plain(5, { id: 4 })];
    for (const order of [list, list.toReversed()]) {
      const red = redOf(order);
      expect(red.exemplars.list.map((e) => [e.durationMicros, e.spanId.slice(0, 2)])).toEqual([
        [7, '03'],
        [5, '02'],
        [5, '04'],
      ]);
    }
  });
});
