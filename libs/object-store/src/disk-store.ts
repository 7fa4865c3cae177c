import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import {
  checkKey,
  checkPrefix,
  checkSmall,
  ObjectMissing,
  type ObjectStore,
  type StoredObject,
} from './object-store.js';

/** Files that are being written; its name is no organization's and no list shows it. */
const INCOMING = '.incoming';
/** Telemetry is its owner's alone, whatever the process would allow others by default. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 };

/** Objects as files below a folder. A file is synced, renamed into its place, and its folders are synced. */
export class DiskStore implements ObjectStore {
  constructor(private readonly root: string) {}

  async putFile(key: string, path: string): Promise<void> {
    const target = this.pathOf(key);
    const incoming = await this.incomingPath();
    // The same disk takes the file over by its name; another one needs a copy.
    await this.unlessFailed(incoming, async () => {
      await rename(path, incoming).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await copyFile(path, incoming);
        await rm(path);
      });
      await chmod(incoming, PRIVATE_FILE);
      await this.place(incoming, target);
    });
  }

  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    const target = this.pathOf(key);
    const incoming = await this.incomingPath();
    await this.unlessFailed(incoming, async () => {
      await writeWhole(incoming, bytes);
      await this.place(incoming, target);
    });
  }

  async putNew(key: string, bytes: Uint8Array): Promise<boolean> {
    const target = this.pathOf(key);
    const incoming = await this.incomingPath();
    try {
      await writeWhole(incoming, bytes);
      // A second name for a file is refused where there is one; a file that is renamed takes the place of another.
      await this.place(incoming, target, link);
      return true;
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' && syscall === 'link') return false;
      throw error;
    } finally {
      await rm(incoming, { force: true });
    }
  }

  async readBytes(key: string, maxBytes: number): Promise<Buffer | undefined> {
    const path = this.pathOf(key);
    try {
      checkSmall((await stat(path)).size, maxBytes);
      return await readFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  localPath(key: string): string {
    return this.pathOf(key);
  }

  async fetchTo(key: string, path: string): Promise<void> {
    await copyFile(this.pathOf(key), path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new ObjectMissing(key) : error;
    });
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    checkPrefix(prefix);
    // The deepest folder that holds every key of the prefix.
    const folder = prefix.endsWith('/') || prefix === '' ? prefix : prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const path of filesBelow(join(this.root, folder))) {
      const key = relative(this.root, path).split(sep).join('/');
      if (!key.startsWith(prefix) || key.startsWith(`${INCOMING}/`)) continue;
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined) yield { key, bytes: found.size };
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    await rm(path, { force: true });
    // Folders that became empty go too; one that another writer fills at this moment stays.
    for (let folder = dirname(path); folder !== this.root; folder = dirname(folder)) {
      if (
        !(await rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        break;
    }
  }

  async removeUnfinished(olderThanMs: number): Promise<number> {
    const beforeMs = Date.now() - olderThanMs;
    let removed = 0;
    for await (const path of filesBelow(join(this.root, INCOMING))) {
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || found.ctimeMs > beforeMs) continue;
      await rm(path, { force: true });
      removed++;
    }
    return removed;
  }

  async probe(): Promise<void> {
    await mkdir(this.root, PRIVATE_FOLDER);
    await access(this.root, constants.R_OK | constants.W_OK);
  }

  private pathOf(key: string): string {
    checkKey(key);
    if (key.startsWith(`${INCOMING}/`)) throw new Error('the key of an object is malformed');
    return join(this.root, key);
  }

  /** What could not be put takes no room: a disk that is full must not stay so. */
  private async unlessFailed(incoming: string, put: () => Promise<void>): Promise<void> {
    try {
      await put();
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  private async incomingPath(): Promise<string> {
    await mkdir(join(this.root, INCOMING), PRIVATE_FOLDER);
    return join(this.root, INCOMING, randomUUID());
  }

  private async place(incoming: string, target: string, put = rename): Promise<void> {
    await syncPath(incoming);
    for (let attempt = 1; ; attempt++) {
      const made = await mkdir(dirname(target), PRIVATE_FOLDER);
      try {
        await put(incoming, target);
        await this.syncFolders(dirname(target), made);
        return;
      } catch (error) {
        // A folder that a delete found empty went between the two calls.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 5) throw error;
      }
    }
  }

  /** The folder of the file, and above every folder that was made for it its parent. */
  private async syncFolders(folder: string, firstMade: string | undefined): Promise<void> {
    const last = firstMade === undefined ? folder : dirname(firstMade);
    for (let at = folder; ; at = dirname(at)) {
      await syncPath(at);
      if (at === last || at === this.root) return;
    }
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', PRIVATE_FILE);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  let entries;
  try {
    entries = await opendir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
