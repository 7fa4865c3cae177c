import { describe, expect, it } from 'vitest';
import { bandOf, breachPoints, drawnWindow } from './breach-points.js';
import type { Incident } from './incident-list.js';

const MINUTE = 60_000_000;
const incident = (samples: [number, number | null][], severity = 'error') =>
  ({
    severity,
    labels: { service: 'cart', environment: 'production', team: 'shops' },
    triggering_query: { sample_values: samples.map(([at, value]) => ({ ts: at * MINUTE, value, labels: {} })) },
  }) as unknown as Incident;
const evaluation = (at: number, value: number | null, change: object = {}) =>
  ({
    step_end: at * MINUTE,
    pass: 'provisional',
    instances: [
      { labels: { service: 'shop', environment: 'production' }, value: 99 },
      { labels: { service: 'cart', environment: 'production' }, value },
    ],
    ...change,
  }) as unknown as Parameters<typeof breachPoints>[1][number];
const ALL = { from: 0, to: 100 * MINUTE };

describe('values of an incident over time', () => {
  it('are those of its label set, the final ones where there are such, with minutes of which nothing is known', () => {
    const evaluations = [
      evaluation(14, 4, { pass: 'final' }),
      evaluation(14, 3),
      evaluation(12, null),
      evaluation(11, 1),
      evaluation(10, 5, { instances: [] }),
    ];
    expect(breachPoints(incident([[13, 2]]), evaluations, ALL)).toEqual({
      times: [11, 12, 13, 14].map((at) => at * MINUTE),
      values: [1, undefined, 2, 4],
    });
  });

  it('are those of the range alone', () => {
    const window = { from: 11 * MINUTE, to: 12 * MINUTE };
    const points = breachPoints(incident([[10, 1]]), [evaluation(11, 2), evaluation(12, 3), evaluation(13, 4)], window);
    expect(points.values).toEqual([2, 3]);
    expect(breachPoints(incident([[10, null]]), [], ALL)).toEqual({ times: [], values: [] });
  });

  it('stand beside the threshold of the incident’s severity', () => {
    const bands = (['warning', 'error'] as const).map((severity) => ({
      severity,
      operator: 'gt' as const,
      threshold: 1,
    }));
    expect(bandOf(incident([]), bands)?.severity).toBe('error');
    expect(bandOf(incident([], 'critical'), bands)?.severity).toBe('warning');
    expect(bandOf(incident([]), [])).toBeUndefined();
  });

  it('are drawn in the range of the address where the incident is in it', () => {
    const around = { from: 10, to: 20 };
    expect(drawnWindow(around, { from: 15, to: 30 })).toEqual({ from: 15, to: 30 });
    expect(drawnWindow(around, { from: 20, to: 30 })).toEqual(around);
    expect(drawnWindow(around, undefined)).toEqual(around);
  });
});
