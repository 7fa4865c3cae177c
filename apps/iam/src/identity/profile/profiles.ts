import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { avatarPath } from '@spanwise/contracts/iam/avatars';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  Preferences,
  preferences,
  profile,
  updatePreferences,
  UpdateProfile,
  updateProfile,
  updateWorkspacePreferences,
  workspacePreferences,
  type Profile,
} from '@spanwise/contracts/iam/profile';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { requireUser } from '../../access/roles/require-user.js';
import { Scopes } from '../../db/scopes.js';
import { readProfile } from './profile-view.js';
import {
  changeProfile,
  readAvatarFiles,
  readPreferences,
  readWorkspacePreferences,
  removeAvatars,
  writePreferences,
  writeWorkspacePreferences,
} from './profile.store.js';

@Controller()
export class Profiles {
  constructor(private readonly scopes: Scopes) {}

  @HandleRpc(profile)
  profile(_: Empty, context: IamContext): Promise<Profile> {
    return this.scopes.in({ organizationId: context.organization_id }, (client) => readProfile(client, context));
  }

  @HandleRpc(updateProfile)
  update(input: UpdateProfile, context: IamContext): Promise<Profile> {
    requireUser(context);
    const { display_name: name = input.username, username = name } = input;
    if (name !== username) throw invalidArgument('The members display_name and username must not differ.');
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await changeProfile(client, context.subject, name?.trim() ?? null, input.bio ?? null, input.avatar_url ?? null);
      await settleAvatar(client, context, input.avatar_url);
      const members = Object.keys(input).filter((member) => input[member as keyof UpdateProfile] !== undefined);
      await audit(client, { ...actorOf(context), action: 'profile.update', payload: { members } });
      return readProfile(client, context);
    });
  }

  /** The caller's own, else the organization's, else the product's. */
  @HandleRpc(preferences)
  preferences(_: Empty, context: IamContext): Promise<Preferences> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const stored = await readPreferences(client, context.subject, context.organization_id);
      return { ...new Preferences(), ...stored?.preferences };
    });
  }

  @HandleRpc(updatePreferences)
  updatePreferences(input: Preferences, context: IamContext): Promise<Preferences> {
    requireUser(context);
    return this.store(writePreferences, context.subject, input, context);
  }

  @HandleRpc(workspacePreferences)
  workspacePreferences(_: Empty, context: IamContext): Promise<Preferences> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const stored = await readWorkspacePreferences(client, context.organization_id);
      return { ...new Preferences(), ...stored?.preferences };
    });
  }

  @HandleRpc(updateWorkspacePreferences)
  updateWorkspacePreferences(input: Preferences, context: IamContext): Promise<Preferences> {
    return this.store(writeWorkspacePreferences, context.organization_id, input, context);
  }

  private store(
    write: typeof writePreferences,
    id: string,
    input: Preferences,
    context: IamContext,
  ): Promise<Preferences> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      await write(client, id, storableJson(input));
      const action = id === context.subject ? 'preferences.update' : 'workspace_preferences.update';
      await audit(client, { ...actorOf(context), action, target: id, payload: { ...input } });
      return input;
    });
  }
}

/** The picture that was uploaded stays while its address does. Another address of that kind cannot be set. */
async function settleAvatar(client: PoolClient, { subject }: IamContext, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const rows = await readAvatarFiles(client, subject);
  const own = rows.some(({ file }) => avatarPath(subject, file) === url);
  if (url.startsWith('/') && !own) throw invalidArgument('The member avatar_url is not the address of your picture.');
  if (!own) await removeAvatars(client, subject);
}
