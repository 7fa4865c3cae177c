/** Ranges that rules are measured over; pure. Times are microseconds. */
import type { RelativeThreshold } from '@spanwise/contracts/alerting/alert-conditions';
import type { Resolution } from '@spanwise/contracts/apm/apm';
import { STEP_MICROS } from '@spanwise/contracts/alerting/measure';
import { MICROS, type QueryRange } from '../apm/range/query-range.js';

const rangeOf = (resolution: Resolution, fromMicros: number, toMicros: number): QueryRange => ({
  resolution,
  bucketMicros: MICROS[resolution],
  fromMicros,
  toMicros,
  clipped: false,
});

/** Whole minutes that end with the step. */
export const windowOf = (step: number, minutes: number): QueryRange =>
  rangeOf('minute', (step - minutes) * STEP_MICROS, step * STEP_MICROS);

/** From when on something is there to compare with. */
export interface Kept {
  minuteMicros: number;
  hourMicros: number;
  /** Start of the oldest span. */
  oldestStartMicros: number;
}

export interface Baseline {
  range: QueryRange;
  /** What counts of the range are multiplied by to be counts of the window. */
  scale: number;
}

/**
 * The window that a relative threshold compares with. Where its minutes are gone, it is the hours that it touches, whose
 * counts are taken for evenly spread; undefined where these are gone too, or before the first span.
 */
export function baselineOf(window: QueryRange, to: RelativeThreshold['to'], kept: Kept): Baseline | undefined {
  const length = window.toMicros - window.fromMicros;
  const back = { previous_window: length, previous_day: MICROS.day, previous_week: 7 * MICROS.day }[to];
  return windowBefore(window, back, kept);
}

function windowBefore(window: QueryRange, back: number, kept: Kept): Baseline | undefined {
  const length = window.toMicros - window.fromMicros;
  const [from, end] = [window.fromMicros - back, window.toMicros - back];
  if (from < kept.oldestStartMicros) return undefined;
  if (from >= kept.minuteMicros) return { range: rangeOf('minute', from, end), scale: 1 };
  const firstHour = Math.floor(from / MICROS.hour) * MICROS.hour;
  const endHour = Math.ceil(end / MICROS.hour) * MICROS.hour;
  if (firstHour < kept.hourMicros) return undefined;
  return { range: rangeOf('hour', firstHour, endHour), scale: length / (endHour - firstHour) };
}

/** Minutes to each side of the same time of a day. */
const AROUND_MINUTES = 2;

/** Windows of past days or weeks; where minutes are not kept any more one of hours stands for those around the same time. */
export function seasonsOf(
  window: QueryRange,
  { season, seasons }: { season: 'day' | 'week'; seasons: number },
  kept: Kept,
  excluded: readonly (readonly [from: number, to: number])[] = [],
): Baseline[] {
  const length = season === 'day' ? MICROS.day : 7 * MICROS.day;
  const found = new Map<string, Baseline>();
  for (let at = 1; at <= seasons; at++) {
    for (let minute = -AROUND_MINUTES; minute <= AROUND_MINUTES; minute++) {
      const before = windowBefore(window, at * length + minute * MICROS.minute, kept);
      if (before === undefined) continue;
      const { fromMicros, toMicros } = before.range;
      const isExcluded = excluded.some(
        ([from, to]) => fromMicros < to * MICROS.minute && toMicros > from * MICROS.minute,
      );
      if (!isExcluded) found.set(`${fromMicros} ${toMicros}`, before);
    }
  }
  return [...found.values()];
}

/** Minutes that end with the step; of days the first hour is a whole one, since its minutes are not kept. */
export function longWindowOf(step: number, minutes: number): QueryRange {
  const window = windowOf(step, minutes);
  if (minutes < 1_440) return window;
  return { ...window, fromMicros: Math.ceil(window.fromMicros / MICROS.hour) * MICROS.hour };
}
