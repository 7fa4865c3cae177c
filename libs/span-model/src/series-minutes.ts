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

export function record(series: SeriesDelta, minute: number, observation: Observation): void {
  let entry = series.minutes.get(minute);
  if (entry === undefined) {
    const { startMicros } = observation;
    entry = { minute, firstSeenMicros: startMicros, lastSeenMicros: startMicros, red: new RedAggregate() };
    series.minutes.set(minute, entry);
  }
  if (observation.startMicros < entry.firstSeenMicros) entry.firstSeenMicros = observation.startMicros;
  if (observation.startMicros > entry.lastSeenMicros) entry.lastSeenMicros = observation.startMicros;
  entry.red.add(observation);
}
