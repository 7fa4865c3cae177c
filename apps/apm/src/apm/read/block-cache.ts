/** What was made of the rows of a block, by the block's revision: it would be the same from the same rows. */
const MAX_BYTES = 48 * 1024 * 1024;

interface Entry {
  value: unknown;
  bytes: number;
}

/** The least recently used go first. Values are shared by answers and never changed. */
export class BlockCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** The key says of what sort the value is. */
  find<Value>(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value as Value;
  }

  /** `bytes` is about what the value holds in memory. */
  keep(key: string, value: unknown, bytes: number): void {
    this.remove(key);
    this.entries.set(key, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.remove(oldest);
    }
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.bytes -= entry.bytes;
    this.entries.delete(key);
  }
}
