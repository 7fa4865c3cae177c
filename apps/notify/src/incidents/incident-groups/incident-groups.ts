import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  acknowledgeIncidentGroup,
  IncidentGroupId,
  IncidentGroupsAsked,
  listIncidentGroups,
  resolveIncidentGroup,
  type AcknowledgedGroup,
  type IncidentGroup,
  type ResolvedGroup,
} from '@spanwise/contracts/alerting/grouping';
import { forbidden } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { recordChange } from '../../platform/audit/audit-outbox.js';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { changeIncidents, type IncidentChanges } from '../incidents/incident-lifecycle.js';
import { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import { groupViews, membersOf } from './group-views.store.js';

const DEFAULT_LIMIT = 200;

/** Groups of incidents, and what is done with all of one at once (ALERT-126). */
@Controller()
export class IncidentGroups {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly config: NotifyConfig,
    private readonly worker: DeliveryWorker,
  ) {}

  @HandleRpc(listIncidentGroups)
  list(
    { state, limit = DEFAULT_LIMIT }: IncidentGroupsAsked,
    { organization_id: organizationId }: IamContext,
  ): Promise<IncidentGroup[]> {
    return this.transactions.in(organizationId, (client) => groupViews(client, organizationId, state, limit));
  }

  @HandleRpc(acknowledgeIncidentGroup)
  async acknowledge({ id }: IncidentGroupId, context: IamContext): Promise<AcknowledgedGroup> {
    const done = await this.each(context, id, 'acknowledge', ['open'], (incidents, one) =>
      incidents.acknowledge(one, context.subject, { group_id: id }),
    );
    return { acked: true, incident_acked: done > 0, incidents_acked: done };
  }

  @HandleRpc(resolveIncidentGroup)
  async resolve({ id }: IncidentGroupId, context: IamContext): Promise<ResolvedGroup> {
    const done = await this.each(context, id, 'resolve', ['open', 'acknowledged'], (incidents, one) =>
      incidents.resolve(one, context.subject),
    );
    return { resolved: true, incident_resolved: done > 0, incidents_resolved: done };
  }

  /** All of them or none. A user may have been faster with one: it stays as it is. */
  private async each(
    context: IamContext,
    id: string,
    what: 'acknowledge' | 'resolve',
    statuses: readonly string[],
    work: (incidents: IncidentChanges, incidentId: string) => Promise<unknown>,
  ): Promise<number> {
    if (context.subject_type === 'share') throw forbidden('A shared view changes nothing.');
    const { organization_id: organizationId } = context;
    const { baseUrl } = this.config.values;
    const done = await this.transactions.in(organizationId, async (client) => {
      const changed = await changeIncidents(client, organizationId, { baseUrl }, async (incidents) => {
        let count = 0;
        for (const one of await membersOf(client, organizationId, id, statuses)) {
          const status = await incidents.statusOf(one);
          if (status === undefined || !statuses.includes(status)) continue;
          await work(incidents, one);
          count++;
        }
        return count;
      });
      const change = { action: `incident_group.${what}`, target_kind: 'incident_group', target_id: id };
      if (changed > 0) await recordChange(client, context, { ...change, payload: { incidents: changed } });
      return changed;
    });
    this.worker.wake();
    return done;
  }
}
