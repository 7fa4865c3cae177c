/**
 * Keys of exceptions (ADR 0015): a client may report one exception as an event of its span and as a log record. Both name
 * the trace, the span, the type and the message, and say their times within a minute of each other.
 */
import { createHash } from 'node:crypto';
import type { SpanException, SpanRecord } from '@spanwise/span-model/span';
import { writeSpanKey } from '@spanwise/span-model/span-key';
import { HOUR_MICROS, MINUTE_MICROS } from '@spanwise/span-model/time-units';
import { EXCEPTION_MINUTES, eventMinute } from './watermark.js';

const WINDOW_MINUTES = 1;
const ID_BYTES = 24;
const TRACE_ID_BYTES = 16;
/** As long as a span may last (INTAKE-4). */
const LONGEST_SPAN_MICROS = 24 * HOUR_MICROS;

export const exceptionMinute = (timeMicros: number): number => EXCEPTION_MINUTES + eventMinute(timeMicros);

export const exceptionWindow = (minute: number): number[] =>
  Array.from({ length: 2 * WINDOW_MINUTES + 1 }, (_, at) => minute - WINDOW_MINUTES + at);

/** When an exception of a span was: a time outside of any span, or none, is that of the span's start. */
export function exceptionTime({ timeMicros }: SpanException, { startMicros }: SpanRecord): number {
  const within = timeMicros >= startMicros - MINUTE_MICROS && timeMicros <= startMicros + LONGEST_SPAN_MICROS;
  return within ? timeMicros : startMicros;
}

/** As the key of a span: a sender cannot make two that collide. `traceId` and `spanId` stand where the offsets say. */
export function writeExceptionKey(
  out: Uint32Array,
  organization: Uint8Array,
  ids: { idBytes: Uint8Array; traceIdAt: number; spanIdAt: number },
  { type, message }: { type: string; message: string },
  seed: Uint32Array,
): void {
  const hash = createHash('sha256');
  hash.update(ids.idBytes.subarray(ids.traceIdAt, ids.traceIdAt + TRACE_ID_BYTES));
  hash.update(ids.idBytes.subarray(ids.spanIdAt, ids.spanIdAt + ID_BYTES - TRACE_ID_BYTES));
  hash.update(`${Buffer.byteLength(type)}:${type}${message}`);
  writeSpanKey(out, 0, organization, hash.digest(), 0, TRACE_ID_BYTES, seed);
}
