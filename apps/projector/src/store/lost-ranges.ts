/** Ranges of the log that are in no segment, added up: they have to name all that is missing, in a bounded manifest. Pure. */
import type { LostRange } from '@spanwise/contracts/log/manifests';

/** Of one manifest, which has to fit a message of the bus; more only where more slices than this lack something. */
const MAX_LOST_RANGES = 2_000;

/** Adds a range: to the last one, where it goes on with the next record of that slice. */
export function addRange(ranges: LostRange[], one: LostRange): void {
  const last = ranges.at(-1);
  if (last?.toIndex !== undefined && last.toIndex + 1 === one.fromIndex && isOfSlice(last, one))
    setEnd(last, one.toIndex);
  else ranges.push(one);
}

export const isFull = (ranges: readonly LostRange[]): boolean => ranges.length >= MAX_LOST_RANGES;

/** As `addRange`, but once there are too many, a range of the same slice is said to be longer than it is. */
export function addBounded(ranges: LostRange[], one: LostRange, limit = MAX_LOST_RANGES): void {
  const last = ranges.at(-1);
  if (ranges.length < limit || last === undefined || !isOfSlice(last, one)) return addRange(ranges, one);
  last.fromIndex = Math.min(last.fromIndex ?? 0, one.fromIndex ?? 0);
  setEnd(last, Math.max(last.toIndex ?? Infinity, one.toIndex ?? Infinity));
}

function setEnd(range: LostRange, toIndex: number | undefined): void {
  if (toIndex === undefined || toIndex === Infinity) delete range.toIndex;
  else range.toIndex = toIndex;
}

const isOfSlice = (one: LostRange, other: LostRange): boolean =>
  one.slice !== undefined && one.slice === other.slice && one.epoch === other.epoch && one.fromSeq === other.fromSeq;
