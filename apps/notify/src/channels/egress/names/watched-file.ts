import { open } from 'node:fs/promises';

/** A file is looked at again after so long; what has changed counts from then on. */
const LOOK_EVERY_MS = 1_000;

/** What a file says, parsed when it is new or has changed. A file that is missing or cannot be read is an empty one. */
export class WatchedFile<T> {
  private seen = '';
  private lookedAtMs = -Infinity;
  private content: T;
  private looking: Promise<void> | undefined;

  /** Of a file with more than `maxBytes` the whole lines among the first ones count. */
  constructor(
    private readonly path: string,
    private readonly maxBytes: number,
    private readonly parse: (text: string) => T,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.content = parse('');
  }

  async read(): Promise<T> {
    if (this.nowMs() - this.lookedAtMs >= LOOK_EVERY_MS) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      await this.looking;
    }
    return this.content;
  }

  private async look(): Promise<void> {
    const found = await this.changed().catch(() => ({ seen: '', text: '' }));
    this.lookedAtMs = this.nowMs();
    if (found === undefined) return;
    this.seen = found.seen;
    this.content = this.parse(found.text);
  }

  /** Undefined where the file is the one that was read before. */
  private async changed(): Promise<{ seen: string; text: string } | undefined> {
    const file = await open(this.path, 'r');
    try {
      const { ino, size, mtimeNs } = await file.stat({ bigint: true });
      const seen = `${ino} ${size} ${mtimeNs}`;
      if (seen === this.seen) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(this.maxBytes), 0, this.maxBytes, 0);
      const text = buffer.toString('utf8', 0, bytesRead);
      return { seen, text: bytesRead < this.maxBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1) };
    } finally {
      await file.close();
    }
  }
}
