import type { SpanRecord } from './span.js';
import { MINUTE_MICROS } from './time-units.js';

/** INTAKE-4. */
export const MAX_FUTURE_MICROS = 10 * MINUTE_MICROS;
export const MAX_DURATION_MICROS = 24 * 60 * MINUTE_MICROS;

/**
 * Why a span cannot be kept, or undefined when it can: one that started before `oldestMicros` would be dropped at once. Only
 * the client's bytes, the moment of receipt and the stream's retention are looked at; a missing time is never filled in, because two attempts of one request would then differ (PROTO-5).
 */
export function rejectReason(span: SpanRecord, receivedAtMicros: number, oldestMicros = 0): string | undefined {
  if (span.traceIdAt < 0 || isZero(span.idBytes, span.traceIdAt, 16))
    return 'the trace id is not 16 bytes with one that is not zero';
  if (span.spanIdAt < 0 || isZero(span.idBytes, span.spanIdAt, 8))
    return 'the span id is not 8 bytes with one that is not zero';
  if (span.startMicros === 0) return 'the start time is missing, or less than a microsecond after 1970';
  if (!span.hasEnd) return 'the end time is missing';
  if (span.durationMicros > MAX_DURATION_MICROS) return 'the span lasts longer than 24 hours';
  if (span.startMicros > receivedAtMicros + MAX_FUTURE_MICROS)
    return 'the span starts more than 10 minutes in the future';
  if (span.startMicros < oldestMicros) return 'the span is older than its stream keeps its spans';
  return undefined;
}

function isZero(bytes: Uint8Array, at: number, length: number): boolean {
  for (let offset = at; offset < at + length; offset++) if (bytes[offset] !== 0) return false;
  return true;
}
