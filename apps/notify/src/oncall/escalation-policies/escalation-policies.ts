import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  createEscalation,
  deleteEscalation,
  EscalationBody,
  EscalationId,
  listEscalations,
  readEscalation,
  SetEscalation,
  updateEscalation,
  type EscalationView,
} from '@spanwise/contracts/alerting/escalation-policies';
import { conflict } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { PoolClient } from 'pg';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { requireRoom, uniquelyNamed } from '../../db/named-things.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { PeopleDirectory } from '../schedules/people.js';
import { findSchedule } from '../schedules/schedules.store.js';
import {
  addEscalation,
  escalationBytes,
  escalationRow,
  escalationRows,
  removeEscalation,
  setEscalation,
  type EscalationPolicyRow,
} from './escalation-policies.store.js';
import { escalationOf, namedIn, requireTargets, targetId, targetKey, type Escalation } from './escalation-rules.js';

const MAX_ESCALATIONS = 1_000;
/** All of them are one answer, which goes over the bus in one piece. */
const MAX_BYTES = 2_097_152;

/** Escalation policies of an organization (ALERT-80, ALERT-81). */
@Controller()
export class EscalationPolicies {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly people: PeopleDirectory,
  ) {}

  @HandleRpc(listEscalations)
  list(_: Empty, { organization_id: organizationId }: IamContext): Promise<EscalationView[]> {
    return this.transactions.in(organizationId, async (client) =>
      (await escalationRows(client, organizationId, MAX_ESCALATIONS)).map(viewOf),
    );
  }

  @HandleRpc(readEscalation)
  async read({ id }: EscalationId, { organization_id: organizationId }: IamContext): Promise<EscalationView> {
    return viewOf(await this.row(organizationId, id));
  }

  @HandleRpc(createEscalation)
  async create(body: EscalationBody, context: IamContext): Promise<EscalationView> {
    const { organization_id: organizationId } = context;
    const escalation = escalationOf(body);
    await this.requireNamed(organizationId, escalation);
    return this.write(context, 'escalation.created', async (client) => {
      await requireRoom(client, organizationId, 'alert_escalations', MAX_ESCALATIONS);
      return addEscalation(client, organizationId, uuidv7(), escalation);
    });
  }

  /** Replaces the policy; what is paged already goes on by the new one. */
  @HandleRpc(updateEscalation)
  async update({ id, body }: SetEscalation, context: IamContext): Promise<EscalationView> {
    const { organization_id: organizationId } = context;
    const escalation = escalationOf(body);
    const { definition: before } = await this.row(organizationId, id);
    await this.requireNamed(organizationId, escalation, before);
    return this.write(context, 'escalation.updated', (client) => setEscalation(client, organizationId, id, escalation));
  }

  @HandleRpc(deleteEscalation)
  async delete({ id }: EscalationId, context: IamContext): Promise<{ deleted: true }> {
    await this.write(context, 'escalation.deleted', (client) => removeEscalation(client, context.organization_id, id));
    return { deleted: true };
  }

  private row(organizationId: string, id: string): Promise<EscalationPolicyRow> {
    return this.transactions.in(organizationId, (client) => escalationRow(client, organizationId, id));
  }

  private write(
    context: IamContext,
    action: string,
    work: (client: PoolClient) => Promise<EscalationPolicyRow>,
  ): Promise<EscalationView> {
    const { organization_id: organizationId } = context;
    return uniquelyNamed('escalation policy', () =>
      this.transactions.in(organizationId, async (client) => {
        const row = await work(client);
        if ((await escalationBytes(client, organizationId)) > MAX_BYTES) {
          throw conflict('The escalation policies of an organization can hold 2 MiB together.');
        }
        const { name, steps, repeat, max_loops } = row.definition;
        const payload = { name, steps: steps.length, repeat, max_loops };
        await recordChange(client, context, { action, target_kind: 'escalation', target_id: row.id, payload });
        return viewOf(row);
      }),
    );
  }

  /** Whom the policy names has to be there, but for those whom it named before: they may have left meanwhile. */
  private async requireNamed(organizationId: string, escalation: Escalation, before?: Escalation): Promise<void> {
    const known = new Set(before === undefined ? [] : namedIn(before).map(({ target }) => targetKey(target)));
    const asked = namedIn(escalation).filter(({ target }) => !known.has(targetKey(target)));
    const idsOf = (kind: string) => [
      ...new Set(asked.filter(({ target }) => target.kind === kind).map(({ target }) => targetId(target))),
    ];
    const found = [
      ...[...(await this.people.named(organizationId, idsOf('user'))).keys()].map((id) => `user:${id}`),
      ...(await this.schedulesAmong(organizationId, idsOf('schedule'))).map((id) => `schedule:${id}`),
    ];
    for (const id of idsOf('team')) {
      const { team_exists: exists } = await this.people.asked(organizationId, [], id);
      if (exists === true) found.push(`team:${id}`);
    }
    const there = new Set([...known, ...found]);
    requireTargets(escalation, (target) => there.has(targetKey(target)));
  }

  private schedulesAmong(organizationId: string, ids: readonly string[]): Promise<string[]> {
    return this.transactions.in(organizationId, async (client) => {
      const found: string[] = [];
      for (const id of ids) if ((await findSchedule(client, organizationId, id)) !== undefined) found.push(id);
      return found;
    });
  }
}

const viewOf = ({ id, organization_id, definition, created_at, updated_at }: EscalationPolicyRow): EscalationView => ({
  id,
  org_id: organization_id,
  ...definition,
  created_at: microsOf(created_at),
  updated_at: microsOf(updated_at),
});
