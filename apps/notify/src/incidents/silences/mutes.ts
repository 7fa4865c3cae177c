import { Injectable } from '@nestjs/common';
import type { MuteBody, MuteView } from '@spanwise/contracts/alerting/silences';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { requireRoom } from '../../db/named-things.js';
import { lockOrganization, OrganizationTransactions } from '../../db/organization-transactions.js';
import { requireFewPatterns } from './label-matchers.js';
import { muteOf, requireToCome, type Mute } from './mute-rules.js';
import { addMute, dropEnded, muteRow, muteRows, mutesAt, removeMute, setMute, type MuteRow } from './mutes.store.js';

const MAX_MUTES = 1_000;

/** Silences of alert notifications (ALERT-50). */
@Injectable()
export class Mutes {
  constructor(private readonly transactions: OrganizationTransactions) {}

  list(organizationId: string): Promise<MuteView[]> {
    return this.transactions.in(organizationId, async (client) =>
      (await muteRows(client, organizationId, MAX_MUTES)).map(muteView),
    );
  }

  read(organizationId: string, id: string): Promise<MuteView> {
    return this.transactions.in(organizationId, async (client) => muteView(await muteRow(client, organizationId, id)));
  }

  create(context: IamContext, body: MuteBody): Promise<MuteView> {
    const mute = muteOf(body);
    requireToCome(mute, Date.now() * 1_000);
    return this.transactions.in(context.organization_id, (client) => createMuteIn(client, context, mute));
  }

  /** Replaces the silence: one that has ended, or ends by this, too. */
  update(context: IamContext, id: string, body: MuteBody): Promise<MuteView> {
    const { organization_id: organizationId } = context;
    const mute = muteOf(body);
    return this.transactions.in(organizationId, async (client) => {
      await lockOrganization(client, organizationId);
      const row = await setMute(client, organizationId, id, mute);
      await requirePatternRoom(client, organizationId);
      await recordChange(client, context, changeOf('mute.update', row));
      return muteView(row);
    });
  }

  delete(context: IamContext, id: string): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const row = await removeMute(client, organizationId, id);
      await recordChange(client, context, changeOf('mute.delete', row));
      return { deleted: true as const };
    });
  }
}

/**
 * A silence as part of a larger change. It locks the organization: call it last. Silences that have ended give way where
 * there is no room; throws `conflict` where none has.
 */
export async function createMuteIn(client: PoolClient, context: IamContext, mute: Mute): Promise<MuteView> {
  const { organization_id: organizationId, subject } = context;
  await lockOrganization(client, organizationId);
  await dropEnded(client, organizationId, MAX_MUTES);
  await requireRoom(client, organizationId, 'alert_mutes', MAX_MUTES);
  const row = await addMute(client, organizationId, uuidv7(), mute, subject);
  await requirePatternRoom(client, organizationId);
  await recordChange(client, context, changeOf('mute.create', row));
  return muteView(row);
}

const requirePatternRoom = async (client: PoolClient, organizationId: string) =>
  requireFewPatterns(await mutesAt(client, organizationId, Date.now() * 1_000), 'silences');

const changeOf = (action: string, { id, definition }: MuteRow): Change => ({
  action,
  target_kind: 'mute',
  target_id: id,
  payload: {
    name: definition.name,
    enabled: definition.enabled,
    window: definition.window,
    matchers: definition.matchers.length,
  },
});

const muteView = ({ id, organization_id, definition, created_by, created_at, updated_at }: MuteRow): MuteView => ({
  id,
  org_id: organization_id,
  ...definition,
  ...(created_by !== null && { created_by }),
  created_at: microsOf(created_at),
  updated_at: microsOf(updated_at),
});
