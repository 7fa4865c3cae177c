/**
 * Keys of whole slices. Logs and metrics have no ids: a repeated slice is known by the key that the gateway gave it, for
 * ten minutes of log time on either side (PROTO-5). Earlier is enough for what is read in order; later is for
 * a dead letter that is processed after its copies.
 */
import { SLICE_SIGNALS, uuidBytes, type LogSlice } from '@spanwise/contracts/log/log-message';
import { writeSpanKey } from '@spanwise/span-model/span-key';
import { MINUTE_MICROS } from '@spanwise/span-model/time-units';
import { SLICE_MINUTES } from './watermark.js';

const WINDOW_MINUTES = 10;
const DEDUPE_KEY_BYTES = 16;

export const sliceMinute = (loggedAtMicros: number): number =>
  SLICE_MINUTES + Math.floor(loggedAtMicros / MINUTE_MICROS);

export function sliceWindow(loggedAtMicros: number): number[] {
  const minute = sliceMinute(loggedAtMicros);
  return Array.from({ length: 2 * WINDOW_MINUTES + 1 }, (_, at) => minute - WINDOW_MINUTES + at);
}

/** As the key of a span: a sender cannot make two that collide. */
export function writeSliceKey(out: Uint32Array, slice: LogSlice, dedupeKey: Uint8Array, seed: Uint32Array): void {
  const id = new Uint8Array(DEDUPE_KEY_BYTES + 8);
  id.set(dedupeKey);
  id[DEDUPE_KEY_BYTES] = SLICE_SIGNALS.indexOf(slice.signal);
  writeSpanKey(out, 0, uuidBytes(slice.organizationId), id, 0, DEDUPE_KEY_BYTES, seed);
}
