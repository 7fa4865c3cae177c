import type { PoolClient } from 'pg';

export interface Invitation {
  id: string;
  organization_id: string;
  organization_name: string;
  email: string;
  email_key: string;
  role_key: string;
  inviter_id: string;
  api_token_id: string | null;
  claim_id: string | null;
}

export async function markAccepted(client: PoolClient, id: string): Promise<void> {
  await client.query("update invitations set status = 'accepted', updated_at = now() where id = $1", [id]);
}

export async function findOpenInvitation(client: PoolClient, tokenHash: string): Promise<Invitation | undefined> {
  const { rows } = await client.query<Invitation>(
    `select i.id, i.organization_id, o.name as organization_name, i.email, i.email_key, i.role_key,
            i.inviter_id, i.api_token_id, i.claim_id
       from invitations i join organizations o on o.id = i.organization_id
      where i.token_hash = $1 and i.status = 'pending' and i.expires_at > now() and not o.disabled
      for update of i`,
    [tokenHash],
  );
  return rows[0];
}

/** The account belongs to the address from now on. */
export async function provePassword(
  client: PoolClient,
  userId: string,
  passwordHash: string,
  displayName: string,
): Promise<void> {
  await client.query(
    `update users set password_hash = $2, display_name = $3, status = 'active', email_verified_at = now() where id = $1`,
    [userId, passwordHash, displayName],
  );
}
