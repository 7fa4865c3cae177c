/** RED figures as the API shows them (APM-18); pure. */
import type { RedSummary } from '@spanwise/contracts/apm/apm';
import { quantilesOf, WEIGHT_ONE, type RedAggregate, type RedTotals } from '@spanwise/span-model/red';
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
    request_count: requestsOf(red),
    error_count: errorsOf(red),
    error_rate: errorRateOf(red),
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
  if (coveredSeconds > 0) summary.request_rate = requestRateOf(red, coveredSeconds);
  if (red.weight === 0) return summary;
  summary.duration_average_micros = averageMicrosOf(red);
  [summary.p50_micros, summary.p95_micros, summary.p99_micros] = quantilesOf(red, [0.5, 0.95, 0.99])!;
  summary.max_micros = red.maxMicros;
  summary.apdex = apdexOf(red);
  return summary;
}

export const requestsOf = (red: RedTotals): number => Math.round(red.weight / WEIGHT_ONE);
export const errorsOf = (red: RedTotals): number => Math.round(red.errorWeight / WEIGHT_ONE);
export const errorRateOf = (red: RedTotals): number => (red.weight === 0 ? 0 : red.errorWeight / red.weight);
/** Per second of the covered ones, of which there are some. */
export const requestRateOf = (red: RedTotals, coveredSeconds: number): number =>
  red.weight / WEIGHT_ONE / coveredSeconds;
/** Of some requests, as is `apdexOf`. */
export const averageMicrosOf = (red: RedTotals): number => Math.round((red.durationSum * WEIGHT_ONE) / red.weight);
export const apdexOf = (red: RedTotals): number => (red.satisfied + red.tolerating / 2) / red.weight;
