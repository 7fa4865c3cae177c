import { describe, expect, it } from 'vitest';
import { RedAggregate, WEIGHT_ONE, type Observation } from '@spanwise/span-model/red';
import { redSummary, summarize } from './red-summary.js';
import { StoredTraces } from './stored-traces.js';

const STARTED = 1e15;

function redOf(...observed: (Pick<Observation, 'durationMicros'> & Partial<Observation> & { id?: number })[]) {
  const red = new RedAggregate();
  for (const { id = 1, ...observation } of observed)
    red.add({
      units: WEIGHT_ONE,
      sampling: 'unknown',
      error: false,
      clientError: false,
      startMicros: STARTED + id,
      idBytes: new Uint8Array(24).fill(id),
      traceIdAt: 0,
      spanIdAt: 16,
      ...observation,
    });
  return red;
}

describe('the summary of RED figures (APM-18)', () => {
  it('of nothing is zeros without averages, percentiles or Apdex', () => {
    expect(summarize(new RedAggregate(), 60)).toEqual({
      request_count: 0,
      error_count: 0,
      error_rate: 0,
      duration_sum_micros: 0,
      sampled_count: 0,
      request_rate: 0,
      latency_partial: false,
      exemplars: [],
    });
  });

  it('shows the p50 of constant durations as that duration, and no rate of a time that nothing covers', () => {
    const summary = summarize(redOf({ durationMicros: 123_457 }, { durationMicros: 123_457 }), 0);
    expect(summary).toMatchObject({
      p50_micros: 123_457,
      p99_micros: 123_457,
      duration_average_micros: 123_457,
      apdex: 1,
    });
    expect(summary).not.toHaveProperty('request_rate');
  });

  const sampled = redOf(
    { durationMicros: 10, units: 99 * WEIGHT_ONE, error: true },
    { durationMicros: 1_000_000, id: 2 },
  );

  it('corrects counts, rates and percentiles for sampling', () => {
    expect(summarize(sampled, 50)).toMatchObject({
      request_count: 100,
      error_count: 99,
      error_rate: 0.99,
      duration_sum_micros: 1_000_990,
      duration_average_micros: 10_010,
      p50_micros: 10,
      p99_micros: 10,
      max_micros: 1_000_000,
      sampled_count: 2,
      request_rate: 2,
      apdex: 0.005,
    });
  });

  it.each([
    ['is stored', STARTED, STARTED + 2, true],
    ['is no longer stored', STARTED + 3, STARTED + 9, false],
  ])('says of an exemplar that its trace %s', (_, from, to, available) => {
    const storedTraces = new StoredTraces([{ from, to }]);
    expect(redSummary(sampled, { coveredSeconds: 50, storedTraces }).exemplars[0]).toEqual({
      trace_id: '02'.repeat(16),
      span_id: '02'.repeat(8),
      event_time: STARTED + 2,
      duration_micros: 1_000_000,
      trace_available: available,
    });
  });
});
