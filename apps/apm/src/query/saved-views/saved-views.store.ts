/** The table of saved searches. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import type { StreamReference } from '@spanwise/contracts/telemetry/query';
import type { SavedViewBody } from '@spanwise/contracts/telemetry/saved-views';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { storableJson } from '@spanwise/contracts/base/storable-text';

export interface SavedViewRow {
  id: string;
  name: string;
  statement: string;
  time_range_secs: number;
  stream: StreamReference | null;
  tags: string[];
  pinned: boolean;
  created_by: string;
  created_at_micros: string;
  updated_at_micros: string;
}

/** Those with these ids, or all of them. */
export async function readViews(
  client: PoolClient,
  ids: readonly string[] | null,
  limit: number,
): Promise<SavedViewRow[]> {
  const { rows } = await client.query<SavedViewRow>(
    `select * from saved_views where $2::text[] is null or id::text = any ($2)
      order by pinned desc, name, id limit $1`,
    [limit, ids],
  );
  return rows;
}

export async function findView(client: PoolClient, id: string): Promise<SavedViewRow | undefined> {
  const { rows } = await client.query<SavedViewRow>('select * from saved_views where id = $1', [id]);
  return rows[0];
}

export async function countViews(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ views: number }>('select count(*)::int as views from saved_views');
  return rows[0]!.views;
}

export async function insertView(
  client: PoolClient,
  organizationId: string,
  createdBy: string,
  input: SavedViewBody,
): Promise<SavedViewRow> {
  const { rows } = await client.query<SavedViewRow>(
    `insert into saved_views (name, statement, time_range_secs, stream, tags, pinned, updated_at_micros,
                              organization_id, id, created_by, created_at_micros)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7) returning *`,
    [...valuesOf(input), organizationId, uuidv7(), createdBy],
  );
  return rows[0]!;
}

export async function replaceView(
  client: PoolClient,
  id: string,
  input: SavedViewBody,
): Promise<SavedViewRow | undefined> {
  const { rows } = await client.query<SavedViewRow>(
    `update saved_views set name = $1, statement = $2, time_range_secs = $3, stream = $4, tags = $5, pinned = $6,
       updated_at_micros = $7 where id = $8 returning *`,
    [...valuesOf(input), id],
  );
  return rows[0];
}

export async function removeView(client: PoolClient, id: string): Promise<SavedViewRow | undefined> {
  const { rows } = await client.query<SavedViewRow>('delete from saved_views where id = $1 returning *', [id]);
  return rows[0];
}

/** The first seven values of a statement that writes one. */
const valuesOf = ({ name, statement, time_range_secs, stream, tags, pinned }: SavedViewBody): unknown[] => [
  name,
  statement,
  time_range_secs,
  stream === undefined ? null : storableJson(stream),
  tags ?? [],
  pinned ?? false,
  Date.now() * 1_000,
];
