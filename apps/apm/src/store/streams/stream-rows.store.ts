import type { PoolClient } from 'pg';
import { conflict, invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import {
  DEFAULT_RETENTION_DAYS,
  type ConfigureStreamBody,
  type CreateStream,
  type FieldDeclaration,
  type KnownStreamsAnswer,
  type KnownStreamsOf,
  type StoredSignal,
} from '@spanwise/contracts/telemetry/streams';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { COLUMNS, type Signal } from '@spanwise/segments/columns';
import { MAX_FIELD_NAME_BYTES, MAX_STREAM_FIELDS } from '@spanwise/segments/stream-fields';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { FIELD_COLUMNS, fieldOf } from '../segments/field-rows.store.js';
import { awaitRemoval } from '../segments/removals.store.js';
import type { BucketRow, DeclaredField, StreamRow } from './stream-view.js';

/** Streams that one organization may make by hand; those that telemetry makes have limits of their own, at the gateway. */
const MAX_MADE = 10_000;
/** Fields of each stream of a list. */
const MAX_LISTED_FIELDS = 50;

const STATISTICS = `
  select s.organization_id, s.id, s.signal, s.name, s.retention_days, s.settings, s.created_at_micros, s.updated_at_micros,
         s.last_stored_micros, coalesce(g.rows, 0) as rows, coalesce(g.bytes, 0) as bytes, coalesce(g.segments, 0) as segments,
         g.from_micros, g.to_micros
    from streams s
    left join lateral (
      select sum(rows) as rows, sum(bytes) as bytes, count(*) as segments, min(from_micros) as from_micros,
             max(to_micros) as to_micros
        from segments where organization_id = s.organization_id and stream_id = s.id) g on true`;

/** Place of a stream in a list. */
export interface StreamPlace {
  name: string;
  signal: StoredSignal;
}

export interface StreamsWanted {
  stream_type?: StoredSignal;
  q?: string;
  held_ids?: string[];
  /** Those behind it alone. */
  after?: StreamPlace;
  /** All without it. */
  limit?: number;
}

/** By name, then by signal. */
export async function readStreams(client: PoolClient, wanted: StreamsWanted): Promise<StreamRow[]> {
  const { stream_type, q, held_ids, after, limit } = wanted;
  const { rows } = await client.query<StreamRow>(
    `${STATISTICS} where ($1::text is null or s.signal = $1) and ($2::text is null or position(lower($2) in lower(s.name)) > 0)
        and ($4::text[] is null or s.id::text = any ($4)) and ($5::text is null or (s.name, s.signal) > ($5, $6::text))
      order by s.name, s.signal limit $3`,
    [stream_type ?? null, q ?? null, limit ?? null, held_ids ?? null, after?.name ?? null, after?.signal ?? null],
  );
  return rows;
}

export async function readStream(client: PoolClient, id: string): Promise<StreamRow> {
  const { rows } = await client.query<StreamRow>(`${STATISTICS} where s.id = $1`, [id]);
  if (rows.length === 0) throw notFound('There is no such stream.');
  return rows[0]!;
}

/** Those of the names that there are, with the days that they are kept for, and how many streams there are in all. */
export async function readKnown(
  client: PoolClient,
  { signal, names }: Pick<KnownStreamsOf, 'signal' | 'names'>,
): Promise<KnownStreamsAnswer> {
  const { rows } = await client.query<{ name: string; days: number }>(
    'select name, coalesce(retention_days, $3::int) as days from streams where signal = $1 and name = any ($2)',
    [signal, names, DEFAULT_RETENTION_DAYS],
  );
  const counted = await client.query<{ count: string }>('select count(*) as count from streams');
  return { streams: rows.map(({ name, days }) => [name, days]), total: Number(counted.rows[0]!.count) };
}

/** Fields by stream; of a list the first ones by name. */
export async function readFields(
  client: PoolClient,
  ids: readonly string[],
  limit = MAX_LISTED_FIELDS,
): Promise<Map<string, DeclaredField[]>> {
  const { rows } = await client.query<Parameters<typeof fieldOf>[0] & { stream_id: string; indexed: boolean | null }>(
    `select stream_id, ${FIELD_COLUMNS}, indexed from (
       select *, row_number() over (partition by stream_id order by name) as place from stream_fields
        where stream_id = any ($1) and unplaced_micros is null
     ) numbered where place <= $2 order by stream_id, name`,
    [ids, limit],
  );
  const fields = new Map<string, DeclaredField[]>(ids.map((id) => [id, []]));
  for (const row of rows) fields.get(row.stream_id)!.push({ ...fieldOf(row), indexed: row.indexed ?? false });
  return fields;
}

/** Rows of the segments that begin in each bucket of the window. */
export async function readBuckets(
  client: PoolClient,
  ids: readonly string[],
  fromMicros: number,
  toMicros: number,
  bucketCount: number,
): Promise<BucketRow[]> {
  const { rows } = await client.query<BucketRow>(
    `select stream_id, floor((from_micros - $2)::float8 * $4::int / ($3::bigint - $2::bigint))::int as bucket, sum(rows) as rows,
            sum(bytes) as bytes
       from segments where stream_id = any ($1) and from_micros >= $2::bigint and from_micros < $3::bigint group by 1, 2`,
    [ids, fromMicros, toMicros, bucketCount],
  );
  return rows;
}

export async function insertStream(
  client: PoolClient,
  organizationId: string,
  input: CreateStream,
  nowMicros: number,
): Promise<string> {
  const counted = await client.query<{ count: string }>('select count(*) as count from streams');
  if (Number(counted.rows[0]!.count) >= MAX_MADE)
    throw conflict(`The organization has ${MAX_MADE} streams already: delete one first.`);
  const { rows } = await client.query<{ id: string }>(
    `insert into streams (organization_id, id, signal, name, created_at_micros, updated_at_micros)
     values ($1, $2, $3, $4, $5, $5) on conflict (organization_id, signal, name) do nothing returning id`,
    [organizationId, uuidv7(), input.stream_type, input.name, nowMicros],
  );
  if (rows.length === 0) throw conflict('There is a stream of this name and type already.');
  await changeStream(client, organizationId, rows[0]!.id, input.stream_type, input, nowMicros);
  return rows[0]!.id;
}

/** Members that are not there stay; `null` of the retention is the default again. */
export async function changeStream(
  client: PoolClient,
  organizationId: string,
  id: string,
  signal: Signal,
  change: ConfigureStreamBody,
  nowMicros: number,
): Promise<void> {
  await client.query(
    `update streams set updated_at_micros = $2,
            retention_days = case when $3 then $4::int else retention_days end,
            settings = case when $5::jsonb is null then settings else $5 end
      where id = $1`,
    [
      id,
      nowMicros,
      change.retention_days !== undefined,
      change.retention_days ?? null,
      change.settings === undefined ? null : storableJson(change.settings),
    ],
  );
  if (change.fields !== undefined) await declareFields(client, organizationId, id, signal, change.fields, nowMicros);
}

/** A declared type holds, whatever records show (QUERY-11). */
async function declareFields(
  client: PoolClient,
  organizationId: string,
  id: string,
  signal: Signal,
  fields: readonly FieldDeclaration[],
  nowMicros: number,
): Promise<void> {
  const columns = new Set(COLUMNS[signal].map(({ name }) => name));
  const faults = fields.flatMap(({ name }, index) => {
    const field = `fields.${index}.name`;
    if (columns.has(name)) return [{ field, reason: 'is a column that every stream of this type has' }];
    if (Buffer.byteLength(name) > MAX_FIELD_NAME_BYTES || name.includes('\0'))
      return [{ field, reason: `must be at most ${MAX_FIELD_NAME_BYTES} bytes without NUL` }];
    return [];
  });
  if (faults.length > 0) throw invalidArgument('Some fields cannot be declared.', faults);
  await client.query(
    `insert into stream_fields as known (organization_id, stream_id, name, type, member_of, indexed, declared)
     select $1, $2, name, type, 'attributes', indexed, true
       from unnest($3::text[], $4::text[], $5::boolean[]) as declared (name, type, indexed)
     on conflict (organization_id, stream_id, name) do update
        set type = case when known.found_late then known.type else excluded.type end, indexed = coalesce(excluded.indexed, known.indexed), declared = true, unplaced_micros = null`,
    [
      organizationId,
      id,
      fields.map(({ name }) => name),
      fields.map(({ data_type }) => data_type),
      fields.map(({ indexed }) => indexed ?? null),
    ],
  );
  await makeRoom(client, id, nowMicros);
}

/** A declared field has a place: those that were seen least give theirs up. */
async function makeRoom(client: PoolClient, id: string, nowMicros: number): Promise<void> {
  const { rows } = await client.query<{ placed: string; declared: string }>(
    `select count(*) as placed, count(*) filter (where declared) as declared from stream_fields
      where stream_id = $1 and unplaced_micros is null`,
    [id],
  );
  const [placed, declared] = [Number(rows[0]!.placed), Number(rows[0]!.declared)];
  if (declared > MAX_STREAM_FIELDS) {
    throw invalidArgument(`A stream has at most ${MAX_STREAM_FIELDS} declared fields.`, [
      { field: 'fields', reason: 'are too many together with those that were declared before' },
    ]);
  }
  await client.query(
    `update stream_fields set unplaced_micros = $2 where stream_id = $1 and name in (
       select name from stream_fields where stream_id = $1 and unplaced_micros is null and not declared
        order by weight, seen_micros, name limit $3)`,
    [id, nowMicros, Math.max(0, placed - MAX_STREAM_FIELDS)],
  );
}

/** The files go after every query that may have named them. */
export async function removeStream(
  client: PoolClient,
  organizationId: string,
  id: string,
  nowMicros: number,
): Promise<void> {
  const { rows } = await client.query<{ key: string }>('delete from segments where stream_id = $1 returning key', [id]);
  const keys = rows.map(({ key }) => key);
  await awaitRemoval(client, organizationId, keys, nowMicros);
  const { rowCount } = await client.query('delete from streams where id = $1', [id]);
  if (rowCount !== 1) throw notFound('There is no such stream.');
}
