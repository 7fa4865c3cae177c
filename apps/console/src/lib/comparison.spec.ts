import { describe, expect, it } from 'vitest';
import type { Schemas } from '@spanwise/api-client/client';
import { certainly, newestFirst, pairOf, sideRows, tracesOf, verdictOf, type Comparison } from './comparison.js';

const red = (change: Partial<Schemas['RedSummary']> = {}): Schemas['RedSummary'] => ({
  request_count: 100,
  error_count: 0,
  error_rate: 0,
  duration_sum_micros: 0,
  sampled_count: 0,
  latency_partial: false,
  exemplars: [],
  ...change,
});

describe('the versions that are compared', () => {
  const seen = (version: string, at: number) => ({ version, first_seen_at: at });

  it('are each listed once, the newest first, whatever environments they run in', () => {
    expect(newestFirst([seen('1', 10), seen('2', 30), seen('1', 40), seen('', 50), seen('3', 35)])).toEqual([
      '3',
      '2',
      '1',
    ]);
  });

  it('of one moment are ordered by their numbers', () => {
    expect(newestFirst([seen('2.9.0', 10), seen('2.10.0', 10)])).toEqual(['2.10.0', '2.9.0']);
  });

  it.each([
    ['nothing', '', '', '2', '3'],
    ['a candidate', '', '2', '1', '2'],
    ['the oldest as candidate', '', '1', '3', '1'],
    ['a candidate that is not seen', '', '9', '3', '9'],
    ['a baseline', '3', '', '3', '2'],
    ['both', '3', '1', '3', '1'],
    ['the same twice', '2', '2', '1', '2'],
  ])('are chosen where %s is given', (_given, baseline, candidate, ...expected) => {
    const pair = pairOf(['3', '2', '1'], { baseline, candidate });
    expect([pair.baseline, pair.candidate]).toEqual(expected);
  });

  it('are not two where one is seen', () => {
    expect(pairOf(['1'], { baseline: '', candidate: '' })).toEqual({ baseline: undefined, candidate: '1' });
    expect(pairOf([], { baseline: '', candidate: '' })).toEqual({});
  });
});

describe('what is said of a comparison', () => {
  const comparison = (change: Partial<Comparison>) => ({ sufficient_data: true, ...change }) as Comparison;

  it.each([
    ['regressed', true, 'regressed'],
    ['regressed', false, 'regressed'],
    ['improved', false, 'improved'],
    ['unchanged', true, 'unchanged'],
    ['unchanged', false, 'insufficient_data'],
    ['inconclusive', true, 'inconclusive'],
    ['inconclusive', false, 'insufficient_data'],
  ] as const)('of the evidence %s, with requests enough: %s, is %s', (verdict, sufficient, expected) => {
    const evidence = { verdict } as Comparison['evidence'];
    expect(verdictOf(comparison({ evidence, sufficient_data: sufficient }))).toBe(expected);
  });

  it.each([
    ['p95', [1.2, 1.9], 'worse'],
    ['p95', [1.2, null], 'worse'],
    ['p95', [0.9, null], undefined],
    ['p95', [0.9, 1.1], undefined],
    ['duration', [0.5, 0.9], 'better'],
    ['error_rate', [0.01, 0.02], 'worse'],
    ['error_rate', [-0.02, -0.01], 'better'],
    ['error_rate', [-0.01, 0.5], undefined],
  ] as const)('of %s between %j is %s', (figure, interval, expected) => {
    expect(certainly(figure, [...interval])).toBe(expected);
  });

  it('has the figures of both sides, with the evidence of those that are compared', () => {
    const p95 = { figure: 'p95', effect: 2, interval: [1.5, 3] } as Schemas['FigureEvidence'];
    const rows = sideRows(
      comparison({
        baseline: { version: '1', sample_count: 100, effective_samples: 100, red: red({ p95_micros: 10 }) },
        candidate: { version: '2', sample_count: 0, effective_samples: 0, red: red({ request_count: 0 }) },
        evidence: { figures: [p95] } as unknown as Comparison['evidence'],
      }),
    );
    expect(rows.find(({ name }) => name === 'p95')).toEqual({ name: 'p95', baseline: 10, evidence: p95 });
    expect(rows.find(({ name }) => name === 'error_rate')).toEqual({ name: 'error_rate', baseline: 0 });
    expect(rows.find(({ name }) => name === 'requests')).toEqual({ name: 'requests', baseline: 100, candidate: 0 });
  });

  it('is shown by the slowest trace of each side that is kept', () => {
    const exemplar = (id: string, micros: number, kept = true): Schemas['Exemplar'] => ({
      trace_id: id,
      span_id: '1',
      event_time: 1,
      duration_micros: micros,
      trace_available: kept,
    });
    const sides = {
      red: red({ exemplars: [exemplar('a', 5), exemplar('b', 9), exemplar('c', 20, false)] }),
      baseline_red: red({ exemplars: [exemplar('d', 5, false)] }),
    };
    expect(tracesOf(sides)).toEqual({ baseline: undefined, candidate: 'b' });
  });
});
