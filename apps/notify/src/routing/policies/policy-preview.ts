import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  PreviewPolicy,
  previewPolicy,
  testPolicy,
  TestPolicyOf,
  type EventSample,
  type PlannedRoute,
  type PolicyPreview,
} from '@spanwise/contracts/notify/routing';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import type { Route } from '../../channels/outbox/chains.js';
import { maskedTarget } from '../../channels/providers/masked-target.js';
import { matches, type Matchers } from './matchers.js';
import { policyRow } from './policies.store.js';
import { policyOf, type Policy } from './policy-rules.js';
import { TeamDirectory } from './team-directory.js';
import { recipientPlans } from './recipient-plans.js';
import { usableConnectors, type UsableConnectors } from './recipients.store.js';

/** What a policy would do with an event; sends nothing. */
@Controller()
export class PolicyPreviews {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly teams: TeamDirectory,
  ) {}

  @HandleRpc(testPolicy)
  async previewStored(
    { id, event }: TestPolicyOf,
    { organization_id: organizationId }: IamContext,
  ): Promise<PolicyPreview> {
    const row = await this.transactions.in(organizationId, (client) => policyRow(client, organizationId, id));
    return this.of(organizationId, row.definition, event, id);
  }

  @HandleRpc(previewPolicy)
  async preview(
    { policy, event }: PreviewPolicy,
    { organization_id: organizationId }: IamContext,
  ): Promise<PolicyPreview> {
    return this.of(organizationId, policyOf(policy), event);
  }

  private async of(organizationId: string, policy: Policy, event: EventSample, id?: string): Promise<PolicyPreview> {
    const attributes = event.attributes ?? {};
    const matched =
      (event.event_type ?? policy.event_type) === policy.event_type && matches(policy.matchers as Matchers, attributes);
    const named = id !== undefined && { policy_id: id };
    if (!matched) return { ...named, matched, recipients: [] };
    const teams = await this.teams.membersFor(organizationId, policy, attributes);
    return this.transactions.in(organizationId, async (client) => {
      const connectors = await usableConnectors(client, organizationId);
      const found = await recipientPlans(client, organizationId, policy, attributes, connectors, teams);
      const planned = (routes: Route[]) => routes.map((route) => shown(route, connectors));
      const recipients = found.plans.map(({ recipient, routes, unreachable }) => ({
        ...recipient,
        delivery_plan: planned(routes),
        ...(unreachable !== undefined && { explanation: unreachable }),
      }));
      if (found.unreachable === undefined) return { ...named, matched, recipients };
      const { reason, routes } = found.unreachable;
      return { ...named, matched, recipients, explanation: reason, delivery_plan: planned(routes) };
    });
  }
}

const shown = (route: Route, connectors: UsableConnectors): PlannedRoute => ({
  stage: route.stage,
  connector_id: route.connector_id,
  connector_name: connectors.get(route.connector_id)?.name ?? '',
  ...(route.endpoint_id !== undefined && { endpoint_id: route.endpoint_id }),
  target_type: route.target.type,
  target_value_masked: maskedTarget(route.target.value),
});
