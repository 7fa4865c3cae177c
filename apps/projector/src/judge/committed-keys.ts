import { KeySet } from './key-set.js';

/**
 * Keys of committed spans by event hour. Hours are loaded when a span of theirs appears and dropped, least recently used
 * first, when they outgrow the memory budget: what is dropped is loaded again from PostgreSQL.
 */
export class CommittedKeys {
  private readonly hours = new Map<number, KeySet>();

  constructor(private readonly budgetBytes: number) {}

  get size(): number {
    return [...this.hours.values()].reduce((sum, set) => sum + set.size, 0);
  }

  get memoryBytes(): number {
    return [...this.hours.values()].reduce((sum, set) => sum + set.memoryBytes, 0);
  }

  find(hour: number): KeySet | undefined {
    return this.hours.get(hour);
  }

  put(hour: number, keys: KeySet): void {
    this.hours.set(hour, keys);
  }

  /** After a commit that is known to have happened, never before (exactly-once rule 12). */
  merge(hour: number, keys: KeySet): void {
    const committed = this.hours.get(hour);
    // An hour that is not loaded holds these keys when it is loaded.
    if (committed === undefined) return;
    committed.addAll(keys.toWords());
    this.hours.delete(hour);
    this.hours.set(hour, committed);
  }

  dropBelow(hour: number): void {
    for (const known of this.hours.keys()) if (known < hour) this.hours.delete(known);
  }

  /** Forgets old hours until the budget holds; the hours in use stay whatever they cost. */
  trim(inUse: ReadonlySet<number>): void {
    let bytes = this.memoryBytes;
    for (const [hour, set] of this.hours) {
      if (bytes <= this.budgetBytes) return;
      if (inUse.has(hour)) continue;
      this.hours.delete(hour);
      bytes -= set.memoryBytes;
    }
  }
}
