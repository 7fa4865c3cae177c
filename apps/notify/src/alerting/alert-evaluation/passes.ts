/** When a step can be evaluated (ALERT-4); pure. Steps are minutes since the epoch, named by the minute after them. */
import { STEP_MICROS, type AlertProgress } from '@spanwise/contracts/alerting/measure';
import { SETTLE_SECS } from '@spanwise/contracts/alerting/alert-rules';

/** One pass over every step: rules of one time to settle, or all of them once the step is complete. */
export interface Pass {
  name: string;
  kind: 'provisional' | 'final';
  settleMicros: number;
}

export const FINAL: Pass = { name: 'final', kind: 'final', settleMicros: 0 };

export const PASSES: readonly Pass[] = [
  ...SETTLE_SECS.map((secs): Pass => ({ name: `s${secs}`, kind: 'provisional', settleMicros: secs * 1_000_000 })),
  FINAL,
];

/** The newest step that the pass can evaluate; undefined while nothing is known of the stream's time. */
export function readyStep({ kind, settleMicros }: Pass, progress: AlertProgress): number | undefined {
  const { stream_time_micros: streamTime, late_grace_micros: grace } = progress;
  if (streamTime === undefined || progress.replaying) return undefined;
  return Math.floor((streamTime - (kind === 'final' ? grace : settleMicros)) / STEP_MICROS);
}

/** Figures by minute are kept a day: what is further behind is written down as skipped (ALERT-5). */
export const MAX_CATCH_UP_STEPS = 1_380;

export interface Due {
  /** Steps that cannot be evaluated any more: from and up to, both included. */
  skipped?: { from: number; to: number };
  /** Undefined where nothing is ready. */
  step: number | undefined;
  /** Others are ready after it. */
  isBehind: boolean;
}

/** `evaluated` is the last step that is evaluated; undefined for a pass that begins. */
export function dueStep(evaluated: number | undefined, ready: number | undefined): Due {
  if (ready === undefined || (evaluated !== undefined && evaluated >= ready))
    return { step: undefined, isBehind: false };
  const next = evaluated === undefined ? ready : evaluated + 1;
  const oldest = ready - MAX_CATCH_UP_STEPS;
  if (next >= oldest) return { step: next, isBehind: next < ready };
  return { skipped: { from: next, to: oldest - 1 }, step: oldest, isBehind: true };
}
