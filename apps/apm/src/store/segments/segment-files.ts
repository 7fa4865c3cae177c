import { createHash } from 'node:crypto';
import { access, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectMissing, type ObjectStore } from '@spanwise/object-store/object-store';
import type { Segment, SegmentFiles } from '@spanwise/segments/catalogue';
import { CheckedFiles } from './checked-files.js';
import type { Leases } from './leases.js';

/** Segments as files of this machine: those of a disk store where they lie, those of another store out of a bounded cache. */
export class CachedSegmentFiles implements SegmentFiles {
  private readonly checked = new CheckedFiles();
  private readonly underWay = new Map<string, Promise<string>>();
  /** Bytes by key, least recently used first. */
  private cached: Map<string, number> | undefined;

  constructor(
    private readonly store: ObjectStore,
    /** Makes sure of the folder of the cache: it may have been removed. */
    private readonly folder: () => Promise<string>,
    private readonly maxBytes: number,
    private readonly leases: Leases,
  ) {}

  localPath(segment: Pick<Segment, 'id' | 'key' | 'checksum'>): Promise<string> {
    return this.checked.whole(segment, () => this.find(segment.key));
  }

  /** Nothing that was fetched of the organization stays on this machine. */
  async forget(organizationId: string): Promise<void> {
    const folder = await this.folder();
    const cached = (this.cached ??= await this.load(folder));
    for (const name of cached.keys()) {
      if (!name.startsWith(`${organizationId}-`)) continue;
      await rm(join(folder, name), { force: true });
      cached.delete(name);
    }
  }

  private async find(key: string): Promise<string> {
    const own = this.store.localPath(key);
    if (own === undefined) return this.fetched(key);
    await access(own).catch(() => {
      throw new ObjectMissing(key);
    });
    return own;
  }

  private fetched(key: string): Promise<string> {
    const running = this.underWay.get(key);
    if (running !== undefined) return running;
    const fetching = this.fetch(key).finally(() => this.underWay.delete(key));
    this.underWay.set(key, fetching);
    return fetching;
  }

  private async fetch(key: string): Promise<string> {
    const folder = await this.folder();
    const cached = (this.cached ??= await this.load(folder));
    const name = nameOf(key);
    const path = join(folder, name);
    const known = cached.get(name);
    if (known !== undefined) {
      cached.delete(name);
      cached.set(name, known);
      await utimes(path, new Date(), new Date()).catch(() => undefined);
      if (await exists(path)) return path;
    }
    await this.store.fetchTo(key, path);
    cached.set(name, (await stat(path)).size);
    await this.trim(folder, cached, name);
    return path;
  }

  /** Files that queries read stay, whatever they take. */
  private async trim(folder: string, cached: Map<string, number>, newest: string): Promise<void> {
    let bytes = [...cached.values()].reduce((sum, one) => sum + one, 0);
    for (const [name, size] of cached) {
      if (bytes <= this.maxBytes) return;
      if (name === newest || this.held().has(name)) continue;
      await rm(join(folder, name), { force: true });
      cached.delete(name);
      bytes -= size;
    }
  }

  private held(): ReadonlySet<string> {
    return new Set([...this.leases.keys].map(nameOf));
  }

  /** What an earlier process has fetched, by its last use. */
  private async load(folder: string): Promise<Map<string, number>> {
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => ({ name, ...(await stat(join(folder, name))) })),
    );
    for (const { name } of files.filter(({ name }) => !NAME.test(name))) await rm(join(folder, name), { force: true });
    const whole = files.filter(({ name }) => NAME.test(name)).sort((a, b) => a.mtimeMs - b.mtimeMs);
    return new Map(whole.map(({ name, size }) => [name, size]));
  }
}

const NAME = /^[0-9a-f-]{36}-[0-9a-f]{64}\.parquet$/;
/** The organization, with which every key of a segment begins, in front: what is of one is found by its name. */
const nameOf = (key: string): string =>
  `${key.slice(0, key.indexOf('/'))}-${createHash('sha256').update(key).digest('hex')}.parquet`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
