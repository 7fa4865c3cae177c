/** The clocks of a zone by `Intl` alone, for oracles that share nothing with the product but the runtime's tables. */

const DAY_MS = 86_400_000;
/** No zone changes its clocks twice in so short a time. */
const STEP_MS = 3 * DAY_MS;

export class IntlClock {
  /** Moments from which on an offset holds, the first being the beginning of the time. */
  readonly since: number[] = [];
  readonly offsets: number[] = [];
  private readonly different: number[] = [];

  constructor(
    readonly zone: string,
    fromMs: number,
    toMs: number,
  ) {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    const offsetAt = (ms: number): number => {
      const [, day, month, year, hour, minute, second] = /(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)/.exec(
        format.format(ms),
      )!;
      return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - ms;
    };
    this.add(fromMs, offsetAt(fromMs));
    for (let at = fromMs; at < toMs; at += STEP_MS) {
      const [before, after] = [offsetAt(at), offsetAt(at + STEP_MS)];
      if (before === after) continue;
      let [low, high] = [at, at + STEP_MS];
      while (high - low > 1_000) {
        const middle = Math.floor((low + high) / 2_000) * 1_000;
        if (offsetAt(middle) === before) low = middle;
        else high = middle;
      }
      this.add(high, after);
    }
  }

  private add(fromMs: number, offsetMs: number): void {
    this.since.push(fromMs);
    this.offsets.push(offsetMs);
    if (!this.different.includes(offsetMs)) this.different.push(offsetMs);
  }

  offsetAt(ms: number): number {
    let [low, high] = [0, this.since.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.since[middle] <= ms) low = middle;
      else high = middle - 1;
    }
    return this.offsets[low];
  }

  /** Every moment at which the clocks show this; none where they skip it. */
  momentsOf(wallMs: number): number[] {
    const found: number[] = [];
    for (const offset of this.different) {
      if (this.offsetAt(wallMs - offset) === offset) found.push(wallMs - offset);
    }
    return found;
  }

  /** The earlier of two moments; where there is none, as if the clocks had not been changed. */
  momentOf(wallMs: number): number {
    const moments = this.momentsOf(wallMs);
    // Half a day before a change the old offset holds, and half a day is more than any change.
    return moments.length > 0
      ? Math.min(...moments)
      : wallMs - this.offsetAt(wallMs - this.offsetAt(wallMs) - DAY_MS / 2);
  }

  /** What the oracle knows of the zone, to tell zones apart. */
  get signature(): string {
    return JSON.stringify([this.since.slice(1), this.offsets]);
  }
}
