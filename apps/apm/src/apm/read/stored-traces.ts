/** Inclusive, disjoint and ascending; microseconds. */
interface Stored {
  from: number;
  to: number;
}

/**
 * Which spans can still be opened. Every span that was counted is stored once (ADR 0012), so its trace is available as
 * long as there are segments of its time: a second after it was counted, until retention or an operator deletes them.
 */
export class StoredTraces {
  constructor(private readonly stored: Stored[]) {}

  cover(startMicros: number): boolean {
    let [low, high] = [0, this.stored.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stored[middle]!.to < startMicros) low = middle + 1;
      else high = middle;
    }
    return low < this.stored.length && this.stored[low]!.from <= startMicros;
  }
}
