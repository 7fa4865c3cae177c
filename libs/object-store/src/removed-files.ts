/**
 * Which files were meant to go, in the store itself (PROTO-43): a database that was put back does not know it any more. Keys and
 * organizations are hashed, so that nothing here names what was deleted.
 */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ObjectStore } from './object-store.js';

const FILES = '.spanwise/removed/';
const ORGANIZATIONS = '.spanwise/gone/';
const MAX_NOTE_BYTES = 1_048_576;
/** Beyond the age of a backup that may be restored. */
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** `adopted`, `merged`: its rows are in another file. */
export type RemovalReason = 'merged' | 'expired' | 'adopted' | 'unnamed';
const REASONS = ['merged', 'expired', 'adopted', 'unnamed'] as const satisfies readonly RemovalReason[];
const NOTE = z.array(z.object({ file: z.string(), reason: z.enum(REASONS).optional(), by: z.string().optional() }));

export interface RemovedFile {
  key: string;
  reason?: RemovalReason;
  /** Key of the file that has its rows. */
  by?: string;
}

/** What the store knows to be removed. */
export class Removed {
  readonly files = new Map<string, { reason?: RemovalReason; by?: string }>();
  readonly organizations = new Set<string>();

  has(organizationId: string, key: string): boolean {
    return this.organizations.has(hashOf(organizationId)) || this.files.has(hashOf(key));
  }

  /** Whether the rows of a file are in one of the keys, over any number of merges. */
  isReplacedBy(key: string, keys: readonly string[]): boolean {
    const hashes = new Set(keys.map(hashOf));
    const seen = new Set<string>();
    for (let at: string | undefined = hashOf(key); at !== undefined && !seen.has(at); at = this.files.get(at)?.by) {
      if (seen.size > 0 && hashes.has(at)) return true;
      seen.add(at);
    }
    return false;
  }
}

export class RemovedFiles {
  constructor(private readonly store: ObjectStore) {}

  /** One object, before the first of the files goes. */
  async note(files: readonly RemovedFile[], nowMs = Date.now()): Promise<void> {
    if (files.length === 0) return;
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const note = files.map(({ key, reason, by }) => ({
      file: hashOf(key),
      ...(reason && { reason }),
      ...(by !== undefined && { by: hashOf(by) }),
    }));
    await this.store.putBytes(`${FILES}${day}/${randomUUID()}.json`, Buffer.from(JSON.stringify(note)));
  }

  /** Whatever is found of it later is not taken back. */
  async noteOrganization(organizationId: string): Promise<void> {
    await this.store.putNew(`${ORGANIZATIONS}${hashOf(organizationId)}`, Buffer.from('{}'));
  }

  async read(): Promise<Removed> {
    const removed = new Removed();
    for await (const { key } of this.store.list(FILES)) {
      const bytes = await this.store.readBytes(key, MAX_NOTE_BYTES);
      if (bytes === undefined) continue;
      for (const { file, ...why } of NOTE.parse(JSON.parse(bytes.toString()))) removed.files.set(file, why);
    }
    for await (const { key } of this.store.list(ORGANIZATIONS))
      removed.organizations.add(key.slice(ORGANIZATIONS.length));
    return removed;
  }

  /** Old notes of files; those of organizations stay. */
  async forget(nowMs = Date.now()): Promise<void> {
    const before = new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
    for await (const { key } of this.store.list(FILES))
      if (key.slice(FILES.length, FILES.length + before.length) < before) await this.store.delete(key);
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
