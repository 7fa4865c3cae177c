import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sloFactor, type SloCondition, type SloPair } from '@spanwise/contracts/alerting/alert-conditions';
import { Figures, MINUTE, type Request } from '../apm/queries.fixture.js';
import type { AlertMeasures } from './alert-measures.js';
import { finalStep, measuredOne, measuresOver } from './alerts.fixture.js';

let figures: Figures;
let measures: AlertMeasures;
let step: number;

const requests = (count: number, minutesAgo: number, change: Request): Request[] =>
  Array.from({ length: count }, (_, index) => ({ ...change, atMicros: (step - minutesAgo) * MINUTE + index + 1 }));
const failed = (count: number, minutesAgo: number, service: string) =>
  requests(count, minutesAgo, { service, error: { type: 'E', message: 'm' } });

beforeAll(async () => {
  figures = await Figures.start();
  measures = measuresOver(figures);
  step = finalStep(figures);
  await figures.record([
    // 5 of 100 within the hour, 2 of 20 within five minutes.
    ...requests(77, 30, { service: 'burning' }),
    ...failed(3, 30, 'burning'),
    ...requests(18, 3, { service: 'burning' }),
    ...failed(2, 3, 'burning'),
    ...requests(80, 30, { service: 'over' }),
    ...failed(20, 30, 'over'),
    ...requests(20, 3, { service: 'over' }),
    ...failed(4, 3, 'seldom'),
    ...requests(50, 3, { service: 'slow', durationMicros: 90_000 }),
    ...requests(50, 3, { service: 'slow', durationMicros: 300_000 }),
    ...requests(100, 100, { service: 'silent' }),
  ]);
});
afterAll(() => figures.stop());

async function burnOf(service: string, change: Partial<SloCondition> = {}) {
  const condition: SloCondition = {
    type: 'slo',
    of: 'service',
    filters: { service },
    group_by: ['service'],
    objective: 0.99,
    period_days: 30,
    pairs: ['1h'],
    min_events: 10,
    ...change,
  };
  const { instances } = await measuredOne(measures, condition, step, 60);
  return instances[0];
}

describe('the burn rates of an SLO (ALERT-14)', () => {
  it.each<[SloPair, number]>([
    ['1h', 14.4],
    ['6h', 6],
    ['1d', 3],
    ['3d', 1],
  ])('of the pair %s fire from %f times on, in a period of 30 days', (pair, factor) =>
    expect(sloFactor(pair, { period_days: 30 })).toBeCloseTo(factor, 12),
  );

  it('are bad requests over the budget in both windows, of which the slower one counts', async () => {
    const burning = await burnOf('burning');
    const { long, short, factor } = burning!.burn_rates![0]!;
    expect([long, short, factor].map((value) => Number(value!.toFixed(9)))).toEqual([5, 10, 14.4]);
    expect(burning!.value).toBeCloseTo(5 / 14.4, 9);
    expect(burning!.samples).toBe(100);
  });

  it('are over with the short window, and of the worst of several pairs', async () => {
    expect((await burnOf('over'))!.value).toBe(0);
    // 20 of 120 burn 16.7 times too fast in six hours and in half an hour, which has seen them as well.
    expect((await burnOf('over', { pairs: ['1h', '6h'] }))!.value).toBeCloseTo(100 / 6 / 6, 9);
  });

  it('are not evaluated with too few requests', async () => {
    expect(await burnOf('seldom')).toMatchObject({ value: null, below_floor: true });
    expect((await burnOf('seldom', { min_events: 4 }))!.value).toBeCloseTo(100 / 14.4, 9);
  });

  it('of latencies count what was slower', async () => {
    const slow = (latency_micros: number) => burnOf('slow', { latency_micros, objective: 0.9 });
    expect((await slow(100_000))!.burn_rates![0]!.short).toBeCloseTo(5, 9);
    expect((await slow(400_000))!.burn_rates![0]!.short).toBe(0);
  });

  it('say nothing of windows without requests', async () =>
    expect(await burnOf('silent')).toMatchObject({ value: null, burn_rates: [{ long: null, short: null }] }));
});
