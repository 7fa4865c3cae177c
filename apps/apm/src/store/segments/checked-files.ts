import { ObjectMissing } from '@spanwise/object-store/object-store';
import { SegmentUnreadable, type Segment } from '@spanwise/segments/catalogue';
import { fileChecksum } from '@spanwise/segments/file-checksum';

/** A file that was whole is looked at again after this. */
const GOOD_FOR_MS = 24 * 3_600_000;
const MAX_KNOWN = 100_000;

/** Looks whether files are as they were written; each once a day. */
export class CheckedFiles {
  /** By key, the longest known first. */
  private readonly checkedMs = new Map<string, number>();

  constructor(private readonly nowMs: () => number = Date.now) {}

  /** The path that `find` gives. Throws `SegmentUnreadable` for a file that is gone or changed. */
  async whole({ id, key, checksum }: Pick<Segment, 'id' | 'key' | 'checksum'>, find: () => Promise<string>) {
    try {
      const path = await find();
      if (checksum !== undefined && !this.isKnown(key)) {
        if ((await fileChecksum(path)) !== checksum) throw new SegmentUnreadable(id, 'its file has changed');
        this.remember(key);
      }
      return path;
    } catch (error) {
      throw isGone(error) ? new SegmentUnreadable(id, 'its file is gone') : error;
    }
  }

  private isKnown(key: string): boolean {
    return this.nowMs() - (this.checkedMs.get(key) ?? -Infinity) < GOOD_FOR_MS;
  }

  private remember(key: string): void {
    this.checkedMs.delete(key);
    this.checkedMs.set(key, this.nowMs());
    if (this.checkedMs.size > MAX_KNOWN) this.checkedMs.delete(this.checkedMs.keys().next().value!);
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof ObjectMissing || (error as NodeJS.ErrnoException).code === 'ENOENT';
