import type { PoolClient } from 'pg';
import { unauthorized } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { Profile } from '@spanwise/contracts/iam/profile';
import { microsOf } from '@spanwise/contracts/base/micros';
import { rolesOfCaller } from '../../access/context/caller-roles.store.js';
import { displayRole } from '../../access/roles/effective-access.js';
import { findProfile } from './profile.store.js';

export async function readProfile(client: PoolClient, context: IamContext): Promise<Profile> {
  const row = await findProfile(client, context.subject, context.organization_id);
  if (row === undefined) throw unauthorized();
  return {
    user_id: context.subject,
    email: row.email,
    username: row.display_name,
    display_name: row.display_name,
    ...(row.avatar_url !== null && { avatar_url: row.avatar_url }),
    bio: row.bio,
    org_id: context.organization_id,
    org_name: row.org_name,
    org_slug: row.org_slug,
    display_role: displayRole(await rolesOfCaller(client, context)),
    created_at_micros: microsOf(row.created_at),
  };
}
