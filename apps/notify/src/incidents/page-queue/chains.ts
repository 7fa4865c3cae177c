/** Escalation as far as incidents know it: it begins when a user is notified and ends when no page is needed any more (ALERT-84, ALERT-85). */
import type { Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { PoolClient } from 'pg';
import { escalationNamed } from '../../oncall/escalation-policies/escalation-policies.store.js';
import { targetKey } from '../../oncall/escalation-policies/escalation-rules.js';
import { addPages, stopPages } from './pages.store.js';
import { firstPlace } from '../../oncall/escalation-policies/step-machine.js';

export interface PagedIncident {
  id: string;
  severity: Severity;
  /** Id or name of the policy. */
  escalation: string;
  /** Number of the event that notifies of it. */
  opening: number;
}

/** Its first step becomes due; false where the rule has no policy, or none of its steps is for this severity. */
export async function startChain(
  client: PoolClient,
  organizationId: string,
  { id, severity, escalation, opening }: PagedIncident,
  at: Date,
): Promise<boolean> {
  const policy = await escalationNamed(client, organizationId, escalation);
  const first = policy && firstPlace(policy.definition, severity);
  if (first === undefined) return false;
  const step = { incident_id: id, opening, ...first, policy_id: policy!.id };
  await addPages(client, organizationId, step, policy!.definition.steps[first.step]!.targets.map(targetKey), at);
  return true;
}

/** The incident is over, acknowledged, or to be silenced; or it is notified again. */
export const stopChain = stopPages;
