/** Lateness by the log's own time and nothing else (PROTO-13). */
import { HOUR_MICROS, MINUTE_MICROS } from '@spanwise/span-model/time-units';

export interface Watermark {
  /** Newest log time seen, microseconds: W. */
  micros: number;
  /** Spans of event hours below this are late. Never falls. */
  floorHour: number;
}

export function advance(watermark: Watermark, loggedAtMicros: number, horizonMicros: number): Watermark {
  const micros = Math.max(watermark.micros, loggedAtMicros);
  return { micros, floorHour: Math.max(watermark.floorHour, Math.floor((micros - horizonMicros) / HOUR_MICROS)) };
}

export const eventHour = (startMicros: number): number => Math.floor(startMicros / HOUR_MICROS);
export const eventMinute = (startMicros: number): number => Math.floor(startMicros / MINUTE_MICROS);
const MINUTES_PER_HOUR = 60;
/** Minutes of slices (`slice-key.ts`) are counted from here, so that none of them is a minute of spans. */
export const SLICE_MINUTES = 1_000_000_000;
/** And those of exceptions (`exception-key.ts`) from here. */
export const EXCEPTION_MINUTES = 1_500_000_000;

/**
 * The hour whose end is the end of a minute's keys. Exceptions are looked for in the minutes around theirs as well, so
 * their keys stay an hour longer: whatever is not late finds them all.
 */
export function hourOfMinute(minute: number): number {
  if (minute >= EXCEPTION_MINUTES) return Math.floor((minute - EXCEPTION_MINUTES) / MINUTES_PER_HOUR) + 1;
  return Math.floor((minute >= SLICE_MINUTES ? minute - SLICE_MINUTES : minute) / MINUTES_PER_HOUR);
}
