import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  listPreferences,
  OfUser,
  setPreference,
  SetPreferenceOf,
  type PreferenceView,
} from '@spanwise/contracts/notify-recipients';
import { requireUserAccess } from '../user-endpoints/endpoint-access.js';
import { Preferences } from './preferences.js';

@Controller()
export class PreferencesController {
  constructor(private readonly preferences: Preferences) {}

  @HandleRpc(listPreferences)
  async list({ user_id }: OfUser, { context }: ScopedCall): Promise<PreferenceView[]> {
    requireUserAccess(context, user_id, 'read');
    return this.preferences.list(context.organization_id, user_id);
  }

  @HandleRpc(setPreference)
  async set({ user_id, category, body }: SetPreferenceOf, { context }: ScopedCall): Promise<PreferenceView> {
    requireUserAccess(context, user_id, 'manage');
    return this.preferences.set(context.organization_id, user_id, category, body);
  }
}
