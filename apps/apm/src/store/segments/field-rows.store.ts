import type { PoolClient } from 'pg';
import { DEFAULT_RETENTION_DAYS } from '@spanwise/contracts/telemetry/streams';
import type { ManifestSegment } from '@spanwise/contracts/log/manifests';
import type { FieldOverflow, StreamField } from '@spanwise/segments/catalogue';
import type { TypeCounts } from '@spanwise/segments/stream-fields';
import { storable, storableJson } from '@spanwise/contracts/base/storable-text';
import { expiryMicros, isMixed, announceFields, type KnownField } from './field-places.js';

interface FieldRow {
  name: string;
  type: StreamField['type'];
  member_of: StreamField['column'];
  found_late: boolean;
  /** Sightings of each type; null of fields that were seen before these were counted. */
  types: TypeCounts | null;
}

/** What `fieldOf` reads. */
export const FIELD_COLUMNS = 'name, type, member_of, found_late, types';

interface HeldRow extends FieldRow {
  unplaced_micros: string | null;
  declared: boolean;
  weight: number;
  seen_micros: string;
}

const MAX_NAMES_SHOWN = 20;

export const fieldOf = (row: FieldRow): StreamField => ({
  name: row.name,
  type: row.type,
  column: row.member_of,
  ...(row.found_late && { foundLate: true }),
  ...(isMixed(row.type, row.types ?? {}) && { mixed: true }),
});

const heldOf = (row: HeldRow): KnownField => ({
  ...fieldOf(row),
  ...(row.unplaced_micros !== null && { unplacedMicros: Number(row.unplaced_micros) }),
  declared: row.declared,
  weight: row.weight,
  ...(row.types !== null && { types: row.types }),
  seenMicros: Number(row.seen_micros),
});

/** What PostgreSQL's text cannot hold as it is would be another name there: such a field stays in the JSON alone. */
const nameable = ({ name }: StreamField): boolean => storable(name) === name;

type Announced = Pick<ManifestSegment, 'organizationId' | 'fields' | 'untoldFields'>;

/** Takes in what a writer has seen; the stream's row is locked. Returns how many sightings were of fields without a place. */
export async function mergeStreamFields(
  client: PoolClient,
  streamId: string,
  { organizationId, fields, untoldFields = 0 }: Announced,
  nowMicros: number,
): Promise<number> {
  const stream = await client.query<{ retention_days: number; unheld_micros: string | null }>(
    `select coalesce(retention_days, $3::int) as retention_days, unheld_micros from streams
      where organization_id = $1 and id = $2`,
    [organizationId, streamId, DEFAULT_RETENTION_DAYS],
  );
  const { retention_days: retentionDays, unheld_micros } = stream.rows[0]!;
  const { rows } = await client.query<HeldRow>(
    `select ${FIELD_COLUMNS}, unplaced_micros, declared, weight, seen_micros from stream_fields
      where organization_id = $1 and stream_id = $2`,
    [organizationId, streamId],
  );
  const hadMoreNames = unheld_micros !== null && Number(unheld_micros) >= expiryMicros(nowMicros, retentionDays);
  const announced = fields.filter(nameable).map((field) => ({ ...field, count: field.count ?? 1 }));
  const outcome = announceFields(rows.map(heldOf), { fields: announced, nowMicros, retentionDays, hadMoreNames });
  await storeFields(client, organizationId, streamId, outcome.changed);
  if (outcome.gone.length > 0) {
    await client.query('delete from stream_fields where organization_id = $1 and stream_id = $2 and name = any ($3)', [
      organizationId,
      streamId,
      outcome.gone,
    ]);
  }
  const hasMoreNames = outcome.hasMoreNames || untoldFields > 0;
  if (hasMoreNames || (unheld_micros !== null && !hadMoreNames)) {
    await client.query(
      `update streams set unheld_micros = $3, unheld_since_micros = case when $4 then coalesce(unheld_since_micros, $3) else $3 end
        where organization_id = $1 and id = $2`,
      [organizationId, streamId, hasMoreNames ? nowMicros : null, hadMoreNames],
    );
  }
  return outcome.unplaced + untoldFields;
}

async function storeFields(
  client: PoolClient,
  organizationId: string,
  streamId: string,
  fields: readonly KnownField[],
): Promise<void> {
  if (fields.length === 0) return;
  await client.query(
    `insert into stream_fields
            (organization_id, stream_id, name, type, member_of, found_late, unplaced_micros, weight, seen_micros, types)
     select $1, $2, * from
            unnest($3::text[], $4::text[], $5::text[], $6::boolean[], $7::bigint[], $8::float8[], $9::bigint[], $10::jsonb[])
     on conflict (organization_id, stream_id, name) do update
        set type = excluded.type, member_of = excluded.member_of, unplaced_micros = excluded.unplaced_micros,
            weight = excluded.weight, seen_micros = excluded.seen_micros, types = excluded.types`,
    [
      organizationId,
      streamId,
      fields.map(({ name }) => name),
      fields.map(({ type }) => type),
      fields.map(({ column }) => column),
      fields.map(({ foundLate }) => foundLate ?? false),
      fields.map(({ unplacedMicros }) => unplacedMicros ?? null),
      fields.map(({ weight }) => weight),
      fields.map(({ seenMicros }) => seenMicros),
      fields.map(({ types }) => (types === undefined ? null : storableJson(types))),
    ],
  );
}

/** The fields with a place, and of those without one the ones of these names, in lower case. */
export async function readFieldsFor(
  client: PoolClient,
  streamId: string,
  names: readonly string[],
): Promise<{ fields: StreamField[]; unplaced: StreamField[] }> {
  const { rows } = await client.query<FieldRow & { placed: boolean }>(
    `select ${FIELD_COLUMNS}, unplaced_micros is null as placed from stream_fields
      where stream_id = $1 and (unplaced_micros is null or lower(name) = any ($2)) order by name`,
    [streamId, names],
  );
  return {
    fields: rows.filter(({ placed }) => placed).map(fieldOf),
    unplaced: rows.filter(({ placed }) => !placed).map(fieldOf),
  };
}

/** Undefined while every field of the stream's stored records has a place. */
export async function readOverflow(client: PoolClient, streamId: string): Promise<FieldOverflow | undefined> {
  const { rows } = await client.query<{
    fields: string;
    since_micros: string | null;
    names: string[] | null;
    unheld_since_micros: string | null;
  }>(
    `select count(f.name) as fields, min(f.unplaced_micros) as since_micros,
            (array_agg(f.name order by f.weight desc, f.name) filter (where f.name is not null))[1:$2::int] as names,
            (select unheld_since_micros from streams where id = $1 and unheld_micros is not null) as unheld_since_micros
       from stream_fields f where f.stream_id = $1 and f.unplaced_micros is not null`,
    [streamId, MAX_NAMES_SHOWN],
  );
  const { fields, since_micros, names, unheld_since_micros } = rows[0]!;
  const since = [since_micros, unheld_since_micros].filter((micros) => micros !== null).map(Number);
  if (since.length === 0) return undefined;
  return {
    sinceMicros: Math.min(...since),
    fields: Number(fields),
    names: names ?? [],
    hasMoreNames: unheld_since_micros !== null,
  };
}
