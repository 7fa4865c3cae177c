/** Whom something is given to. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { notFound } from '@spanwise/contracts/errors';
import type { PrincipalType } from '@spanwise/contracts/iam-roles';
import { readTeam, teamIdsOf } from '../teams/team-store.js';
import { findMember } from '../users/members.js';

/** Throws `not_found` for what is not of this organization. */
export async function requirePrincipal(
  client: PoolClient,
  organizationId: string,
  type: PrincipalType,
  id: string,
): Promise<void> {
  if (type === 'user') await findMember(client, organizationId, id);
  else if (type === 'team') await readTeam(client, organizationId, id);
  else if (id !== organizationId) throw notFound('An organization gives to itself, or by a grant.');
}

/** Ids of everything that a user is: themselves, their teams and their organization. Ids are unique over all of these. */
export const principalIdsOf = async (client: PoolClient, organizationId: string, userId: string): Promise<string[]> => [
  userId,
  ...(await teamIdsOf(client, organizationId, userId)),
  organizationId,
];

/** Takes from a user who leaves the organization, or a team that is deleted, what they were given. */
export async function forgetPrincipal(
  client: PoolClient,
  organizationId: string,
  type: PrincipalType,
  id: string,
): Promise<void> {
  const principal = [organizationId, type, id];
  await client.query(
    'delete from role_bindings where organization_id = $1 and principal_type = $2 and principal_id = $3',
    principal,
  );
  await client.query(
    'delete from relationships where organization_id = $1 and subject_type = $2 and subject_id = $3',
    principal,
  );
  await client.query(
    `update cross_org_grants set status = 'revoked', updated_at = now()
      where target_organization_id = $1 and grantee_type = $2 and grantee_id = $3 and status <> 'revoked'`,
    principal,
  );
}
