/** Merges small segments of an hour into larger ones: a query opens fewer files. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { SegmentUnreadable, type SegmentFiles } from '@spanwise/segments/catalogue';
import { isFaultOfData } from '@spanwise/segments/engine-fault';
import { segmentKey } from '@spanwise/segments/segment-key';
import type { Leases } from './leases.js';
import type { SegmentMerger } from './merge-process.js';
import { awaitRemoval } from './removals.store.js';
import { mergeableGroups, swapSegments, type Group } from './compaction.store.js';

const MAX_INPUTS = 64;
const MAX_INPUT_BYTES = 64 * 1024 * 1024;
/** A file that was made and is not in the catalogue by then never will be. */
const UNFINISHED_MICROS = 3_600_000_000;
/** Segments that are remembered as too large to be merged; all are tried again once there are more. */
const MAX_LEFT_ALONE = 5_000;

/** What a merge makes one segment of. */
interface Input {
  id: string;
  key: string;
  rows: number;
  checksum?: number;
}

export class Compaction {
  merged = 0;
  /** Ids of segments that the engine does not merge with one other: they stay as they are while this process runs. */
  private readonly leftAlone = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly store: ObjectStore,
    private readonly files: SegmentFiles,
    private readonly leases: Leases,
    private readonly merger: SegmentMerger,
    /** Makes sure of the folders that a merge writes in, and returns that of its file. */
    private readonly folder: () => Promise<string>,
  ) {}

  /**
   * Merges what there is to merge, oldest first, up to a bound; returns how many merges were asked for. What fails keeps no
   * other from being merged; the first failure is thrown in the end, unless it lies in the segments themselves.
   */
  async run(nowMicros: number): Promise<number> {
    const groups = await mergeableGroups(this.pool, nowMicros, [...this.leftAlone]);
    const failures: unknown[] = [];
    for (const group of groups)
      await this.mergeWhatFits(group, nowMicros).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    return groups.length;
  }

  /** Of what is too much for the engine the smaller half is merged; a pair that is too much is left alone. */
  private async mergeWhatFits(group: Group, nowMicros: number): Promise<void> {
    for (let found = bounded(group); found.length > 1; found = found.slice(0, Math.ceil(found.length / 2))) {
      try {
        return await this.merge(group, found, nowMicros);
      } catch (error) {
        if (!isFaultOfData(error)) throw error;
        if (found.length === 2) this.leaveAlone(found);
      }
    }
  }

  private leaveAlone(pair: readonly Input[]): void {
    if (this.leftAlone.size > MAX_LEFT_ALONE) this.leftAlone.clear();
    for (const { id } of pair) this.leftAlone.add(id);
  }

  private async merge(group: Group, found: readonly Input[], nowMicros: number): Promise<void> {
    const release = this.leases.take(found.map(({ key }) => key));
    let path: string | undefined;
    try {
      path = join(await this.folder(), `${randomUUID()}.parquet`);
      const { inputs, paths } = await this.readable(found);
      if (inputs.length < 2) return;
      const [ids, keys] = [inputs.map(({ id }) => id), inputs.map(({ key }) => key)];
      const rows = inputs.reduce((sum, one) => sum + one.rows, 0);
      const file = await this.merger.fromSegments(group.signal, paths, path);
      if (file.rows !== rows) throw new Error(`a merge has made ${file.rows} rows of ${rows}`);
      const id = `m-${randomUUID()}`;
      const stream = { organizationId: group.organization_id, signal: group.signal, stream: group.name };
      const key = segmentKey(stream, file.fromMicros, id);
      await awaitRemoval(this.pool, group.organization_id, [key], nowMicros + UNFINISHED_MICROS);
      await this.store.putFile(key, path);
      await swapSegments(this.pool, group, ids, keys, { id, key, ...file }, nowMicros);
      this.merged += ids.length;
    } finally {
      release();
      if (path !== undefined) await rm(path, { force: true });
    }
  }

  /** A damaged file stays as it is, and keeps no other from being merged. */
  private async readable(found: readonly Input[]): Promise<{ inputs: Input[]; paths: string[] }> {
    const inputs: Input[] = [];
    const paths: string[] = [];
    for (const input of found) {
      const path = await this.files.localPath(input).catch((error: unknown) => {
        if (error instanceof SegmentUnreadable) return undefined;
        throw error;
      });
      if (path === undefined) continue;
      inputs.push(input);
      paths.push(path);
    }
    return { inputs, paths };
  }
}

/** The smallest of the group that one merge takes. */
function bounded(group: Group): Input[] {
  let bytes = 0;
  let count = 0;
  while (count < Math.min(group.ids.length, MAX_INPUTS) && bytes + Number(group.bytes[count]) <= MAX_INPUT_BYTES)
    bytes += Number(group.bytes[count++]);
  return group.ids.slice(0, count).map((id, at) => {
    const checksum = group.checksums[at];
    const rows = Number(group.rows[at]);
    return { id, key: group.keys[at]!, rows, ...(checksum !== null && { checksum: Number(checksum) }) };
  });
}
