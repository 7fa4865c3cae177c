/** Folders for files in the making: each process has its own, no other program removes it while its owner lives. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** What another machine's process has left and not touched for so long has no owner. */
const FORGOTTEN_MS = 24 * 3_600_000;
const KEEP_MS = 10_000;
const PRIVATE = 0o700;

interface Owner {
  host: string;
  pid: number;
  /** Start of the process, which a later one with the same id does not have. */
  started: string;
}

export interface WorkFolderOptions {
  /** Adopts the files of a process that has ended, instead of beginning with none. */
  inherit?: boolean;
}

/** `<parent>/<name>-<machine>-<process>-<start>-<random>`, of mode 0700; recreated when it was removed. */
export class WorkFolder {
  private readonly timer: NodeJS.Timeout;

  private constructor(readonly path: string) {
    this.timer = setInterval(() => void this.keep().catch(() => undefined), KEEP_MS);
    this.timer.unref();
  }

  /** Makes the folder of this process, and removes those of processes that have ended. */
  static async claim(parent: string, name: string, { inherit = false }: WorkFolderOptions = {}): Promise<WorkFolder> {
    await mkdir(parent, { recursive: true, mode: PRIVATE });
    const folder = new WorkFolder(newPath(parent, name));
    let inherited = false;
    for (const left of await abandoned(parent, name)) {
      // A rename succeeds for one of several that try it.
      inherited ||= inherit && (await rename(left, folder.path).then(yes, no));
      await rm(left, { recursive: true, force: true }).catch(() => undefined);
    }
    await folder.ensure();
    return folder;
  }

  /** Removes those of processes that have ended, where none that would claim one is started any more. */
  static async sweep(parent: string, name: string): Promise<void> {
    for (const left of await abandoned(parent, name).catch(() => []))
      await rm(left, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Recreates the folder when it is gone, also when a file took its place; returns its path. */
  async ensure(): Promise<string> {
    return ensureFolder(this.path);
  }

  /** The same for a folder in it. A writer asks each time. */
  async ensurePart(name: string): Promise<string> {
    return ensureFolder(join(await this.ensure(), name));
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    await rm(this.path, { recursive: true, force: true });
  }

  /** For programs that look in at times only, and for those of other machines, who see no process. */
  private async keep(): Promise<void> {
    await utimes(await this.ensure(), new Date(), new Date());
  }
}

/** Makes a private folder of this process alone, in the place of a file too; returns its path. */
export async function ensureFolder(path: string): Promise<string> {
  const options = { recursive: true, mode: PRIVATE };
  await mkdir(path, options).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    await rm(path, { force: true });
    await mkdir(path, options);
  });
  return path;
}

const yes = () => true;
const no = () => false;

const ownHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

function newPath(parent: string, name: string): string {
  const random = randomBytes(4).toString('hex');
  return join(parent, `${name}-${ownHost}-${process.pid}-${startOf(process.pid) ?? 0}-${random}`);
}

/** Folders of this name whose process has ended. */
async function abandoned(parent: string, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(parent)) {
    const path = join(parent, entry);
    const owner = ownerOf(entry, name);
    if (owner === undefined) continue;
    const state = await lstat(path).catch(() => undefined);
    // In a shared folder a name proves nothing.
    if (!state?.isDirectory() || (process.getuid && state.uid !== process.getuid())) continue;
    if (owner.host === ownHost ? !isAlive(owner) : Date.now() - state.mtimeMs > FORGOTTEN_MS) found.push(path);
  }
  return found;
}

function ownerOf(entry: string, name: string): Owner | undefined {
  if (!entry.startsWith(`${name}-`)) return undefined;
  const match = /^([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}$/.exec(entry.slice(name.length + 1));
  return match === null ? undefined : { host: match[1]!, pid: Number(match[2]), started: match[3]! };
}

function isAlive({ pid, started }: Owner): boolean {
  if (startOf(process.pid) !== undefined) return startOf(pid) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Start of a process in ticks of the system's clock; undefined for one that is not there, or without `/proc`. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
