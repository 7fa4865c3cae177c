import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { StoreGuarded } from '../../store/segments/guarded-store.js';

/** A file of a job's rows, one JSON array a line. */
export interface ResultPart {
  key: string;
  rows: number;
}

/** Small enough that a page reads one or two of them. */
const PART_BYTES = 4 * 1024 * 1024;
/** A row is held whole until it ends. */
const MAX_ROW_BYTES = 32 * 1024 * 1024;
const NEWLINE = 10;

const folderOf = (organizationId: string, jobId: string): string => `search-jobs/${organizationId}/${jobId}/`;

/** Rows of search jobs as files of the object store. */
export class JobResults {
  constructor(
    private readonly store: ObjectStore,
    /** Takes a file that may not be deleted at the moment (PROTO-42). */
    private readonly removeLater?: (organizationId: string, key: string) => Promise<void>,
  ) {}

  writer(organizationId: string, jobId: string, attempt: number): PartWriter {
    return new PartWriter(this.store, `${folderOf(organizationId, jobId)}${attempt}-`);
  }

  /** Removes the files of a job, but for those named. */
  async remove(organizationId: string, jobId: string, kept: readonly ResultPart[] = []): Promise<void> {
    const keep = new Set(kept.map(({ key }) => key));
    for await (const { key } of this.store.list(folderOf(organizationId, jobId))) {
      if (!keep.has(key)) await this.delete(organizationId, key);
    }
  }

  /** Lines [from, from + count) of the parts together. */
  async *lines(parts: readonly ResultPart[], from: number, count: number): AsyncGenerator<string> {
    let before = 0;
    let left = count;
    for (const part of parts) {
      const skipped = Math.max(0, from - before);
      before += part.rows;
      if (skipped >= part.rows || left === 0) continue;
      const lines = (await this.read(part.key))
        .toString('utf8')
        .trimEnd()
        .split('\n')
        .slice(skipped, skipped + left);
      left -= lines.length;
      yield* lines;
    }
  }

  /** Sizes of the files of a job, by their keys. */
  async sizes(organizationId: string, jobId: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { key, bytes } of this.store.list(folderOf(organizationId, jobId))) sizes.set(key, bytes);
    return sizes;
  }

  private async delete(organizationId: string, key: string): Promise<void> {
    try {
      await this.store.delete(key);
    } catch (error) {
      if (!(error instanceof StoreGuarded) || this.removeLater === undefined) throw error;
      await this.removeLater(organizationId, key);
    }
  }

  /** A whole part. */
  async read(key: string): Promise<Buffer> {
    const path = this.store.localPath(key);
    if (path !== undefined) return readFile(path);
    const folder = await mkdtemp(join(tmpdir(), 'spanwise-results-'));
    try {
      await this.store.fetchTo(key, join(folder, 'part'));
      return await readFile(join(folder, 'part'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Cuts rows into parts and puts each into the store; holds one part at most, or one row. */
export class PartWriter {
  readonly parts: ResultPart[] = [];
  private held: Buffer[] = [];
  private heldBytes = 0;

  constructor(
    private readonly store: ObjectStore,
    private readonly prefix: string,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.held.push(Buffer.from(bytes));
    this.heldBytes += bytes.length;
    const rowEnds = bytes.includes(NEWLINE);
    if (!rowEnds && this.heldBytes > MAX_ROW_BYTES + PART_BYTES) {
      throw new ServiceError('resource_exhausted', 'A row of the result is larger than 32 MiB: select less of it.');
    }
    if (rowEnds && this.heldBytes >= PART_BYTES) await this.flush();
  }

  async end(): Promise<void> {
    await this.flush();
  }

  /** Whole lines alone: what follows the last one begins the next part. */
  private async flush(): Promise<void> {
    const all = Buffer.concat(this.held);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end === 0) return;
    const lines = all.subarray(0, end);
    const rest = Buffer.from(all.subarray(end));
    const key = `${this.prefix}${String(this.parts.length).padStart(6, '0')}.ndjson`;
    await this.store.putBytes(key, lines);
    this.parts.push({ key, rows: lines.reduce((rows, byte) => (byte === NEWLINE ? rows + 1 : rows), 0) });
    this.held = rest.length === 0 ? [] : [rest];
    this.heldBytes = rest.length;
  }
}
