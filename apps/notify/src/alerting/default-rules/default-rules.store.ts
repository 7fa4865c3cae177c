import type { PoolClient } from 'pg';

/** Call it under the organization's lock. */
export async function hasPack(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from organizations where id = $1 and default_pack_at is not null', [
    organizationId,
  ]);
  return rowCount !== 0;
}

export async function notePack(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('update organizations set default_pack_at = now() where id = $1', [organizationId]);
}

/** Its spans may be there for a while yet. */
export async function isDeleted(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from deleted_organizations where id = $1', [organizationId]);
  return rowCount !== 0;
}
