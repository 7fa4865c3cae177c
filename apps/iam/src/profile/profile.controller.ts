import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { forbidden, invalidArgument, unauthorized } from '@spanwise/contracts/errors';
import { avatarPath } from '@spanwise/contracts/iam-avatars';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  Preferences,
  preferences,
  profile,
  UpdateProfile,
  updatePreferences,
  updateProfile,
  updateWorkspacePreferences,
  workspacePreferences,
  type Profile,
} from '@spanwise/contracts/iam-profile';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { displayRole } from '../context/effective-access.js';
import { rolesOfCaller } from '../context/caller-roles.js';
import { Scopes } from '../db/scopes.js';

interface ProfileRow {
  email: string;
  display_name: string;
  avatar_url: string | null;
  bio: string;
  created_at: Date;
  org_name: string;
  org_slug: string;
}

@Controller()
export class ProfileController {
  constructor(private readonly scopes: Scopes) {}

  @HandleRpc(profile)
  profile(_: Empty, { context }: ScopedCall): Promise<Profile> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, (client) => readProfile(client, context)),
    );
  }

  @HandleRpc(updateProfile)
  update(input: UpdateProfile, { context }: ScopedCall): Promise<Profile> {
    requireUser(context);
    const { display_name: name = input.username, username = name } = input;
    if (name !== username) throw invalidArgument('The members display_name and username must not differ.');
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await client.query(
          `update users set display_name = coalesce($2, display_name), bio = coalesce($3, bio),
                            avatar_url = case when $4::text is null then avatar_url else nullif($4, '') end
            where id = $1`,
          [context.subject, name?.trim() ?? null, input.bio ?? null, input.avatar_url ?? null],
        );
        await settleAvatar(client, context, input.avatar_url);
        const members = Object.keys(input).filter((member) => input[member as keyof UpdateProfile] !== undefined);
        await audit(client, { ...actorOf(context), action: 'profile.update', payload: { members } });
        return readProfile(client, context);
      }),
    );
  }

  /** The caller's own, else the organization's, else the product's. */
  @HandleRpc(preferences)
  preferences(_: Empty, { context }: ScopedCall): Promise<Preferences> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<{ preferences: Preferences | null }>(
          `select coalesce(u.preferences, o.preferences) as preferences from users u, organizations o
            where u.id = $1 and o.id = $2`,
          [context.subject, context.organization_id],
        );
        return { ...new Preferences(), ...rows[0]?.preferences };
      }),
    );
  }

  @HandleRpc(updatePreferences)
  updatePreferences(input: Preferences, { context }: ScopedCall): Promise<Preferences> {
    requireUser(context);
    return this.store('update users set preferences = $2 where id = $1', context.subject, input, context);
  }

  @HandleRpc(workspacePreferences)
  workspacePreferences(_: Empty, { context }: ScopedCall): Promise<Preferences> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<{ preferences: Preferences | null }>(
          'select preferences from organizations where id = $1',
          [context.organization_id],
        );
        return { ...new Preferences(), ...rows[0]?.preferences };
      }),
    );
  }

  @HandleRpc(updateWorkspacePreferences)
  updateWorkspacePreferences(input: Preferences, { context }: ScopedCall): Promise<Preferences> {
    const statement = 'update organizations set preferences = $2 where id = $1';
    return this.store(statement, context.organization_id, input, context);
  }

  private store(statement: string, id: string, input: Preferences, context: IamContext): Promise<Preferences> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await client.query(statement, [id, JSON.stringify(input)]);
        const action = id === context.subject ? 'preferences.update' : 'workspace_preferences.update';
        await audit(client, { ...actorOf(context), action, target: id, payload: { ...input } });
        return input;
      }),
    );
  }
}

/** The picture that was uploaded stays while its address does. Another address of that kind is nobody's to give. */
async function settleAvatar(client: PoolClient, { subject }: IamContext, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const { rows } = await client.query<{ file: string }>('select file from avatars where user_id = $1', [subject]);
  const own = rows.some(({ file }) => avatarPath(subject, file) === url);
  if (url.startsWith('/') && !own) throw invalidArgument('The member avatar_url is not the address of your picture.');
  if (!own) await client.query('delete from avatars where user_id = $1', [subject]);
}

/** An API token acts for integrations: it does not change the account of its owner. */
export function requireUser(context: IamContext): void {
  if (context.subject_type !== 'user') throw forbidden('An API token cannot do this: sign in.');
}

export async function readProfile(client: PoolClient, context: IamContext): Promise<Profile> {
  const { rows } = await client.query<ProfileRow>(
    `select u.email, u.display_name, u.avatar_url, u.bio, u.created_at, o.name as org_name, o.slug as org_slug
       from users u, organizations o where u.id = $1 and o.id = $2`,
    [context.subject, context.organization_id],
  );
  if (rows.length === 0) throw unauthorized();
  const [row] = rows;
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
    created_at_micros: row.created_at.getTime() * 1_000,
  };
}
