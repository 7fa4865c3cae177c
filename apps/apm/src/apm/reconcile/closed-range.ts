/** Which ranges can be reconciled; pure. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { MICROS, type QueryRange } from '../range/query-range.js';

export interface ClosedLimits {
  /** From when on rows by minute and by hour are kept. */
  minuteMicros: number;
  hourMicros: number;
  /** End of the newest complete minute. */
  completeUntilMicros: number;
}

/** Whole minutes where those are kept, else whole hours. Throws `invalid_argument` for what is not closed. */
export function closedRange(fromMicros: number, toMicros: number, limits: ClosedLimits): QueryRange {
  const resolution = fromMicros >= limits.minuteMicros ? 'minute' : 'hour';
  const bucketMicros = MICROS[resolution];
  if (toMicros <= fromMicros) throw refused('to', 'The range must end after it begins.', 'must be after from');
  if (toMicros - fromMicros > MICROS.day)
    throw refused('to', 'A range of at most 24 hours can be reconciled.', 'must be at most 24 hours after from');
  if (fromMicros < limits.hourMicros)
    throw refused('from', 'There are no figures from so long ago.', 'lies before the oldest figures');
  for (const [field, micros] of [
    ['from', fromMicros],
    ['to', toMicros],
  ] as const) {
    if (micros % bucketMicros !== 0)
      throw refused(field, `The range must be whole ${resolution}s in UTC.`, `must be the start of a ${resolution}`);
  }
  if (toMicros > limits.completeUntilMicros)
    throw refused(
      'to',
      'The range is not closed yet: its last buckets still grow.',
      'lies after the newest complete bucket',
    );
  return { resolution, bucketMicros, fromMicros, toMicros, clipped: false };
}

const refused = (field: string, sentence: string, reason: string) => invalidArgument(sentence, [{ field, reason }]);
