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
} from '@spanwise/contracts/notify/recipients';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Preferences } from './preferences.js';

@Controller()
export class PreferencesController {
  constructor(private readonly preferences: Preferences) {}

  @HandleRpc(listPreferences)
  list({ user_id }: OfUser, { context }: ScopedCall): Promise<PreferenceView[]> {
    return this.preferences.list(context, user_id);
  }

  @HandleRpc(listRecipientSettings)
  listAll(_: Empty, { context }: ScopedCall): Promise<RecipientSettings> {
    return this.preferences.settingsOfAll(context);
  }

  @HandleRpc(setPreference)
  set({ user_id, category, body }: SetPreferenceOf, { context }: ScopedCall): Promise<PreferenceView> {
    return this.preferences.set(context, user_id, category, body);
  }
}
