/**
 * An organization that makes an account for an address must not learn whether the user has one elsewhere. So it always
 * gets an account: where the address has one, another beside it, a claim. A claim is signed in to with the password that
 * it was made with, belongs to the one organization, and gives nothing of the owner's. The owner of the address is asked by
 * mail; joining puts their own account in the place of the claim.
 */

import type { PoolClient } from 'pg';
import { endSessions, endTokensOf } from './members.store.js';

export interface Claim {
  user_id: string;
  role_keys: string[];
  disabled: boolean;
}

/** The claim on an address in the organization that the transaction is scoped to. */
export async function findClaim(
  client: PoolClient,
  organizationId: string,
  emailKey: string,
): Promise<Claim | undefined> {
  const { rows } = await client.query<Claim>(
    `select m.user_id, m.role_keys, m.disabled from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and u.email_key = $2 and not u.owns_address for update of m`,
    [organizationId, emailKey],
  );
  return rows[0];
}

/**
 * Puts the owner's account in the place of the claim: its roles, teams and what it was given on single resources. Answers
 * the ids of the credentials that have ended.
 */
export async function takeOver(
  client: PoolClient,
  organizationId: string,
  { user_id: claimId }: Claim,
  ownerId: string,
): Promise<string[]> {
  const ids = [organizationId, claimId, ownerId];
  await client.query('update team_members set user_id = $3 where organization_id = $1 and user_id = $2', ids);
  for (const [table, type, id] of [
    ['role_bindings', 'principal_type', 'principal_id'],
    ['relationships', 'subject_type', 'subject_id'],
  ]) {
    await client.query(
      `update ${table} set ${id} = $3 where organization_id = $1 and ${type} = 'user' and ${id} = $2`,
      ids,
    );
  }
  await client.query(
    `update cross_org_grants set grantee_id = $3
      where target_organization_id = $1 and grantee_type = 'user' and grantee_id = $2`,
    ids,
  );
  await endSessions(client, organizationId, claimId);
  const ended = await endTokensOf(client, organizationId, claimId);
  await client.query('delete from memberships where organization_id = $1 and user_id = $2', [organizationId, claimId]);
  await client.query("update users set status = 'rejected', sign_in_tag = null where id = $1", [claimId]);
  return ended;
}
