/** Whether what is measured can be trusted at all (ALERT-9); pure. */
import type { PlatformReason } from '@spanwise/contracts/alerting/incidents';
import type { AlertProgress } from '@spanwise/contracts/alerting/measure';

/** Stream time further behind the clock than this. */
export const MAX_LAG_MICROS = 120_000_000;
/** After a start the log's time is that of the last stop: it is late for a moment, and nothing is wrong. */
export const LATE_FOR_MICROS = 60_000_000;
/** It is well again once it is as near as this: a lag about the limit does not open and close an incident each minute. */
export const WELL_LAG_MICROS = 60_000_000;

export type PlatformState =
  | { kind: 'well' }
  /** Neither: what was said before stays. */
  | { kind: 'between' }
  | { kind: 'unwell'; reason: PlatformReason };

/** Of a minute that apm names. */
export const reasonOfMinute = (reason: string): PlatformReason =>
  reason === 'no_gateway' || reason === 'refusing' ? reason : 'gap';

export interface Seen {
  nowMicros: number;
  /** Undefined where apm did not answer. */
  progress: AlertProgress | undefined;
  /** When it last did; undefined for never since the start. */
  answeredMicros: number | undefined;
  startedMicros: number;
}

export function platformState({ nowMicros, progress, answeredMicros, startedMicros }: Seen): PlatformState {
  if (progress === undefined) {
    const silentMicros = nowMicros - (answeredMicros ?? startedMicros);
    return silentMicros > MAX_LAG_MICROS ? { kind: 'unwell', reason: 'unreachable' } : { kind: 'between' };
  }
  if (progress.stream_time_micros === undefined) return { kind: 'between' };
  const lagMicros = nowMicros - progress.stream_time_micros;
  if (lagMicros > MAX_LAG_MICROS)
    return nowMicros - startedMicros < LATE_FOR_MICROS
      ? { kind: 'between' }
      : { kind: 'unwell', reason: progress.replaying ? 'replay' : 'lag' };
  return lagMicros <= WELL_LAG_MICROS && !progress.replaying ? { kind: 'well' } : { kind: 'between' };
}
