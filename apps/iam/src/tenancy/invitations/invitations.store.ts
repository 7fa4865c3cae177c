import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/base/uuid';

export interface ClaimedAddress {
  email: string;
  email_key: string;
  role_key: string;
}

export async function findClaimed(
  client: PoolClient,
  userId: string,
  organizationId: string,
): Promise<ClaimedAddress | undefined> {
  const { rows } = await client.query<ClaimedAddress>(
    `select u.email, u.email_key, m.role_keys[1] as role_key from users u
       join memberships m on m.user_id = u.id and m.organization_id = $2
      where u.id = $1 and not u.owns_address`,
    [userId, organizationId],
  );
  return rows[0];
}

export async function insertClaimInvitation(
  client: PoolClient,
  made: {
    organizationId: string;
    email: string;
    emailKey: string;
    roleKey: string;
    inviterId: string;
    tokenHash: string;
    expiresInSeconds: number;
    claimId: string;
  },
): Promise<void> {
  await client.query(
    `insert into invitations (id, organization_id, email, email_key, role_key, inviter_id, token_hash, expires_at, claim_id)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), $9)`,
    [
      uuidv7(),
      made.organizationId,
      made.email,
      made.emailKey,
      made.roleKey,
      made.inviterId,
      made.tokenHash,
      made.expiresInSeconds,
      made.claimId,
    ],
  );
}

export interface InvitingNames {
  inviter: string;
  organization: string;
}

export async function findNames(client: PoolClient, inviterId: string, organizationId: string): Promise<InvitingNames> {
  const { rows } = await client.query<InvitingNames>(
    'select u.display_name as inviter, o.name as organization from users u, organizations o where u.id = $1 and o.id = $2',
    [inviterId, organizationId],
  );
  return rows[0]!;
}

export interface InvitationRow {
  id: string;
  email: string;
  role_key: string;
  inviter_id: string;
  status: 'pending' | 'accepted' | 'revoked';
  expired: boolean;
  sent_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, email, role_key, inviter_id, status, expires_at < now() as expired, sent_at, updated_at';

/** What owners of claimed addresses are sent is theirs alone: an organization would see who has an account. */
const SHOWN = 'claim_id is null';

export async function readInvitations(
  client: PoolClient,
  organizationId: string,
  limit: number,
): Promise<InvitationRow[]> {
  const { rows } = await client.query<InvitationRow>(
    `select ${COLUMNS} from invitations where organization_id = $1 and ${SHOWN} order by created_at desc, id limit $2`,
    [organizationId, limit],
  );
  return rows;
}

/** Undefined where the address has an open invitation. */
export async function insertInvitation(
  client: PoolClient,
  made: {
    organizationId: string;
    email: string;
    emailKey: string;
    roleKey: string;
    inviterId: string;
    tokenHash: string;
    expiresInSeconds: number;
    apiTokenId: string | null;
  },
): Promise<InvitationRow | undefined> {
  const { rows } = await client.query<InvitationRow>(
    `insert into invitations (id, organization_id, email, email_key, role_key, inviter_id, token_hash, expires_at,
                              api_token_id)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), $9)
     on conflict (organization_id, email_key) where status = 'pending' and claim_id is null do nothing returning ${COLUMNS}`,
    [
      uuidv7(),
      made.organizationId,
      made.email,
      made.emailKey,
      made.roleKey,
      made.inviterId,
      made.tokenHash,
      made.expiresInSeconds,
      made.apiTokenId,
    ],
  );
  return rows[0];
}

export interface OpenInvitation {
  email_key: string;
  role_key: string;
}

export async function findOpen(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<OpenInvitation | undefined> {
  const { rows } = await client.query<OpenInvitation>(
    `select email_key, role_key from invitations
      where organization_id = $1 and id = $2 and status = 'pending' and ${SHOWN} for update`,
    [organizationId, id],
  );
  return rows[0];
}

export async function renewInvitation(
  client: PoolClient,
  made: {
    organizationId: string;
    id: string;
    tokenHash: string;
    expiresInSeconds: number;
    inviterId: string;
    apiTokenId: string | null;
  },
): Promise<InvitationRow> {
  const { rows } = await client.query<InvitationRow>(
    `update invitations set token_hash = $3, sent_at = now(), updated_at = now(), inviter_id = $5, api_token_id = $6,
                            expires_at = now() + make_interval(secs => $4)
      where organization_id = $1 and id = $2 returning ${COLUMNS}`,
    [made.organizationId, made.id, made.tokenHash, made.expiresInSeconds, made.inviterId, made.apiTokenId],
  );
  return rows[0]!;
}

/** Undefined where it is not open. */
export async function closeInvitation(
  client: PoolClient,
  organizationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const { rows } = await client.query<InvitationRow>(
    `update invitations set status = 'revoked', updated_at = now()
      where organization_id = $1 and id = $2 and status = 'pending' and ${SHOWN} returning ${COLUMNS}`,
    [organizationId, id],
  );
  return rows[0];
}

export async function countOpen(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ open: string }>(
    `select count(*) as open from invitations where organization_id = $1 and status = 'pending' and ${SHOWN}`,
    [organizationId],
  );
  return Number(rows[0]!.open);
}

export async function isInvitation(client: PoolClient, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from invitations where organization_id = $1 and id = $2 and ${SHOWN}`,
    [organizationId, id],
  );
  return rowCount !== 0;
}
