import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import {
  listPreferences,
  listRecipientSettings,
  OfUser,
  setPreference,
  SetPreferenceOf,
  type PreferenceView,
  type RecipientSettings,
} from '@spanwise/contracts/notify/recipients';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { requireUserAccess } from '../user-endpoints/endpoint-access.js';
import { endpointView } from '../user-endpoints/endpoint-rows.js';
import { endpointRowsOfAll } from '../user-endpoints/user-endpoints.store.js';
import { keptEndpoints, preferenceRows, setSteps, storePreference, stepRows } from './preferences.store.js';

const MAX_LISTED = 5_000;

/** By which endpoints, in which order and when a user is notified of a category (DELIVERY-19). */
@Controller()
export class Preferences {
  constructor(private readonly transactions: OrganizationTransactions) {}

  @HandleRpc(listPreferences)
  async list({ user_id: userId }: OfUser, context: IamContext): Promise<PreferenceView[]> {
    requireUserAccess(context, userId, 'read');
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, (client) => read(client, organizationId, userId));
  }

  /** Of all users of the organization. */
  @HandleRpc(listRecipientSettings)
  async settingsOfAll(_: Empty, { organization_id: organizationId }: IamContext): Promise<RecipientSettings> {
    const [endpoints, preferences] = await Promise.all([
      this.transactions.in(organizationId, async (client) =>
        (await endpointRowsOfAll(client, organizationId)).map(endpointView),
      ),
      this.transactions.in(organizationId, (client) => read(client, organizationId, null)),
    ]);
    return { endpoints, preferences };
  }

  /** Replaces the preference of the category; its steps are the endpoints in their order. */
  @HandleRpc(setPreference)
  async set({ user_id: userId, category, body: input }: SetPreferenceOf, context: IamContext): Promise<PreferenceView> {
    requireUserAccess(context, userId, 'manage');
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      await requireOwn(client, organizationId, userId, input.endpoint_ids);
      const id = await storePreference(client, {
        organization_id: organizationId,
        user_id: userId,
        category,
        enabled: input.enabled ?? true,
        quiet_hours: input.quiet_hours ?? null,
        allow_critical_bypass: input.allow_critical_bypass ?? true,
      });
      await setSteps(client, organizationId, id, input.endpoint_ids);
      const preference = (await read(client, organizationId, userId)).find((one) => one.id === id)!;
      await recordChange(client, context, changeOf(preference));
      return preference;
    });
  }
}

const changeOf = ({ id, user_id, category, enabled, steps }: PreferenceView): Change => ({
  action: 'preference.set',
  target_kind: 'preference',
  target_id: id,
  payload: { user_id, category, enabled, endpoint_ids: steps.map(({ endpoint_id: endpoint }) => endpoint) },
});

/** Null stands for every user. */
async function read(client: PoolClient, organizationId: string, userId: string | null): Promise<PreferenceView[]> {
  const rows = await preferenceRows(client, organizationId, userId, MAX_LISTED);
  const steps = await stepRows(
    client,
    rows.map(({ id }) => id),
  );
  return rows.map(({ quiet_hours: quietHours, created_at, updated_at, ...row }) => ({
    ...row,
    ...(quietHours !== null && { quiet_hours: quietHours }),
    steps: steps
      .filter((step) => step.preference_id === row.id)
      .map(({ id, preference_id, endpoint_id, step_order, created_at: made }) => ({
        id,
        preference_id,
        endpoint_id,
        step_order,
        created_at: microsOf(made),
      })),
    created_at: microsOf(created_at),
    updated_at: microsOf(updated_at),
  }));
}

async function requireOwn(client: PoolClient, organizationId: string, userId: string, ids: string[]): Promise<void> {
  if ((await keptEndpoints(client, organizationId, userId, ids)) !== ids.length) {
    throw invalidArgument('An endpoint of the preference is not one of this user.', [
      { field: 'endpoint_ids', reason: 'must be endpoints of this user' },
    ]);
  }
}
