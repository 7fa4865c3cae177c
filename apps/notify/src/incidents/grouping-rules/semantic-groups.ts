import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  createSemanticGroup,
  deleteSemanticGroup,
  importSemanticGroups,
  listSemanticGroups,
  readSemanticGroup,
  SemanticGroupBody,
  SemanticGroupId,
  SetSemanticGroup,
  updateSemanticGroup,
  SemanticGroupsImport,
  type SemanticGroupView,
} from '@spanwise/contracts/alerting/grouping';
import { conflict } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { requireRoom, uniquelyNamed } from '../../db/named-things.js';
import { lockOrganization, OrganizationTransactions } from '../../db/organization-transactions.js';
import { requireFewPatterns } from '../silences/label-matchers.js';
import { semanticGroupOf, type SemanticGroup } from './semantic-group-rules.js';
import {
  addSemanticGroup,
  putSemanticGroups,
  removeSemanticGroup,
  semanticGroupRow,
  semanticGroupRows,
  setSemanticGroup,
  type SemanticGroupRow,
} from './semantic-groups.store.js';

/** All of them are looked at for each incident that opens. */
const MAX_GROUPS = 200;

/** What belongs together, as an organization says (ALERT-124). */
@Controller()
export class SemanticGroups {
  constructor(private readonly transactions: OrganizationTransactions) {}

  @HandleRpc(listSemanticGroups)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<SemanticGroupView[]> {
    return this.transactions.in(organizationId, async (client) =>
      (await semanticGroupRows(client, organizationId)).map(viewOf),
    );
  }

  @HandleRpc(readSemanticGroup)
  read({ id }: SemanticGroupId, { organization_id: organizationId }: IamContext): Promise<SemanticGroupView> {
    return this.transactions.in(organizationId, async (client) =>
      viewOf(await semanticGroupRow(client, organizationId, id)),
    );
  }

  @HandleRpc(createSemanticGroup)
  create(body: SemanticGroupBody, context: IamContext): Promise<SemanticGroupView> {
    const group = semanticGroupOf(body);
    return this.write(context, (client) => createIn(client, context, group));
  }

  /** Replaces the group; incidents stay where they are. */
  @HandleRpc(updateSemanticGroup)
  update({ id, body }: SetSemanticGroup, context: IamContext): Promise<SemanticGroupView> {
    const group = semanticGroupOf(body);
    return this.write(context, async (client) => {
      await lockOrganization(client, context.organization_id);
      const row = await setSemanticGroup(client, context.organization_id, id, group);
      await requirePatternRoom(client, context.organization_id);
      await record(client, context, 'semantic_group.update', row);
      return row;
    });
  }

  @HandleRpc(deleteSemanticGroup)
  async delete({ id }: SemanticGroupId, context: IamContext): Promise<{ deleted: true }> {
    await this.write(context, async (client) => {
      const row = await removeSemanticGroup(client, context.organization_id, id);
      await record(client, context, 'semantic_group.delete', row);
      return row;
    });
    return { deleted: true };
  }

  /** All or none. One with a name that is there, or that comes again, replaces that one. */
  @HandleRpc(importSemanticGroups)
  async import({ groups }: SemanticGroupsImport, context: IamContext): Promise<{ imported: number }> {
    const sound = new Map(
      groups.map((body, at) => semanticGroupOf(body, `groups.${at}.`)).map((group) => [group.name, group]),
    );
    const { organization_id: organizationId } = context;
    await this.transactions.in(organizationId, async (client) => {
      await lockOrganization(client, organizationId);
      const given = [...sound.values()].map((group) => ({ id: uuidv7(), ...group }));
      const count = await putSemanticGroups(client, organizationId, given);
      if (count > MAX_GROUPS) throw conflict(`An organization can have ${MAX_GROUPS} semantic groups.`);
      await requirePatternRoom(client, organizationId);
      const change = { action: 'semantic_group.import', target_kind: 'semantic_group', target_id: organizationId };
      await recordChange(client, context, { ...change, payload: { imported: sound.size } });
    });
    return { imported: sound.size };
  }

  private write(
    { organization_id: organizationId }: IamContext,
    work: (client: PoolClient) => Promise<SemanticGroupRow>,
  ): Promise<SemanticGroupView> {
    return uniquelyNamed('semantic group', async () => viewOf(await this.transactions.in(organizationId, work)));
  }
}

async function createIn(client: PoolClient, context: IamContext, group: SemanticGroup): Promise<SemanticGroupRow> {
  const { organization_id: organizationId } = context;
  await requireRoom(client, organizationId, 'alert_semantic_groups', MAX_GROUPS);
  const row = await addSemanticGroup(client, organizationId, uuidv7(), group);
  await requirePatternRoom(client, organizationId);
  await record(client, context, 'semantic_group.create', row);
  return row;
}

async function requirePatternRoom(client: PoolClient, organizationId: string): Promise<void> {
  const rows = await semanticGroupRows(client, organizationId);
  requireFewPatterns(
    rows.map(({ definition }) => definition).filter(({ enabled }) => enabled),
    'semantic groups',
  );
}

function record(
  client: PoolClient,
  context: IamContext,
  action: string,
  { id, definition }: SemanticGroupRow,
): Promise<void> {
  const { name, enabled, matchers, group_by } = definition;
  const payload = { name, enabled, matchers: matchers.length, group_by };
  return recordChange(client, context, { action, target_kind: 'semantic_group', target_id: id, payload });
}

const viewOf = ({ id, organization_id, definition, created_at, updated_at }: SemanticGroupRow): SemanticGroupView => ({
  id,
  org_id: organization_id,
  ...definition,
  created_at: microsOf(created_at),
  updated_at: microsOf(updated_at),
});
