/** Merges small segments of an hour into larger ones: a query opens fewer files. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { SegmentUnreadable, type SegmentFiles } from '@spanwise/segments/catalogue';
import type { Signal } from '@spanwise/segments/columns';
import type { SegmentFile } from '@spanwise/segments/segment-engine';
import { segmentKey } from '@spanwise/segments/segment-key';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { Leases } from './leases.js';
import type { SegmentMerger } from './merge-process.js';
import { awaitRemoval } from './removal.js';

/** Segments of this size are left alone. */
const LARGE_BYTES = 32 * 1024 * 1024;
/** Files of about one size in an hour that still grows: so many are merged, so that each byte is written a few times only. */
const FULL_TIER = 12;
const MAX_INPUTS = 64;
const MAX_INPUT_BYTES = 64 * 1024 * 1024;
const GROUPS_AT_ONCE = 20;
/** An hour is closed when it has ended and nothing was stored into it for this long. */
const QUIET_MICROS = 5 * 60_000_000;
/** A file that was made and is not in the catalogue by then never will be. */
const UNFINISHED_MICROS = 3_600_000_000;

interface Group {
  organization_id: string;
  stream_id: string;
  signal: Signal;
  name: string;
  ids: string[];
  keys: string[];
  bytes: string[];
  rows: string[];
  checksums: (string | null)[];
}

/** What a merge makes one segment of. */
interface Input {
  id: string;
  key: string;
  rows: number;
  checksum?: number;
}

export class Compaction {
  private made = false;
  merged = 0;

  constructor(
    private readonly pool: Pool,
    private readonly store: ObjectStore,
    private readonly files: SegmentFiles,
    private readonly leases: Leases,
    private readonly merger: SegmentMerger,
    private readonly folder: string,
  ) {}

  /** Merges what there is to merge, oldest first, up to a bound; returns how many merges were done. */
  async run(nowMicros: number): Promise<number> {
    const groups = await this.groups(nowMicros);
    for (const group of groups) await this.merge(group, nowMicros);
    return groups.length;
  }

  private async groups(nowMicros: number): Promise<Group[]> {
    const { rows } = await this.pool.query<Group>(
      `with small as (
         select organization_id, stream_id, id, key, bytes, rows, checksum, stored_at_micros,
                from_micros / 3600000000 as hour, floor(log(4, greatest(bytes, 4096))) as tier
           from segments where bytes < $1
       ), hours as (
         select organization_id, stream_id, hour, count(*) as files,
                (hour + 1) * 3600000000 < $2 - $3::bigint and max(stored_at_micros) < $2 - $3::bigint as closed
           from small group by 1, 2, 3
       ), chosen as (
         select s.*, case when h.closed then -1 else s.tier end as part
           from small s join hours h using (organization_id, stream_id, hour) where h.files > 1
       )
       select c.organization_id, c.stream_id, t.signal, t.name, array_agg(c.id order by c.bytes, c.id) as ids,
              array_agg(c.key order by c.bytes, c.id) as keys, array_agg(c.bytes order by c.bytes, c.id) as bytes,
              array_agg(c.rows order by c.bytes, c.id) as rows,
              array_agg(c.checksum order by c.bytes, c.id) as checksums
         from chosen c join streams t on (t.organization_id, t.id) = (c.organization_id, c.stream_id)
        group by c.organization_id, c.stream_id, t.signal, t.name, c.hour, c.part
       having count(*) >= case when c.part = -1 then 2 else $4::int end
        order by c.hour limit $5`,
      [LARGE_BYTES, nowMicros, QUIET_MICROS, FULL_TIER, GROUPS_AT_ONCE],
    );
    return rows;
  }

  private async merge(group: Group, nowMicros: number): Promise<void> {
    const found = bounded(group);
    const release = this.leases.take(found.map(({ key }) => key));
    const path = join(this.folder, `${randomUUID()}.parquet`);
    try {
      if (!this.made) await mkdir(this.folder, { recursive: true });
      this.made = true;
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
      await this.swap(group, ids, keys, { id, key, ...file }, nowMicros);
      this.merged += ids.length;
    } finally {
      release();
      await rm(path, { force: true });
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

  /** All or nothing: a query sees the old files or the new one. When one of them went meanwhile, nothing happens. */
  private async swap(
    group: Group,
    ids: readonly string[],
    keys: readonly string[],
    made: SegmentFile & { id: string; key: string },
    nowMicros: number,
  ): Promise<void> {
    const { organization_id: organizationId, stream_id: streamId } = group;
    await inTransaction(this.pool, {}, async (client) => {
      const removed = await client.query(
        'delete from segments where organization_id = $1 and stream_id = $2 and id = any ($3)',
        [organizationId, streamId, ids],
      );
      const kept = await client.query('delete from segment_removals where key = $1', [made.key]);
      if (removed.rowCount !== ids.length || kept.rowCount !== 1)
        throw new Error('segments were merged or removed meanwhile');
      await client.query(
        `insert into segments (organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, trace_filter, checksum, stored_at_micros)
         values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'base64'), $10, $11)`,
        [
          organizationId,
          streamId,
          made.id,
          made.key,
          made.bytes,
          made.rows,
          made.fromMicros,
          made.toMicros,
          made.traceFilter ?? null,
          made.checksum,
          nowMicros,
        ],
      );
      await awaitRemoval(client, organizationId, keys, nowMicros);
    });
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
    return { id, key: group.keys[at], rows, ...(checksum !== null && { checksum: Number(checksum) }) };
  });
}
