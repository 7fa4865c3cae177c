import type { PoolClient } from 'pg';
import type { StreamField } from '@spanwise/segments/catalogue';
import { MAX_STREAM_FIELDS, mergeFields } from '@spanwise/segments/stream-fields';

interface FieldRow {
  name: string;
  type: StreamField['type'];
  member_of: StreamField['column'];
}

export const fieldOf = (row: FieldRow): StreamField => ({ name: row.name, type: row.type, column: row.member_of });

/** PostgreSQL's text holds no NUL: a field that has one in its name stays in the JSON alone. */
const nameable = ({ name }: StreamField): boolean => !name.includes('\0');

/** Merges what a writer has seen into what is known; a stream keeps the first 1,000 fields, the others stay in the JSON. */
export async function mergeStreamFields(
  client: PoolClient,
  organizationId: string,
  streamId: string,
  seen: readonly StreamField[],
): Promise<void> {
  const { rows } = await client.query<FieldRow>(
    'select name, type, member_of from stream_fields where organization_id = $1 and stream_id = $2',
    [organizationId, streamId],
  );
  const known = new Map(rows.map((row) => [row.name, fieldOf(row)]));
  const changed: StreamField[] = [];
  let room = MAX_STREAM_FIELDS - known.size;
  for (const field of seen.filter(nameable)) {
    const before = known.get(field.name);
    if (before === undefined && room-- <= 0) continue;
    const merged = before === undefined ? field : mergeFields(before, field);
    if (merged.type !== before?.type || merged.column !== before.column) changed.push(merged);
  }
  if (changed.length === 0) return;
  await client.query(
    `insert into stream_fields (organization_id, stream_id, name, type, member_of)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::text[])
     on conflict (organization_id, stream_id, name) do update set type = excluded.type, member_of = excluded.member_of`,
    [
      organizationId,
      streamId,
      changed.map(({ name }) => name),
      changed.map(({ type }) => type),
      changed.map(({ column }) => column),
    ],
  );
}
