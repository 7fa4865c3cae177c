import { ANY_ORGANIZATION } from '@spanwise/contracts/log/log-message';
import { DAY_MICROS, MINUTE_MICROS } from '@spanwise/span-model/time-units';
import type { LogEntry } from '../dedup/open-message.js';
import { emptyBatchResult, type BatchResult } from '../dedup/batch-result.js';

/** Part of the log's time, microseconds, both inclusive. */
export interface LostTime {
  fromMicros: number;
  untilMicros: number;
}

/** A span starts before the log receives it. */
const STARTED_BEFORE_MICROS = MINUTE_MICROS;
/** No figure is kept for longer. */
const LONGEST_MICROS = 400 * DAY_MICROS;

/**
 * A batch of nothing but gaps: what was acknowledged and then lost by the log is said, in every minute that it may be of
 * (reason `flush_failed`: it was accepted and did not reach the figures; PROTO-33). How many spans it was is unknown, as is
 * whose: an organization may have sent its first ones then.
 */
export function lostRangeResult(time: LostTime): BatchResult {
  const result = emptyBatchResult();
  addLost(result, time);
  return result;
}

function addLost(result: BatchResult, { fromMicros, untilMicros }: LostTime): void {
  const first = Math.max(fromMicros - STARTED_BEFORE_MICROS, untilMicros - LONGEST_MICROS);
  const last = Math.floor(Math.max(untilMicros, fromMicros) / MINUTE_MICROS);
  for (let minute = Math.floor(first / MINUTE_MICROS); minute <= last; minute++)
    result.fold.addGap(ANY_ORGANIZATION, minute, 'flush_failed', 0);
}

/**
 * Messages whose gateway had been acknowledged their own place before, or one behind it: what lay there is lost without having
 * been read, since `fromMicros`, the newest log time before them. Returns how many there are (PROTO-35).
 */
export function addLostBehind(result: BatchResult, entries: readonly LogEntry[], fromMicros: number): number {
  const said = entries.filter(({ seq, acknowledgedSeq = 0 }) => acknowledgedSeq >= seq);
  const last = said.at(-1);
  if (last !== undefined) addLost(result, { fromMicros, untilMicros: last.loggedAtMicros });
  return said.length;
}
