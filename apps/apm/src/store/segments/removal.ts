/** Deletes files that the catalogue does not name any more, after every query that may have named them. */
import type { Pool } from 'pg';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { RemovedFiles } from '@spanwise/object-store/removed-files';
import type { Leases } from './leases.js';
import { appliedOffsets, dueRemovals, expireSegments, forgetRemoval, unnamedKeys } from './removals.store.js';

const FILES_AT_ONCE = 500;
const KEYS_AT_ONCE = 1_000;
/** No put takes so long: its process is gone. */
const UNFINISHED_MS = 15 * 60_000;
/** `<shard>-<n>-<random>`, as the store writer names its segments. */
const WRITTEN = /\/(\d{1,2})-(\d{1,16})-[0-9a-f-]{36}\.parquet$/;

export class Removal {
  private readonly removed: RemovedFiles;

  constructor(
    private readonly pool: Pool,
    private readonly store: ObjectStore,
    private readonly leases: Leases,
    /** Longer than any query runs: other processes may read a file without a lease of this one (PROTO-29). */
    private readonly graceMicros: number,
  ) {
    this.removed = new RemovedFiles(store);
  }

  /** Segments whose newest record is older than their stream keeps leave the catalogue. */
  expire(nowMicros: number, defaultDays: number): Promise<number> {
    return expireSegments(this.pool, nowMicros, defaultDays);
  }

  /** Deletes the files whose time has come; those that queries hold wait for the next round. */
  async removeDue(nowMicros: number): Promise<number> {
    const due = await dueRemovals(this.pool, nowMicros - this.graceMicros, FILES_AT_ONCE);
    const free = due.filter(({ key }) => !this.leases.isHeld(key));
    await this.removed.note(free);
    for (const { key } of free) {
      await this.store.delete(key);
      await forgetRemoval(this.pool, key);
    }
    return free.length;
  }

  /**
   * Deletes files that a store writer has made and never committed: their n is applied, so that it is used, and no
   * manifest named them (PROTO-26). No clock is asked. A file of a later n stays until the next one.
   */
  async sweepOrphans(): Promise<number> {
    const applied = await appliedOffsets(this.pool);
    await this.store.removeUnfinished(UNFINISHED_MS);
    await this.removed.forget();
    let keys: string[] = [];
    let swept = 0;
    for await (const { key } of this.store.list('')) {
      const [, shard, n] = WRITTEN.exec(key) ?? [];
      if (shard === undefined || Number(n) > (applied.get(Number(shard))?.n ?? 0)) continue;
      keys.push(key);
      if (keys.length === KEYS_AT_ONCE) {
        swept += await this.sweep(keys);
        keys = [];
      }
    }
    return swept + (await this.sweep(keys));
  }

  private async sweep(keys: readonly string[]): Promise<number> {
    const orphans = await unnamedKeys(this.pool, keys);
    await this.removed.note(orphans.map((key) => ({ key, reason: 'unnamed' })));
    for (const key of orphans) await this.store.delete(key);
    return orphans.length;
  }
}
