/** Sums over what was sent, for any moment of the run. */
import type { SentBatch } from './record.js';

/** A sum that grows over time. */
class Steps {
  private readonly times: number[] = [];
  private readonly sums: number[] = [];

  constructor(events: { atMs: number | undefined; spans: number }[]) {
    let sum = 0;
    const known = events.filter((event): event is { atMs: number; spans: number } => event.atMs !== undefined);
    for (const { atMs, spans } of known.toSorted((a, b) => a.atMs - b.atMs)) {
      this.times.push(atMs);
      this.sums.push((sum += spans));
    }
  }

  /** The sum of everything until `atMs`, that moment included. */
  until(atMs: number): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle]! <= atMs) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.sums[low - 1]!;
  }
}

export class Sums {
  /** Spans of a minute that were acknowledged, and that were sent, acknowledged or not. */
  readonly acked = new Map<number, Steps>();
  readonly tried = new Map<number, Steps>();
  readonly lateAcked: Steps;
  readonly lateTried: Steps;

  constructor(batches: readonly SentBatch[]) {
    const inTime = batches.filter(({ late }) => !late);
    for (const minute of new Set(inTime.map((batch) => batch.minute))) {
      const own = inTime.filter((batch) => batch.minute === minute);
      this.acked.set(minute, ackedSteps(own));
      this.tried.set(minute, new Steps(own.map(({ attemptsMs: [atMs], spans }) => ({ atMs, spans }))));
    }
    const late = batches.filter((batch) => batch.late);
    this.lateAcked = ackedSteps(late);
    this.lateTried = new Steps(late.flatMap(({ attemptsMs, spans }) => attemptsMs.map((atMs) => ({ atMs, spans }))));
  }
}

const ackedSteps = (batches: readonly SentBatch[]): Steps =>
  new Steps(batches.map(({ ackedMs: atMs, spans }) => ({ atMs, spans })));
