/** RED figures as the API shows them (decisions 3.1, peer facts 3.1); pure. */
import type { RedSummary } from '@spanwise/contracts/apm';
import { quantilesOf, WEIGHT_ONE, type RedAggregate } from '@spanwise/span-model/red';
import type { ApmRead } from './apm-read.js';
import type { StoredTraces } from './stored-traces.js';

export const redSummary = (red: RedAggregate, read: Pick<ApmRead, 'coveredSeconds' | 'storedTraces'>): RedSummary =>
  withStoredTraces(summarize(red, read.coveredSeconds), read.storedTraces);

/** What was summarized, with what is known now of the traces of its exemplars. */
export const withStoredTraces = (summary: RedSummary, storedTraces: StoredTraces): RedSummary => ({
  ...summary,
  exemplars: summary.exemplars.map((exemplar) => ({
    ...exemplar,
    trace_available: storedTraces.cover(exemplar.event_time),
  })),
});

/**
 * `coveredSeconds`: the part of the range that has data behind it; without it the rate is omitted. No trace is said to be
 * available, which lasts no longer than an answer.
 */
export function summarize(red: RedAggregate, coveredSeconds: number): RedSummary {
  const summary: RedSummary = {
    request_count: Math.round(red.weight / WEIGHT_ONE),
    error_count: Math.round(red.errorWeight / WEIGHT_ONE),
    error_rate: red.weight === 0 ? 0 : red.errorWeight / red.weight,
    duration_sum_micros: red.durationSum,
    sampled_count: red.sampled,
    latency_partial: false,
    exemplars: red.exemplars.list.map((exemplar) => ({
      trace_id: exemplar.traceId,
      span_id: exemplar.spanId,
      event_time: exemplar.startMicros,
      duration_micros: exemplar.durationMicros,
      trace_available: false,
    })),
  };
  if (coveredSeconds > 0) summary.request_rate = red.weight / WEIGHT_ONE / coveredSeconds;
  if (red.weight === 0) return summary;
  summary.duration_average_micros = Math.round((red.durationSum * WEIGHT_ONE) / red.weight);
  [summary.p50_micros, summary.p95_micros, summary.p99_micros] = quantilesOf(red, [0.5, 0.95, 0.99])!;
  summary.max_micros = red.maxMicros;
  summary.apdex = (red.satisfied + red.tolerating / 2) / red.weight;
  return summary;
}
