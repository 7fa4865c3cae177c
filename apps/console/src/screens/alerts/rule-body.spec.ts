import { expect, it } from 'vitest';
import { switchedBody } from './rule-body.js';

it('a rule that is enabled or disabled is sent back as it is, without what would make it another version', () => {
  const rule = {
    id: 'r',
    org_id: 'o',
    name: 'Errors',
    description: 'Many',
    enabled: true,
    kind: 'scheduled',
    query: { language: 'condition', statement: 'errors', period_secs: 60, stream: { name: 'default' } },
    trigger: { operator: 'gt', threshold: 1 },
    thresholds: [{ severity: 'error', operator: 'gt', threshold: 1 }],
    severity: null,
    condition: { type: 'red' },
    evaluation: { settle_secs: 30 },
    escalation_policy_id: 'default',
    labels: { team: 'shops' },
    annotations: { summary: 'x' },
    version: 3,
    last_eval_at: 1,
    last_state: { kind: 'firing' },
    created_at: 1,
    updated_at: 2,
  } as unknown as Parameters<typeof switchedBody>[0];
  const { id: _id, org_id: _organization, condition: _condition, evaluation: _evaluation, ...kept } = rule;
  const { version: _version, last_eval_at: _at, last_state: _state, created_at: _created, ...most } = kept;
  const { updated_at: _updated, ...sent } = most;
  expect(switchedBody(rule, false)).toEqual({ ...sent, enabled: false });
  const params = { anomaly_params: { a: 1 } };
  expect(switchedBody({ ...rule, ...params }, true)).toEqual({ ...sent, ...params });
});
