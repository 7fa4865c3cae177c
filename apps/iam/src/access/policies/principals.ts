/** Whom something is given to. Every function's transaction is scoped to the organization. */
import type { PoolClient } from 'pg';
import { notFound } from '@spanwise/contracts/base/errors';
import type { PrincipalType } from '@spanwise/contracts/iam/roles';
import { readTeam, teamIdsOf } from '../teams/teams.store.js';
import { isMember } from '../roles/standing.store.js';

/** Throws `not_found` for what is not of this organization. */
export async function requirePrincipal(
  client: PoolClient,
  organizationId: string,
  type: PrincipalType,
  id: string,
): Promise<void> {
  if (type === 'user') {
    if (!(await isMember(client, organizationId, id))) throw notFound('There is no such user in this organization.');
  } else if (type === 'team') await readTeam(client, organizationId, id);
  else if (id !== organizationId) throw notFound('An organization gives to itself, or by a grant.');
}

/** Ids of everything that a user is: themselves, their teams and their organization. Ids are unique over all of these. */
export const principalIdsOf = async (client: PoolClient, organizationId: string, userId: string): Promise<string[]> => [
  userId,
  ...(await teamIdsOf(client, organizationId, userId)),
  organizationId,
];
