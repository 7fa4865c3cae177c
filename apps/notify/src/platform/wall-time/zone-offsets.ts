/** What the clocks of a time zone show, and when a time on them comes (ALERT-60). Pure; moments are milliseconds of 1970. */
import { Temporal } from 'temporal-polyfill';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** From a moment on, up to the next entry, clocks are this far ahead of UTC. */
interface OffsetSince {
  fromMs: number;
  offsetMs: number;
}

/** Whether the name is one of the IANA database that this runtime knows. Offsets such as `+01:00` are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The offsets of a zone. A wall time is written as if it were UTC: 09:00 of a day is that day's 09:00Z. What was asked of the
 * zone's rules is kept, so that a later question costs a search in a short list.
 */
export class ZoneOffsets {
  private readonly entries: OffsetSince[] = [];
  /** The entries cover moments from the first entry's up to here. */
  private untilMs = -Infinity;

  private constructor(readonly zone: string) {}

  private static readonly known = new Map<string, ZoneOffsets>();

  /** Throws a `RangeError` for an unknown zone. */
  static of(zone: string): ZoneOffsets {
    let offsets = ZoneOffsets.known.get(zone);
    if (offsets === undefined) {
      if (!isTimeZone(zone)) throw new RangeError(`There is no time zone ${zone.slice(0, 64)}.`);
      ZoneOffsets.known.set(zone, (offsets = new ZoneOffsets(zone)));
    }
    return offsets;
  }

  /** Milliseconds that clocks are ahead of UTC. */
  offsetAt(ms: number): number {
    return this.entries[this.indexAt(ms)]!.offsetMs;
  }

  wallAt(ms: number): number {
    return ms + this.offsetAt(ms);
  }

  /** The first moment after this one at which the offset changes; undefined where it does not within the years known. */
  nextChange(ms: number, withinMs: number): number | undefined {
    this.cover(ms, ms + withinMs);
    const next = this.entries[this.indexAt(ms) + 1];
    return next !== undefined && next.fromMs <= ms + withinMs ? next.fromMs : undefined;
  }

  /**
   * The moment of a wall time. One that clocks skip is later by what they skip, one that they show twice is the earlier of
   * the two, as in RFC 5545 and Temporal's `compatible`.
   */
  momentOf(wallMs: number): number {
    // No offset is as much as a day: the moment is at or after the first entry looked at.
    this.cover(wallMs - DAY_MS, wallMs + DAY_MS);
    for (let at = this.indexAt(wallMs - DAY_MS); ; at++) {
      const ms = wallMs - this.entries[at]!.offsetMs;
      const next = this.entries[at + 1];
      if (next === undefined || ms < next.fromMs) return ms;
      // Too late for this offset and too early for the next one: skipped.
      if (wallMs - next.offsetMs < next.fromMs) return ms;
    }
  }

  private indexAt(ms: number): number {
    this.cover(ms, ms);
    const { entries } = this;
    let low = 0;
    let high = entries.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (entries[middle]!.fromMs <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private cover(fromMs: number, toMs: number): void {
    if (this.entries.length === 0 || fromMs < this.entries[0]!.fromMs) this.read(fromMs - SPAN_MS, this.untilMs);
    if (toMs >= this.untilMs) this.read(this.entries[0]!.fromMs, toMs + SPAN_MS);
  }

  private read(fromMs: number, toMs: number): void {
    const untilMs = Math.max(toMs, fromMs + 2 * SPAN_MS);
    let at = Temporal.Instant.fromEpochMilliseconds(Math.floor(fromMs)).toZonedDateTimeISO(this.zone);
    const entries = [{ fromMs: at.epochMilliseconds, offsetMs: at.offsetNanoseconds / 1e6 }];
    for (;;) {
      const next = at.getTimeZoneTransition('next');
      if (next === null || next.epochMilliseconds > untilMs) break;
      at = next;
      entries.push({ fromMs: at.epochMilliseconds, offsetMs: at.offsetNanoseconds / 1e6 });
    }
    this.entries.splice(0, this.entries.length, ...entries);
    this.untilMs = untilMs;
  }
}

/** Rules are asked for by years, so that they are seldom asked. */
const SPAN_MS = 5 * 366 * DAY_MS;
