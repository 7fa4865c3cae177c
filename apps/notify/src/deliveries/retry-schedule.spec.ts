import { describe, expect, it } from 'vitest';
import { DeliveryFault, type FaultCategory } from '../egress/delivery-fault.js';
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

describe('the schedule', () => {
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
        expect(wait / 1_000 / SECONDS[at]).toBeGreaterThanOrEqual(0.8 - 1e-9);
        expect(wait / 1_000 / SECONDS[at]).toBeLessThanOrEqual(1.2 + 1e-9);
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
