/** What claims to be later is stored under the log's time. */
const LATEST_MICROS = 2 ** 63 / 1_000;

/** When the records are of that are to be stored, as far as they say so themselves. */
export class EventTimes {
  private from = Infinity;
  private to = -Infinity;
  private isKnown = true;

  /** `micros` is 0 where the record does not say it, and undefined where it is unknown. */
  add(micros: number | undefined, loggedAtMicros: number): void {
    if (micros === undefined) this.isKnown = false;
    else this.widen(micros === 0 || micros > LATEST_MICROS ? loggedAtMicros : micros);
  }

  include(other: EventTimes): void {
    this.isKnown &&= other.isKnown;
    this.from = Math.min(this.from, other.from);
    this.to = Math.max(this.to, other.to);
  }

  /** The first and the last; undefined where there are none, or they may be of any time. */
  get range(): { fromMicros: number; toMicros: number } | undefined {
    return this.isKnown && this.from <= this.to ? { fromMicros: this.from, toMicros: this.to } : undefined;
  }

  private widen(micros: number): void {
    if (micros < this.from) this.from = micros;
    if (micros > this.to) this.to = micros;
  }
}
