import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  listPreferences,
  listRecipientSettings,
  OfUser,
  setPreference,
  SetPreferenceOf,
  type PreferenceView,
  type RecipientSettings,
} from '@spanwise/contracts/notify-recipients';
import { Empty } from '@spanwise/contracts/rpc';
import { requireUserAccess } from '../user-endpoints/endpoint-access.js';
import { UserEndpoints } from '../user-endpoints/user-endpoints.js';
import { Preferences } from './preferences.js';

@Controller()
export class PreferencesController {
  constructor(
    private readonly preferences: Preferences,
    private readonly endpoints: UserEndpoints,
  ) {}

  @HandleRpc(listPreferences)
  async list({ user_id }: OfUser, { context }: ScopedCall): Promise<PreferenceView[]> {
    requireUserAccess(context, user_id, 'read');
    return this.preferences.list(context.organization_id, user_id);
  }

  @HandleRpc(listRecipientSettings)
  async listAll(_: Empty, { context }: ScopedCall): Promise<RecipientSettings> {
    const [endpoints, preferences] = await Promise.all([
      this.endpoints.listAll(context),
      this.preferences.listAll(context.organization_id),
    ]);
    return { endpoints, preferences };
  }

  @HandleRpc(setPreference)
  async set({ user_id, category, body }: SetPreferenceOf, { context }: ScopedCall): Promise<PreferenceView> {
    requireUserAccess(context, user_id, 'manage');
    return this.preferences.set(context, user_id, category, body);
  }
}
