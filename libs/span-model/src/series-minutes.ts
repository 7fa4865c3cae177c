import { RedAggregate, type Observation } from './red.js';
import type { SeriesKey } from './series.js';

/** RED of one series and one UTC minute of span starts. */
export interface SeriesMinute {
  minute: number;
  firstSeenMicros: number;
  lastSeenMicros: number;
  red: RedAggregate;
}

export interface SeriesDelta {
  key: SeriesKey;
  minutes: Map<number, SeriesMinute>;
}

/** Counts a span, whatever it says of itself. */
export function recordSpan(series: SeriesDelta, minute: number, startMicros: number): void {
  entryOf(series, minute, startMicros).red.count();
}

export function record(series: SeriesDelta, minute: number, observation: Observation): void {
  entryOf(series, minute, observation.startMicros).red.add(observation);
}

function entryOf(series: SeriesDelta, minute: number, startMicros: number): SeriesMinute {
  let entry = series.minutes.get(minute);
  if (entry === undefined) {
    entry = { minute, firstSeenMicros: startMicros, lastSeenMicros: startMicros, red: new RedAggregate() };
    series.minutes.set(minute, entry);
  }
  if (startMicros < entry.firstSeenMicros) entry.firstSeenMicros = startMicros;
  if (startMicros > entry.lastSeenMicros) entry.lastSeenMicros = startMicros;
  return entry;
}
