import type { PoolClient } from 'pg';
import type { ApiTokenView } from '@spanwise/contracts/iam/iam';
import { uuidv7 } from '@spanwise/contracts/base/uuid';

export interface TokenRow {
  id: string;
  prefix: string;
  name: string;
  role_key: string;
  kind: ApiTokenView['token_kind'];
  scopes: string[] | null;
  sealed: Buffer | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export async function lockDefaultToken(client: PoolClient, name: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
}

export async function findDefaultToken(
  client: PoolClient,
  organizationId: string,
  userId: string,
): Promise<TokenRow | undefined> {
  const { rows } = await client.query<TokenRow>(
    `select * from api_tokens where organization_id = $1 and user_id = $2 and kind = 'default_ingestion'
        and revoked_at is null`,
    [organizationId, userId],
  );
  return rows[0];
}

export async function readTokens(client: PoolClient, organizationId: string, limit: number): Promise<TokenRow[]> {
  const { rows } = await client.query<TokenRow>(
    'select * from api_tokens where organization_id = $1 order by created_at desc, id limit $2',
    [organizationId, limit],
  );
  return rows;
}

export async function lockToken(client: PoolClient, id: string, organizationId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from api_tokens where id = $1 and organization_id = $2 for update', [
    id,
    organizationId,
  ]);
  return rowCount === 1;
}

export async function insertToken(
  client: PoolClient,
  made: {
    organizationId: string;
    userId: string;
    roleKey: string;
    name: string;
    prefix: string;
    secretHmac: Buffer;
    kid: string;
    expiresInDays: number | null;
    kind: 'default_ingestion' | 'personal';
    scopes: string[] | null;
    sealed: Buffer | null;
    atMostUntil: Date | null;
    parentId: string | null;
  },
): Promise<TokenRow> {
  const { rows } = await client.query<TokenRow>(
    `insert into api_tokens (id, organization_id, user_id, role_key, name, prefix, secret_hmac, kid, expires_at, kind,
                             scopes, sealed, parent_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, least(now() + make_interval(days => $9::int), $13::timestamptz), $10, $11,
             $12, $14) returning *`,
    [
      uuidv7(),
      made.organizationId,
      made.userId,
      made.roleKey,
      made.name,
      made.prefix,
      made.secretHmac,
      made.kid,
      made.expiresInDays,
      made.kind,
      made.scopes,
      made.sealed,
      made.atMostUntil,
      made.parentId,
    ],
  );
  return rows[0]!;
}

/** Keeps it from being revoked until the transaction ends. */
export async function keepToken(client: PoolClient, organizationId: string, id: string): Promise<void> {
  await client.query('select from api_tokens where organization_id = $1 and id = $2 for share', [organizationId, id]);
}
