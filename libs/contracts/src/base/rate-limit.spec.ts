import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, type RateLimit } from './rate-limit.js';

const limit: RateLimit = { name: 'test', quota: 20, windowSeconds: 60, burst: 5 };

function run(times: number[], of = limit): boolean[] {
  let freeAtMs: number | undefined;
  return times.map((nowMs) => {
    const answer = admit(of, freeAtMs, nowMs);
    freeAtMs = answer.freeAtMs;
    return answer.retryAfterMs === 0;
  });
}

describe('a rate limit', () => {
  it('admits the burst at once and then one per step', () => {
    expect(run(Array.from({ length: 7 }, () => 0))).toEqual([true, true, true, true, true, false, false]);
    expect(run([0, 0, 0, 0, 0, 2_999, 3_000, 3_001])).toEqual([true, true, true, true, true, false, true, false]);
  });

  it('admits after exactly the time that it named', () => {
    let freeAtMs: number | undefined;
    for (let time = 0; time < 5; time++) freeAtMs = admit(limit, freeAtMs, 0).freeAtMs;
    const { retryAfterMs } = admit(limit, freeAtMs, 0);
    expect(admit(limit, freeAtMs, retryAfterMs - 1).retryAfterMs).toBe(1);
    expect(admit(limit, freeAtMs, retryAfterMs).retryAfterMs).toBe(0);
  });

  it('goes on at its pace where the clock was set back an hour', () => {
    const hour = 3_600_000;
    const times = [hour, hour, hour, hour, hour, hour, 0, 1, 2_999, 3_000];
    expect(run(times)).toEqual([true, true, true, true, true, false, true, false, false, true]);
  });

  it('never admits more than burst and quota together in any window, whatever the times', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(120_000), { maxLength: 300 }), (unordered) => {
        const times = unordered.toSorted((a, b) => a - b);
        const admitted = run(times);
        const passed = times.filter((_, at) => admitted[at]);
        for (const start of passed) {
          const within = passed.filter((time) => time >= start && time < start + 60_000);
          expect(within.length).toBeLessThanOrEqual(limit.quota + limit.burst);
        }
      }),
    );
  });
});
