/** Finds the records of a slice that end the process which works on them, by halving. Pure. */
import { MOST_DEAD_RECORDS } from '../dedup/poison-marks.js';

export interface SliceTrial {
  /** Whether a process survives the work on these records, from and to, the end exclusive. */
  survives: (from: number, to: number) => Promise<boolean>;
  /** Whether this record alone ends the process every time, and nothing else does. */
  endsBy: (record: number) => Promise<boolean>;
  /** Whether a process survives the slice without these records. */
  survivesWithout: (records: readonly number[]) => Promise<boolean>;
}

/**
 * Places of the records which, left out, let a process survive the slice of `count` records. Undefined where there are none,
 * or more than a slice may have: reading it at all may be what ends the process.
 */
export async function findEnding(count: number, trial: SliceTrial): Promise<number[] | undefined> {
  if (!(await trial.survives(0, 0))) return undefined;
  const found: number[] = [];
  const open: [number, number][] = [[0, count]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [from, to] = range;
    if (to - from > 1) {
      if (await trial.survives(from, to)) continue;
      const middle = Math.floor((from + to) / 2);
      open.push([middle, to], [from, middle]);
    } else if (to > from && (await trial.endsBy(from))) {
      found.push(from);
      if (found.length > MOST_DEAD_RECORDS) return undefined;
    }
  }
  return found.length > 0 && (await trial.survivesWithout(found)) ? found : undefined;
}
