/** A rule as it is sent back, on or off. Pure. */
import type { Schemas } from '@spanwise/api-client/client';

/** Without its condition and its evaluation, and with the query that it shows, a rule stays what it is (ALERT-3). */
export function switchedBody(rule: Schemas['AlertRule'], enabled: boolean): Schemas['RuleBody'] {
  const { name, description, kind, query, trigger, thresholds, severity, anomaly_params: params } = rule;
  const { escalation_policy_id: escalation, labels, annotations } = rule;
  const body = {
    name,
    description,
    enabled,
    kind,
    query,
    trigger,
    thresholds,
    severity,
    ...(params !== undefined && { anomaly_params: params }),
    escalation_policy_id: escalation,
    labels,
    annotations,
  };
  // The API description knows neither `null` nor free members in bodies.
  return body as unknown as Schemas['RuleBody'];
}
