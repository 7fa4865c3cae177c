import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  createSilence,
  deleteSilence,
  listSilences,
  readSilence,
  SetSilenceOf,
  SilenceBody,
  SilenceId,
  updateSilence,
  type SilenceView,
} from '@spanwise/contracts/alerting/silences';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { requireRoom } from '../../db/named-things.js';
import { lockOrganization, OrganizationTransactions } from '../../db/organization-transactions.js';
import { requireFewPatterns } from './label-matchers.js';
import { silenceOf, requireToCome, type Silence } from './silence-rules.js';
import {
  addSilence,
  dropEnded,
  silenceRow,
  silenceRows,
  silencesAt,
  removeSilence,
  setSilence,
  type SilenceRow,
} from './silences.store.js';

const MAX_SILENCES = 1_000;

/** Silences of alert notifications (ALERT-50). */
@Controller()
export class Silences {
  constructor(private readonly transactions: OrganizationTransactions) {}

  @HandleRpc(listSilences)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<SilenceView[]> {
    return this.transactions.in(organizationId, async (client) =>
      (await silenceRows(client, organizationId, MAX_SILENCES)).map(silenceView),
    );
  }

  @HandleRpc(readSilence)
  read({ id }: SilenceId, { organization_id: organizationId }: IamContext): Promise<SilenceView> {
    return this.transactions.in(organizationId, async (client) =>
      silenceView(await silenceRow(client, organizationId, id)),
    );
  }

  @HandleRpc(createSilence)
  create(body: SilenceBody, context: IamContext): Promise<SilenceView> {
    const silence = silenceOf(body);
    requireToCome(silence, Date.now() * 1_000);
    return this.transactions.in(context.organization_id, (client) => createSilenceIn(client, context, silence));
  }

  /** Replaces the silence: one that has ended, or ends by this, too. */
  @HandleRpc(updateSilence)
  update({ id, body }: SetSilenceOf, context: IamContext): Promise<SilenceView> {
    const { organization_id: organizationId } = context;
    const silence = silenceOf(body);
    return this.transactions.in(organizationId, async (client) => {
      await lockOrganization(client, organizationId);
      const row = await setSilence(client, organizationId, id, silence);
      await requirePatternRoom(client, organizationId);
      await recordChange(client, context, changeOf('mute.update', row));
      return silenceView(row);
    });
  }

  @HandleRpc(deleteSilence)
  delete({ id }: SilenceId, context: IamContext): Promise<{ deleted: true }> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const row = await removeSilence(client, organizationId, id);
      await recordChange(client, context, changeOf('mute.delete', row));
      return { deleted: true as const };
    });
  }
}

/**
 * A silence as part of a larger change. It locks the organization: call it last. Silences that have ended give way where
 * there is no room; throws `conflict` where none has.
 */
export async function createSilenceIn(client: PoolClient, context: IamContext, silence: Silence): Promise<SilenceView> {
  const { organization_id: organizationId, subject } = context;
  await lockOrganization(client, organizationId);
  await dropEnded(client, organizationId, MAX_SILENCES);
  await requireRoom(client, organizationId, 'alert_mutes', MAX_SILENCES);
  const row = await addSilence(client, organizationId, uuidv7(), silence, subject);
  await requirePatternRoom(client, organizationId);
  await recordChange(client, context, changeOf('mute.create', row));
  return silenceView(row);
}

const requirePatternRoom = async (client: PoolClient, organizationId: string) =>
  requireFewPatterns(await silencesAt(client, organizationId, Date.now() * 1_000), 'silences');

const changeOf = (action: string, { id, definition }: SilenceRow): Change => ({
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

const silenceView = ({
  id,
  organization_id,
  definition,
  created_by,
  created_at,
  updated_at,
}: SilenceRow): SilenceView => ({
  id,
  org_id: organization_id,
  ...definition,
  ...(created_by !== null && { created_by }),
  created_at: microsOf(created_at),
  updated_at: microsOf(updated_at),
});
