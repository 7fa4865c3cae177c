/** Manifests in the catalogue, and how far they are entered by shard. */
import type { Pool, PoolClient } from 'pg';
import type { ManifestSegment, SegmentManifest } from '@spanwise/contracts/log/manifests';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { inSavepoint } from '@spanwise/postgres/savepoint';
import type { DeltaOffset } from '../../rollups/rollups/delta-offsets.store.js';
import { mergeStreamFields } from './field-rows.store.js';

const LOCK_CLASS = 7_402;

export async function loadManifestOffset(pool: Pool, shard: number): Promise<DeltaOffset> {
  const { rows } = await pool.query<{ lineage: string; n: string }>(
    'select lineage, n from manifest_offsets where shard = $1',
    [shard],
  );
  return rows.length === 0 ? { lineage: undefined, n: 0 } : { lineage: rows[0]!.lineage, n: Number(rows[0]!.n) };
}

/** Newest manifest that is entered, by shard. */
export async function enteredManifests(pool: Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ shard: number; n: string }>('select shard, n from manifest_offsets');
  return new Map(rows.map(({ shard, n }) => [shard, Number(n)]));
}

/** Of two writers one waits for the other until the commit. Undefined before the first manifest. */
export async function lockManifestOffset(client: PoolClient, shard: number): Promise<DeltaOffset | undefined> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [LOCK_CLASS, shard]);
  const { rows } = await client.query<{ lineage: string; n: string }>(
    'select lineage, n from manifest_offsets where shard = $1 for update',
    [shard],
  );
  return rows.map(({ lineage, n }) => ({ lineage, n: Number(n) })).at(0);
}

export async function writeManifestOffset(
  client: PoolClient,
  shard: number,
  { lineage, n }: DeltaOffset,
): Promise<void> {
  await client.query(
    `insert into manifest_offsets (shard, lineage, n) values ($1, $2, $3)
     on conflict (shard) do update set n = excluded.n`,
    [shard, lineage, n],
  );
}

/** Returns how many sightings of fields without a place it announced. */
export async function enterManifest(
  client: PoolClient,
  shard: number,
  { n, manifest }: { n: number; manifest: SegmentManifest },
  nowMicros: number,
): Promise<number> {
  const { segments, lost } = manifest;
  if (lost.length > 0)
    await client.query('insert into lost_ranges (shard, n, lost) values ($1, $2, $3)', [shard, n, storableJson(lost)]);
  if (segments.length === 0) return 0;
  const ids = await streamIds(client, segments, manifest.loggedAtMicros, nowMicros);
  await client.query(
    `insert into segments (organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, trace_filter, checksum, stored_at_micros)
     select organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, decode(filter, 'base64'), checksum, $11
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::bigint[])
         as made (organization_id, stream_id, id, key, bytes, rows, from_micros, to_micros, filter, checksum)
     on conflict do nothing`,
    [
      segments.map(({ organizationId }) => organizationId),
      segments.map((segment) => ids.get(nameOf(segment))),
      segments.map(({ id }) => id),
      segments.map(({ key }) => key),
      segments.map(({ bytes }) => bytes),
      segments.map(({ rows }) => rows),
      segments.map(({ fromMicros }) => fromMicros),
      segments.map(({ toMicros }) => toMicros),
      segments.map(({ traceFilter }) => traceFilter ?? null),
      segments.map(({ checksum }) => checksum ?? null),
      nowMicros,
    ],
  );
  let unplaced = 0;
  for (const segment of segments) {
    if (segment.fields.length === 0 && segment.untoldFields === undefined) continue;
    unplaced += await mergeFields(client, ids.get(nameOf(segment))!, segment, nowMicros);
  }
  return unplaced;
}

/** Fields that cannot be kept have no place; their segment is entered all the same, and those of all organizations after it. */
async function mergeFields(
  client: PoolClient,
  streamId: string,
  segment: ManifestSegment,
  nowMicros: number,
): Promise<number> {
  const merged = await inSavepoint(client, () => mergeStreamFields(client, streamId, segment, nowMicros));
  if (!('fault' in merged)) return merged.value;
  const untoldFields = segment.fields.length + (segment.untoldFields ?? 0);
  return mergeStreamFields(client, streamId, { ...segment, fields: [], untoldFields }, nowMicros);
}

const nameOf = ({ organizationId, signal, stream }: Pick<ManifestSegment, 'organizationId' | 'signal' | 'stream'>) =>
  `${organizationId}/${signal}/${stream}`;

/** Ids of the streams of the segments; a stream that was not created is created by its first segment. */
async function streamIds(
  client: PoolClient,
  segments: readonly ManifestSegment[],
  loggedAtMicros: number,
  nowMicros: number,
): Promise<Map<string, string>> {
  // One order for all transactions, so that no two wait for each other.
  const named = [...new Map(segments.map((segment) => [nameOf(segment), segment]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const streams = named.map(([, segment]) => segment);
  const { rows } = await client.query<{ organization_id: string; id: string; signal: string; name: string }>(
    `insert into streams as known (organization_id, id, signal, name, created_at_micros, updated_at_micros, last_stored_micros)
     select organization_id, id, signal, name, $5, $5, $6
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as named (organization_id, id, signal, name)
     on conflict (organization_id, signal, name) do update
        set last_stored_micros = greatest(known.last_stored_micros, excluded.last_stored_micros)
     returning organization_id, id, signal, name`,
    [
      streams.map(({ organizationId }) => organizationId),
      streams.map(() => uuidv7()),
      streams.map(({ signal }) => signal),
      streams.map(({ stream }) => stream),
      nowMicros,
      loggedAtMicros,
    ],
  );
  return new Map(rows.map((row) => [`${row.organization_id}/${row.signal}/${row.name}`, row.id]));
}
