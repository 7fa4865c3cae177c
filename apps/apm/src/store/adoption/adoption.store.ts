/** The catalogue, as files are taken back into it. */
import type { Pool } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import type { Signal } from '@spanwise/segments/columns';
import type { SegmentFile } from '@spanwise/segments/segment-engine';
import { enterManifest } from '../segments/manifests.store.js';
import { awaitRemoval } from '../segments/removals.store.js';

export interface StreamName {
  organizationId: string;
  signal: Signal;
  stream: string;
}

export interface NamedSegment {
  id: string;
  key: string;
  checksum?: number;
}

const DAY_MICROS = 86_400_000_000;

export async function deletedOrganizations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from deleted_organizations');
  return rows.map(({ id }) => id);
}

/** For so long a stream keeps its records. */
export async function keptSinceMicros(pool: Pool, of: StreamName, defaultDays: number): Promise<number> {
  const { rows } = await pool.query<{ days: number | null }>(
    'select retention_days as days from streams where organization_id = $1 and signal = $2 and name = $3',
    [of.organizationId, of.signal, of.stream],
  );
  return (rows.at(0)?.days ?? defaultDays) * DAY_MICROS;
}

export async function namedSegments(
  pool: Pool,
  of: StreamName,
  range: { fromMicros: number; toMicros: number },
): Promise<NamedSegment[]> {
  const { rows } = await pool.query<{ id: string; key: string; checksum: string | null }>(
    `select s.id, s.key, s.checksum from segments s join streams t on (t.organization_id, t.id) = (s.organization_id, s.stream_id)
      where t.organization_id = $1 and t.signal = $2 and t.name = $3 and s.to_micros >= $4 and s.from_micros <= $5`,
    [of.organizationId, of.signal, of.stream, range.fromMicros, range.toMicros],
  );
  return rows.map(({ id, key, checksum }) => ({ id, key, ...(checksum !== null && { checksum: Number(checksum) }) }));
}

export interface AdoptedFile {
  /** Absent where everything is there already. */
  made: (SegmentFile & { id: string; key: string }) | undefined;
  /** Keys of files that have nothing more to give. */
  done: readonly string[];
  /** Ids of segments whose files are gone and whose rows are in the new one. */
  replaced: readonly string[];
  nowMicros: number;
}

/** All or nothing: a second adoption finds the files named, or as they were. */
export async function enterAdopted(
  pool: Pool,
  of: StreamName,
  { made, done, replaced, nowMicros }: AdoptedFile,
): Promise<void> {
  await inTransaction(pool, {}, async (client) => {
    if (made !== undefined) {
      const kept = await client.query('delete from segment_removals where key = $1', [made.key]);
      if (kept.rowCount !== 1) throw new Error('the file that was made was removed meanwhile');
      const segment = { ...of, ...made, fields: [] };
      // A stream that is newer than the database is made again.
      const manifest = { segments: [segment], lost: [], loggedAtMicros: made.toMicros };
      await enterManifest(client, 0, { n: 0, manifest }, nowMicros);
    }
    await client.query(
      `delete from segments s using streams t
        where (t.organization_id, t.id) = (s.organization_id, s.stream_id)
          and t.organization_id = $1 and t.signal = $2 and t.name = $3 and s.id = any ($4)`,
      [of.organizationId, of.signal, of.stream, replaced],
    );
    const why = { reason: 'adopted' as const, ...(made && { by: made.key }) };
    await awaitRemoval(client, of.organizationId, done, nowMicros, why);
  });
}
