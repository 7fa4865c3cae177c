/** Files that queries of this process read: none of them is removed, here or from the store, before they are released. */
export class Leases {
  private readonly counts = new Map<string, number>();

  isHeld(key: string): boolean {
    return this.counts.has(key);
  }

  get keys(): Iterable<string> {
    return this.counts.keys();
  }

  /** Returns what releases them; to call it again does nothing. */
  take(keys: readonly string[]): () => void {
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      for (const key of keys) this.give(key);
    };
  }

  private give(key: string): void {
    const left = this.counts.get(key)! - 1;
    if (left === 0) this.counts.delete(key);
    else this.counts.set(key, left);
  }
}
