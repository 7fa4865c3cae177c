import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
} from '@spanwise/contracts/iam/profile';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Profiles } from './profiles.js';

@Controller()
export class ProfileController {
  constructor(private readonly profiles: Profiles) {}

  @HandleRpc(profile)
  profile(_: Empty, { context }: ScopedCall): Promise<Profile> {
    return this.profiles.profile(context);
  }

  @HandleRpc(updateProfile)
  update(input: UpdateProfile, { context }: ScopedCall): Promise<Profile> {
    return this.profiles.update(input, context);
  }

  @HandleRpc(preferences)
  preferences(_: Empty, { context }: ScopedCall): Promise<Preferences> {
    return this.profiles.preferences(context);
  }

  @HandleRpc(updatePreferences)
  updatePreferences(input: Preferences, { context }: ScopedCall): Promise<Preferences> {
    return this.profiles.updatePreferences(input, context);
  }

  @HandleRpc(workspacePreferences)
  workspacePreferences(_: Empty, { context }: ScopedCall): Promise<Preferences> {
    return this.profiles.workspacePreferences(context);
  }

  @HandleRpc(updateWorkspacePreferences)
  updateWorkspacePreferences(input: Preferences, { context }: ScopedCall): Promise<Preferences> {
    return this.profiles.updateWorkspacePreferences(input, context);
  }
}
