/** Sums over what was sent, for any moment of the run. */
import type { SentBatch } from './record.js';

/** Steps of a sum over time. */
class Steps {
  private readonly times: number[] = [];
  private readonly sums: number[] = [];

  constructor(events: { atMs: number; spans: number }[]) {
    let sum = 0;
    for (const { atMs, spans } of events.toSorted((a, b) => a.atMs - b.atMs)) {
      this.times.push(atMs);
      this.sums.push((sum += spans));
    }
  }

  /** The sum of everything until `atMs`, that moment included. */
  until(atMs: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= atMs) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.sums[low - 1];
  }
}

export class Sent {
  private readonly acked = new Map<number, Steps>();
  private readonly tried = new Map<number, Steps>();
  readonly lateAcked: Steps;
  readonly lateTried: Steps;

  constructor(batches: readonly SentBatch[]) {
    const minutes = new Map<number, SentBatch[]>();
    for (const batch of batches.filter(({ late }) => !late)) {
      const known = minutes.get(batch.minute);
      if (known === undefined) minutes.set(batch.minute, [batch]);
      else known.push(batch);
    }
    for (const [minute, own] of minutes) {
      this.acked.set(minute, ackedSteps(own));
      this.tried.set(minute, triedSteps(own));
    }
    const late = batches.filter((batch) => batch.late);
    this.lateAcked = ackedSteps(late);
    this.lateTried = new Steps(late.flatMap(({ attemptsMs, spans }) => attemptsMs.map((atMs) => ({ atMs, spans }))));
  }

  get minutes(): Iterable<number> {
    return this.acked.keys();
  }

  /** Spans of the minute that were acknowledged until `atMs`. */
  ackedUntil(minute: number, atMs: number): number {
    return this.acked.get(minute)?.until(atMs) ?? 0;
  }

  /** Spans of the minute that were sent until `atMs`, acknowledged or not. */
  triedUntil(minute: number, atMs: number): number {
    return this.tried.get(minute)?.until(atMs) ?? 0;
  }
}

const ackedSteps = (batches: readonly SentBatch[]): Steps =>
  new Steps(batches.flatMap(({ ackedMs, spans }) => (ackedMs === undefined ? [] : [{ atMs: ackedMs, spans }])));
const triedSteps = (batches: readonly SentBatch[]): Steps =>
  new Steps(batches.map(({ attemptsMs: [atMs], spans }) => ({ atMs, spans })));
