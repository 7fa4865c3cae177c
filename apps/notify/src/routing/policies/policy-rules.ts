/** What a policy may say, beyond the types of its members (DELIVERY-20, DELIVERY-22). */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { EscalationConfig, PolicyBody, PolicyView } from '@spanwise/contracts/notify/routing';
import { DeliveryConfig, FallbackConfig } from '@spanwise/contracts/notify/routing';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { checkedName } from '../../channels/providers/checked-name.js';
import { matchersFault } from './matchers.js';
import { resolverConfigFault } from './resolvers.js';

/** A policy as it is kept: what the caller left out has its default. */
export type Policy = Omit<PolicyView, 'id' | 'organization_id' | 'fault' | 'created_at' | 'updated_at'>;

const DEFAULT_PRIORITY = 100;
const MODE_CONNECTORS = { prefer_user: [0, 0], force_connector: [1, 1], multi_connector: [2, 10] } as const;

/** Throws `invalid_argument` naming the member. */
export function policyOf(body: PolicyBody): Policy {
  const matchers = body.matchers ?? {};
  const fault = matchersFault(matchers);
  if (fault !== undefined) throw refused('matchers', fault);
  const timeout = body.ack_timeout_seconds ?? undefined;
  const escalation = body.escalation_config ?? undefined;
  if ((timeout === undefined) !== (escalation === undefined)) {
    throw refused('escalation_config', 'must be given together with ack_timeout_seconds, or neither');
  }
  return {
    name: checkedName(body.name),
    event_type: body.event_type,
    category: body.category,
    matchers,
    ...routingOf(body, ''),
    ...(body.template_id != null && { template_id: body.template_id }),
    ...(timeout !== undefined && { ack_timeout_seconds: timeout }),
    ...(escalation !== undefined && { escalation_config: routingOf(escalation, 'escalation_config.') }),
    enabled: body.enabled ?? true,
    priority: body.priority ?? DEFAULT_PRIORITY,
  };
}

type Routing = Required<EscalationConfig>;

function routingOf(input: EscalationConfig, at: string): Routing {
  const config = input.resolver_config ?? {};
  const wrong = resolverConfigFault(input.recipient_resolver, config);
  if (wrong !== undefined) {
    throw refused(
      cutText(`${at}resolver_config.${wrong}`, 200),
      `does not suit the resolver ${input.recipient_resolver}`,
    );
  }
  const connectorIds = input.delivery_config?.connector_ids ?? [];
  const [min, max] = MODE_CONNECTORS[input.delivery_mode];
  if (connectorIds.length < min || connectorIds.length > max) {
    const count = min === max ? String(min) : `${min} to ${max}`;
    throw refused(`${at}delivery_config.connector_ids`, `must be ${count} connectors for ${input.delivery_mode}`);
  }
  return {
    recipient_resolver: input.recipient_resolver,
    resolver_config: config,
    delivery_mode: input.delivery_mode,
    delivery_config: Object.assign(new DeliveryConfig(), { connector_ids: connectorIds }),
    fallback_config: Object.assign(new FallbackConfig(), input.fallback_config),
  };
}

/** The policy as it is when it escalates; undefined for one that does not. */
export function escalationPolicy(policy: Policy): Policy | undefined {
  if (policy.escalation_config === undefined) return undefined;
  return { ...policy, ...routingOf(policy.escalation_config, 'escalation_config.') };
}

export const connectorIdsOf = (policy: Policy): string[] => [
  ...policy.delivery_config.connector_ids,
  ...(policy.escalation_config?.delivery_config?.connector_ids ?? []),
];

const refused = (field: string, reason: string) =>
  invalidArgument(`The policy is invalid: ${field} ${reason}.`, [{ field, reason }]);
