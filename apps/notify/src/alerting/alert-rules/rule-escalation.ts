import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { PoolClient } from 'pg';
import { escalationNamed } from '../../oncall/escalation-policies/escalation-policies.store.js';
import type { RuleDefinition } from './rule-definition.js';

/** Stands for a policy that may be made later (ALERT-81). */
const DEFAULT_ESCALATION = 'default';

/** Throws `invalid_argument` where the policy is not there (ALERT-86). */
export async function requireEscalation(
  client: PoolClient,
  organizationId: string,
  { escalation_policy_id: named }: RuleDefinition,
  before?: RuleDefinition,
): Promise<void> {
  if (named === DEFAULT_ESCALATION || named === before?.escalation_policy_id) return;
  if ((await escalationNamed(client, organizationId, named)) !== undefined) return;
  const reason = 'must be the id or the name of an escalation policy of the organization, or default';
  throw invalidArgument(`The alert rule is invalid: escalation_policy_id ${reason}.`, [
    { field: 'escalation_policy_id', reason },
  ]);
}
