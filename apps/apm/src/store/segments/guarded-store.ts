import type { ObjectStore } from '@spanwise/object-store/object-store';
import type { StoreGuard } from './store-guard.js';

/** The store would not be changed, because it may be another installation's, or an operator has to look first (PROTO-42). */
export class StoreGuarded extends Error {}

/** A store that changes only while it is known to be the one that the catalogue names. */
export class GuardedStore implements ObjectStore {
  constructor(
    private readonly store: ObjectStore,
    private readonly guard: Pick<StoreGuard, 'look'>,
  ) {}

  async putFile(key: string, path: string): Promise<void> {
    await this.mayPut();
    return this.store.putFile(key, path);
  }

  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    await this.mayPut();
    return this.store.putBytes(key, bytes);
  }

  async putNew(key: string, bytes: Uint8Array): Promise<boolean> {
    await this.mayPut();
    return this.store.putNew(key, bytes);
  }

  async delete(key: string): Promise<void> {
    await this.mayDelete();
    return this.store.delete(key);
  }

  async removeUnfinished(olderThanMs: number): Promise<number> {
    await this.mayDelete();
    return this.store.removeUnfinished(olderThanMs);
  }

  /** Throws `StoreGuarded`. To be asked before rows of a file go, which could not be deleted afterwards. */
  async mayDelete(): Promise<void> {
    const standing = await this.guard.look();
    if (standing !== 'own') throw new StoreGuarded(`files of the object store are not deleted: ${standing}`);
  }

  readBytes(key: string, maxBytes: number): Promise<Buffer | undefined> {
    return this.store.readBytes(key, maxBytes);
  }

  localPath(key: string): string | undefined {
    return this.store.localPath(key);
  }

  fetchTo(key: string, path: string): Promise<void> {
    return this.store.fetchTo(key, path);
  }

  list(prefix: string): ReturnType<ObjectStore['list']> {
    return this.store.list(prefix);
  }

  probe(): Promise<void> {
    return this.store.probe();
  }

  private async mayPut(): Promise<void> {
    if ((await this.guard.look()) === 'foreign')
      throw new StoreGuarded('the object store is that of another installation');
  }
}
