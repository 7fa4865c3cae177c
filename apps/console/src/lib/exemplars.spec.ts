import { describe, expect, it } from 'vitest';
import { shownTraces } from './exemplars.js';

const exemplar = (trace: string, durationMicros: number, there = true) => ({
  trace_id: trace,
  span_id: `${trace}-span`,
  event_time: 0,
  duration_micros: durationMicros,
  trace_available: there,
});
const failure = (type: string, ...exemplars: ReturnType<typeof exemplar>[]) => ({
  error: { fingerprint: type, error_type: type, overflow: false },
  red: {
    request_count: 1,
    error_count: 1,
    error_rate: 1,
    duration_sum_micros: 1,
    sampled_count: 1,
    latency_partial: false,
    exemplars,
  },
});
const shownNames = (traces: ReturnType<typeof shownTraces>) =>
  traces.map(({ trace_id: trace, errorType, duration_micros: micros }) => [trace, errorType, micros]);

describe('the traces of a transaction', () => {
  it('are the slowest, then one for each error', () => {
    const failures = [failure('A', exemplar('a', 5), exemplar('a2', 4)), failure('B', exemplar('b', 9))];
    expect(shownNames(shownTraces([exemplar('slow', 90), exemplar('less', 80)], failures))).toEqual([
      ['slow', undefined, 90],
      ['less', undefined, 80],
      ['a', 'A', 5],
      ['b', 'B', 9],
    ]);
  });

  it('stand once, with what the transaction took and its first error', () => {
    const failures = [failure('A', exemplar('slow', 5)), failure('B', exemplar('slow', 6))];
    expect(shownNames(shownTraces([exemplar('slow', 90)], failures))).toEqual([['slow', 'A', 90]]);
  });

  it('are those that can be opened, where an error has one', () => {
    const failures = [
      failure('A', exemplar('gone', 9, false), exemplar('kept', 5)),
      failure('B', exemplar('old', 1, false)),
    ];
    expect(shownNames(shownTraces([], failures))).toEqual([
      ['kept', 'A', 5],
      ['old', 'B', 1],
    ]);
    expect(shownTraces([], [failure('A')])).toEqual([]);
  });
});
