import { KeySet } from './key-set.js';
import { hourOfMinute } from './watermark.js';

/**
 * Keys of committed spans by the minute of the span's start, and of slices by that of their log time. Minutes are loaded when a span of theirs appears and dropped,
 * least recently used first, when they outgrow the memory budget: what is dropped is loaded again from PostgreSQL. Spans
 * arrive near their start, so that a steady stream keeps the last few minutes and its memory does not grow with the hour.
 */
export class CommittedKeys {
  private readonly minutes = new Map<number, KeySet>();
  /** For one batch alone: which of its own keys are committed, in minutes that are too large to hold. */
  private readonly probed = new Map<number, KeySet>();

  constructor(private readonly budgetBytes: number) {}

  get size(): number {
    return [...this.minutes.values()].reduce((sum, set) => sum + set.size, 0);
  }

  get memoryBytes(): number {
    return [...this.minutes.values()].reduce((sum, set) => sum + set.memoryBytes, 0);
  }

  find(minute: number): KeySet | undefined {
    return this.minutes.get(minute) ?? this.probed.get(minute);
  }

  put(minute: number, keys: KeySet): void {
    this.minutes.set(minute, keys);
  }

  putProbed(minute: number, committedOfBatch: KeySet): void {
    this.probed.set(minute, committedOfBatch);
  }

  /** Before every batch: what was probed for another says nothing about this one. */
  forgetProbed(): void {
    this.probed.clear();
  }

  /** Bytes that can still be held, after old minutes made room for `wantedBytes` as far as that goes. */
  makeRoom(wantedBytes: number, inUse: ReadonlySet<number>): number {
    this.trim(inUse, wantedBytes);
    return this.budgetBytes - this.memoryBytes;
  }

  /** After a commit that is known to have happened, never before (PROTO-12). */
  merge(minute: number, keys: KeySet): void {
    const committed = this.minutes.get(minute);
    // A minute that is not loaded holds these keys when it is loaded.
    if (committed === undefined) return;
    committed.addAll(keys.toWords());
    this.minutes.delete(minute);
    this.minutes.set(minute, committed);
  }

  dropBelow(hour: number): void {
    for (const known of this.minutes.keys()) if (hourOfMinute(known) < hour) this.minutes.delete(known);
  }

  /** Forgets old minutes until the budget holds; the minutes in use stay whatever they cost. */
  trim(inUse: ReadonlySet<number>, wantedBytes = 0): void {
    let bytes = this.memoryBytes;
    for (const [minute, set] of this.minutes) {
      if (bytes + wantedBytes <= this.budgetBytes) return;
      if (inUse.has(minute)) continue;
      this.minutes.delete(minute);
      bytes -= set.memoryBytes;
    }
  }
}
