/** What of a deleted organization is not in rows of its own: accounts of no other organization, and what others gave to it. */
import type { PoolClient } from 'pg';
import { audit } from '../../platform/audit/audit.js';
import { nameUser, type Scopes } from '../../db/scopes.js';

const ACCOUNTS_AT_ONCE = 500;

/**
 * An account is its owner's and stays (ADR 8). One that the organization made beside the user's own, and one that was never
 * let in anywhere, have no owner and go. Returns how many rows went; everything else of the organization is gone by then.
 */
export async function removeUnownedAccounts(scopes: Scopes, organizationId: string): Promise<number> {
  for (let removed = 0; ;) {
    const ids = await scopes.in({ organizationId }, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select u.id from memberships m join users u on u.id = m.user_id
          where m.organization_id = $1 and not u.platform_administrator and (not u.owns_address or u.status <> 'active')
          order by u.id limit $2`,
        [organizationId, ACCOUNTS_AT_ONCE],
      );
      return rows.map((row) => row.id);
    });
    for (const id of ids) {
      removed += await scopes.in({ organizationId }, async (client) => {
        await nameUser(client, id);
        return removeAccount(client, organizationId, id);
      });
    }
    if (ids.length < ACCOUNTS_AT_ONCE) return removed;
  }
}

async function removeAccount(client: PoolClient, organizationId: string, userId: string): Promise<number> {
  const { rowCount: others } = await client.query(
    'select from memberships where user_id = $1 and organization_id <> $2 limit 1',
    [userId, organizationId],
  );
  let removed = 0;
  const remove = async (statement: string, values: string[]) => {
    removed += (await client.query(statement, values)).rowCount ?? 0;
  };
  await remove('delete from memberships where user_id = $1 and organization_id = $2', [userId, organizationId]);
  if (others !== 0) return removed;
  for (const table of ['sessions', 'password_resets', 'avatars'])
    await remove(`delete from ${table} where user_id = $1`, [userId]);
  await remove('delete from users where id = $1', [userId]);
  return removed;
}

/** Grants and shares that others had made for the organization; their own logs say why they went. */
export async function removeFromOthers(scopes: Scopes, organizationId: string): Promise<number> {
  const others = await scopes.in({}, (client) =>
    client.query<{ id: string }>('select id from organizations where not system and deleted_at is null order by id'),
  );
  let removed = 0;
  for (const { id } of others.rows)
    removed += await scopes.in({ organizationId: id }, (client) => removeGiven(client, id, organizationId));
  return removed;
}

async function removeGiven(client: PoolClient, grantorId: string, organizationId: string): Promise<number> {
  const grants = await client.query<{ id: string }>(
    'delete from cross_org_grants where organization_id = $1 and target_organization_id = $2 returning id',
    [grantorId, organizationId],
  );
  const sessions = await client.query(
    `delete from share_sessions where organization_id = $1
        and share_id in (select id from resource_shares where organization_id = $1 and target_organization_id = $2)`,
    [grantorId, organizationId],
  );
  const shares = await client.query<{ id: string }>(
    'delete from resource_shares where organization_id = $1 and target_organization_id = $2 returning id',
    [grantorId, organizationId],
  );
  for (const [action, targetKind, gone] of [
    ['iam.cross_org_grant.revoke', 'grant', grants.rows],
    ['resource_share.revoke', 'resource_share', shares.rows],
  ] as const) {
    for (const { id: target } of gone) {
      const payload = { reason: 'the organization that it was for is deleted' };
      await audit(client, {
        organizationId: grantorId,
        actorId: null,
        actorKind: 'anonymous',
        action,
        targetKind,
        target,
        payload,
      });
    }
  }
  return grants.rows.length + (sessions.rowCount ?? 0) + shares.rows.length;
}
