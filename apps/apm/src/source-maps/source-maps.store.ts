/** The table of source maps. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/base/uuid';

export interface MapRow {
  id: string;
  release: string;
  service: string;
  file: string;
  sha256: string;
  bytes: number;
  mappings: number;
  sources: number;
  created_by: string;
  created_at_micros: string;
}

export interface MapName {
  release: string;
  /** Empty where it is of any service. */
  service: string;
  file: string;
}

const COLUMNS = 'id, release, service, file, sha256, bytes, mappings, sources, created_by, created_at_micros';

/** Uploads of one organization go one after the other: its bounds are counted. */
export async function lockMaps(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`source_maps ${organizationId}`]);
}

export async function findMap(client: PoolClient, name: MapName): Promise<MapRow | undefined> {
  const { rows } = await client.query<MapRow>(
    `select ${COLUMNS} from source_maps where (release, service, file) = ($1, $2, $3)`,
    [name.release, name.service, name.file],
  );
  return rows[0];
}

export async function insertMap(
  client: PoolClient,
  made: MapName & {
    sha256: string;
    bytes: number;
    mappings: number;
    sources: number;
    kept: Buffer;
    organizationId: string;
    createdBy: string;
    nowMicros: number;
  },
): Promise<MapRow> {
  const { rows } = await client.query<MapRow>(
    `insert into source_maps (release, service, file, sha256, bytes, mappings, sources, kept,
                              organization_id, id, created_by, created_at_micros)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${COLUMNS}`,
    [
      made.release,
      made.service,
      made.file,
      made.sha256,
      made.bytes,
      made.mappings,
      made.sources,
      made.kept,
      made.organizationId,
      uuidv7(),
      made.createdBy,
      made.nowMicros,
    ],
  );
  return rows[0]!;
}

/** The newest first. */
export async function readMaps(
  client: PoolClient,
  release: string | null,
  service: string | null,
  limit: number,
): Promise<MapRow[]> {
  const { rows } = await client.query<MapRow>(
    `select ${COLUMNS} from source_maps
      where ($1::text is null or release = $1) and ($2::text is null or service in ($2, ''))
      order by created_at_micros desc, id desc limit $3`,
    [release, service, limit],
  );
  return rows;
}

export async function removeMap(client: PoolClient, id: string): Promise<MapRow | undefined> {
  const { rows } = await client.query<MapRow>(`delete from source_maps where id = $1 returning ${COLUMNS}`, [id]);
  return rows[0];
}

export async function dropMap(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from source_maps where id = $1', [id]);
}

export async function readMapNames(client: PoolClient, limit: number): Promise<(MapName & { id: string })[]> {
  const { rows } = await client.query<MapName & { id: string }>(
    'select id, release, service, file from source_maps limit $1',
    [limit],
  );
  return rows;
}

/** What is kept of a map to read positions from; undefined where there is no such map. */
export async function readKept(client: PoolClient, id: string): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ kept: Buffer }>('select kept from source_maps where id = $1', [id]);
  return rows[0]?.kept;
}

/** How much there is, in all and of one release. */
export async function measureMaps(
  client: PoolClient,
  release: string,
): Promise<{ maps: number; ofRelease: number; bytes: number }> {
  const { rows } = await client.query<{ maps: number; of_release: number; bytes: string }>(
    `select count(*)::int as maps, (count(*) filter (where release = $1))::int as of_release,
            coalesce(sum(length(kept)), 0) as bytes from source_maps`,
    [release],
  );
  const { maps, of_release: ofRelease, bytes } = rows[0]!;
  return { maps, ofRelease, bytes: Number(bytes) };
}
