/** Tokens that were made with tokens. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';

/** A token, the one that it was made with, and so on. */
const MAX_LINE = 8;

export interface LineToken {
  id: string;
  role_key: string;
  scopes: string[] | null;
  expires_at: Date | null;
  ended: boolean;
}

/** From the token itself to the one that a person made; undefined when one of them has ended or the line is too long. */
export async function activeTokenChain(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<LineToken[] | undefined> {
  const { rows } = await client.query<LineToken>(
    `with recursive line as (
       select t.*, 1 as depth from api_tokens t where t.organization_id = $1 and t.id = $2
       union all
       select t.*, line.depth + 1 from api_tokens t join line on t.id = line.parent_id
        where t.organization_id = $1 and line.depth <= $3
     )
     select id, role_key, scopes, expires_at, revoked_at is not null or coalesce(expires_at <= now(), false) as ended
       from line order by depth`,
    [organizationId, id, MAX_LINE],
  );
  return rows.length === 0 || rows.length > MAX_LINE || rows.some((row) => row.ended) ? undefined : rows;
}

/** Room for one more under this token. */
export const mayHaveChild = (line: readonly LineToken[]): boolean => line.length < MAX_LINE;

/**
 * Revokes the tokens and every credential that was made with them: tokens, open invitations and the secrets of push
 * connectors. Answers the ids of what has ended, for the message to every cache.
 */
export async function endTokens(client: PoolClient, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows: line } = await client.query<{ id: string }>(
    `with recursive line as (
       select id from api_tokens where organization_id = $1 and id = any($2::uuid[])
       union
       select t.id from api_tokens t join line on t.parent_id = line.id where t.organization_id = $1
     ) select id from line`,
    [organizationId, ids],
  );
  const ended = line.map((row) => row.id);
  await client.query(
    `update api_tokens set revoked_at = coalesce(revoked_at, now()), sealed = null
      where organization_id = $1 and id = any($2::uuid[])`,
    [organizationId, ended],
  );
  await client.query(
    `update invitations set status = 'revoked', updated_at = now()
      where organization_id = $1 and api_token_id = any($2::uuid[]) and status = 'pending'`,
    [organizationId, ended],
  );
  const { rows: connectors } = await client.query<{ id: string }>(
    `update push_connectors set enabled = false, updated_at = now()
      where organization_id = $1 and api_token_id = any($2::uuid[]) and enabled returning id`,
    [organizationId, ended],
  );
  return [...ended, ...connectors.map((row) => row.id)];
}
