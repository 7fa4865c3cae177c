/** What an answer says of what is not stored yet (QUERY-15, QUERY-16). Pure. */
import type { Completeness } from '@spanwise/contracts/telemetry/query';
import type { NotStored, StoredState } from '@spanwise/contracts/log/stored-state';
import type { Signal } from '@spanwise/segments/columns';

/** [fromMicros, toMicros). */
interface TimeRange {
  fromMicros: number;
  toMicros: number;
}

/** Records of the range that cannot be read yet, of the signals. */
export const lackedIn = (state: StoredState, range: TimeRange, signals: ReadonlySet<Signal>): NotStored[] =>
  ofSignals(state, signals).filter(
    ({ fromMicros = -Infinity, toMicros = Infinity }) => fromMicros < range.toMicros && toMicros >= range.fromMicros,
  );

/** `state` is undefined where it could not be learned; the read began at `beganMicros`. */
export function storedCompleteness(
  state: StoredState | undefined,
  range: TimeRange,
  signals: ReadonlySet<Signal>,
  beganMicros: number,
): Completeness {
  // A statement that reads nothing stored lacks nothing.
  if (signals.size === 0) return { stored_to_micros: beganMicros };
  if (state === undefined) return { partial: true, partial_reason: 'stored_state_unknown' };
  const since = ofSignals(state, signals).map(({ sinceMicros }) => sinceMicros);
  return {
    ...(lackedIn(state, range, signals).length > 0 && {
      partial: true as const,
      partial_reason: 'not_stored' as const,
    }),
    stored_to_micros: Math.min(beganMicros, ...since),
  };
}

/** The reason that is known longer stays: the moment says the other one. */
export const bothOf = (one: Completeness, other: Completeness): Completeness => ({ ...other, ...one });

const ofSignals = ({ shards }: StoredState, signals: ReadonlySet<Signal>): NotStored[] =>
  shards.flatMap(({ notStored }) => notStored).filter(({ signal }) => signal === undefined || signals.has(signal));
