import type { PoolClient } from 'pg';

export interface LinkRow {
  organization_id: string;
  token_hash: Buffer;
  incident_id: string;
  recipient: string;
  user_id: string | null;
  title: string;
}

export async function addLink(client: PoolClient, row: LinkRow, lifeMs: number): Promise<void> {
  await client.query(
    `insert into acknowledge_links (organization_id, token_hash, incident_id, recipient, user_id, title, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float8 / 1000))`,
    [row.organization_id, row.token_hash, row.incident_id, row.recipient, row.user_id, row.title, lifeMs],
  );
}

/** Undefined for one that was never given out, is used or has expired; locked, so that two do not use it at once. */
export async function usableLink(
  client: PoolClient,
  organizationId: string,
  hash: Buffer,
  lock: '' | 'for update',
): Promise<LinkRow | undefined> {
  const { rows } = await client.query<LinkRow>(
    `select * from acknowledge_links
     where organization_id = $1 and token_hash = $2 and used_at is null and expires_at > now() ${lock}`,
    [organizationId, hash],
  );
  return rows[0];
}

export async function markUsed(client: PoolClient, { organization_id, token_hash }: LinkRow): Promise<void> {
  await client.query('update acknowledge_links set used_at = now() where organization_id = $1 and token_hash = $2', [
    organization_id,
    token_hash,
  ]);
}

export async function removeOldLinks(client: PoolClient, organizationId: string): Promise<void> {
  await client.query('delete from acknowledge_links where organization_id = $1 and expires_at < now()', [
    organizationId,
  ]);
}

/** False for one that another producer has made: a producer of events may name what it likes. */
export async function isOpenIncident(client: PoolClient, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from incidents where organization_id = $1 and id = $2 and status = 'open'`,
    [organizationId, id],
  );
  return rowCount !== 0;
}
