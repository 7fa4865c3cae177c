import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeliveryFault, type FaultCategory } from '../../channels/egress/delivery-fault.js';
import { retryAfterMs } from '../../channels/egress/http-client.js';
import { MAX_ATTEMPTS, retryWaitMs } from './retry-schedule.js';

const waits = (category: FaultCategory, random: () => number, retryAfterMs?: number) => {
  const list: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const wait = retryWaitMs(attempt, new DeliveryFault(category, undefined, retryAfterMs), random);
    if (wait === undefined) return list;
    list.push(wait);
  }
};
const SECONDS = [5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 86_400];

describe('the schedule (DELIVERY-12)', () => {
  it.each<FaultCategory>([
    'http_500',
    'http_503',
    'http_408',
    'http_425',
    'http_429',
    'timeout',
    'dns_failed',
    'tls_failed',
  ])('after %s has 14 attempts over three days', (category) => {
    expect(waits(category, () => 0.5).map((ms) => Math.round(ms / 1_000))).toEqual(SECONDS);
    expect(MAX_ATTEMPTS).toBe(14);
  });

  it('varies every wait by a fifth at most', () => {
    for (const random of [() => 0, () => 0.999_999, Math.random]) {
      waits('timeout', random).forEach((wait, at) => {
        expect(wait / 1_000 / SECONDS[at]!).toBeGreaterThanOrEqual(0.8 - 1e-9);
        expect(wait / 1_000 / SECONDS[at]!).toBeLessThanOrEqual(1.2 + 1e-9);
      });
    }
  });

  it.each<FaultCategory>([
    'http_400',
    'http_401',
    'http_404',
    'http_302',
    'credentials_rejected',
    'smtp_rejected',
    'provider_rejected',
  ])('after %s ends with the third attempt', (category) => expect(waits(category, () => 0.5)).toHaveLength(2));

  it('ends at once with a receiver that is gone', () => expect(waits('http_410', () => 0.5)).toEqual([]));

  it('never asks again before the receiver wants to be asked', () => {
    const list = waits('http_429', () => 0, 600_000);
    expect(list.every((wait) => wait >= 600_000)).toBe(true);
    expect(Math.round(list.at(-1)! / 1_000)).toBe(86_400 * 0.8);
  });
});

describe('a delivery on a clock of the test', () => {
  const HOUR_MS = 3_600_000;
  const absurd = [
    '',
    'soon',
    '-5',
    '1e6',
    '0x10',
    '12.5',
    'NaN',
    '99999999999',
    'Thu, 32 Foo 2026 25:61:00 GMT',
    'GMT',
  ];
  /** What a receiver writes at a moment, and the least wait that it means. */
  const header = fc.oneof(
    fc.constant({ write: (): string | undefined => undefined, leastMs: 0 }),
    fc.constantFrom(...absurd).map((text) => ({ write: () => text, leastMs: 0 })),
    fc.nat(200_000).map((seconds) => ({ write: () => String(seconds), leastMs: Math.min(seconds * 1_000, HOUR_MS) })),
    // A date has whole seconds: up to one of them is lost.
    fc.nat(200_000).map((seconds) => ({
      write: (nowMs: number) => new Date(nowMs + seconds * 1_000).toUTCString(),
      leastMs: Math.min(Math.max(0, seconds - 1) * 1_000, HOUR_MS),
    })),
    fc.nat(200_000).map((seconds) => ({
      write: (nowMs: number) => new Date(nowMs - 1_000 - seconds * 1_000).toUTCString(),
      leastMs: 0,
    })),
  );

  it('is tried again within a fifth of its schedule, or when Retry-After wants it, and never before', () => {
    const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const answers = fc.array(fc.tuple(header, fraction), { minLength: MAX_ATTEMPTS, maxLength: MAX_ATTEMPTS });
    fc.assert(
      fc.property(answers, fc.nat(4_000_000_000_000), (list, startedMs) => {
        let nowMs = startedMs;
        for (const [at, [{ write, leastMs }, random]] of list.entries()) {
          const asked = retryAfterMs(write(nowMs), nowMs);
          const waitMs = retryWaitMs(at + 1, new DeliveryFault('http_503', undefined, asked), () => random);
          if (at + 1 === MAX_ATTEMPTS) {
            expect(waitMs).toBeUndefined();
            return;
          }
          const planned = SECONDS[at]! * 1_000;
          expect(waitMs).toBeGreaterThanOrEqual(Math.max(planned * 0.8, leastMs) - 1e-6);
          expect(waitMs).toBeLessThanOrEqual(Math.max(planned * 1.2, leastMs === 0 ? 0 : leastMs + 1_000) + 1e-6);
          nowMs += waitMs!;
        }
      }),
      { numRuns: 500 },
    );
  });
});
