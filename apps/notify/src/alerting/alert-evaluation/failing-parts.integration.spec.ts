/** A failure of one rule, incident, policy or template is that one's (ALERT-150): planted at each statement of a step. */
import { expect, it } from 'vitest';
import type { MeasureAlerts, MeasureAnswer } from '@spanwise/contracts/alerting/measure';
import type { PoolClient } from 'pg';
import { ruleRow, standings } from '../alert-rules/alert-rules.store.js';
import { evaluationsOf } from '../alert-rules/evaluations.js';
import { ruleView } from '../alert-rules/rule-view.js';
import { failingStatements } from '../../db/failing-statements.fixture.js';
import { faultsOf } from '../../platform/faults/faults.store.js';
import type { FaultKind } from '../../platform/faults/fault-metrics.js';
import {
  addPolicyOf,
  addRuleNamed,
  breachAt,
  database,
  deliveries,
  evaluator,
  evaluateUpTo,
  measured,
  NOW_STEP,
  organizationId,
  ruleId,
  useEvaluator,
  warnings,
} from './evaluator.fixture.js';

useEvaluator('alert_failing_parts');

const FROM = NOW_STEP - 20;

const failingAt = (statement: string, value: string) => ({
  transactions: failingStatements(database.transactions, statement, value),
});

/** Failures of anything else than the part that is made to fail. */
const PLANTED = /^invalid input syntax for type json|^Cannot read properties of undefined/;
const unexpected = () => warnings.filter((warning) => !PLANTED.test(warning));

const inOrganization = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> =>
  database.transactions.in(organizationId, work);
const faults = (kind: FaultKind) => inOrganization((client) => faultsOf(client, organizationId, kind));
const firing = async (): Promise<string[]> =>
  [...(await inOrganization((client) => standings(client, organizationId)))].flatMap(([id, one]) =>
    one.firing ? [id] : [],
  );
/** As the API shows the rule. */
const lastState = (id: string) =>
  inOrganization(async (client) => {
    const progress = {
      lastStep: undefined,
      standings: await standings(client, organizationId),
      faults: await faultsOf(client, organizationId, 'rule'),
    };
    return ruleView(await ruleRow(client, organizationId, id), progress).last_state;
  });
const notifications = async (): Promise<string[]> =>
  (await deliveries()).map(({ message }) => message.title).toSorted();
const verdicts = async (id: string): Promise<string[]> =>
  (await inOrganization((client) => evaluationsOf(client, organizationId, id, 1)))[0]!.instances.map(
    ({ verdict }) => verdict,
  );

async function fire(one = evaluator()): Promise<void> {
  breachAt(FROM + 1, FROM + 2, FROM + 3, FROM + 4);
  for (let step = FROM; step <= FROM + 2; step++) await evaluateUpTo(step, one);
}

/** As many steps as a rule needs that has been pending for none. */
async function goOn(): Promise<void> {
  for (const step of [FROM + 3, FROM + 4]) await evaluateUpTo(step);
}

it.each([
  ['whose incident cannot be written', 'insert into incidents', 'broken'],
  ['whose group cannot be found', 'insert into incident_groups', 'broken'],
  ['whose state cannot be written', 'insert into alert_states', undefined],
])('a rule %s is in error by itself, holds its state, and fires once it can', async (_, statement, value) => {
  await addPolicyOf('alert.triggered');
  const broken = await addRuleNamed('broken');
  await fire(evaluator(measured, failingAt(statement, value ?? broken)));
  expect(unexpected()).toEqual([]);
  expect([await firing(), await notifications()]).toEqual([[ruleId], ['failures']]);
  const reason = 'Internal error (SQLSTATE 22P02). The log of the service notify has the details.';
  expect(await lastState(broken)).toEqual({ kind: 'error', reason });
  expect(await verdicts(broken)).toContain('error');
  await goOn();
  expect((await firing()).toSorted()).toEqual([ruleId, broken].toSorted());
  expect(await notifications()).toEqual(['broken', 'failures']);
  expect(await lastState(broken)).toEqual({ kind: 'firing' });
});

it('a rule that cannot be evaluated is in error by itself', async () => {
  await addPolicyOf('alert.triggered');
  const broken = await addRuleNamed('broken');
  const measure = (asked: MeasureAlerts): MeasureAnswer => {
    const answer = measured(asked);
    if (answer.status !== 'measured') return answer;
    const wrong = [{ labels: undefined as unknown as Record<string, string>, value: 20, samples: 1 }];
    return {
      ...answer,
      specs: answer.specs.map((spec) => (spec.id === broken ? { ...spec, instances: wrong } : spec)),
    };
  };
  await fire(evaluator(measure));
  expect([await firing(), await notifications(), [...(await faults('rule')).keys()]]).toEqual([
    [ruleId],
    ['failures'],
    [broken],
  ]);
});

it('a rule whose definition cannot be read is in error by itself', async () => {
  await addPolicyOf('alert.triggered');
  const broken = await addRuleNamed('broken');
  await database.admin.query(`update notify.alert_rules set definition = '{}' where id = $1`, [broken]);
  await fire();
  expect(unexpected()).toEqual([]);
  expect([await firing(), await notifications(), [...(await faults('rule')).keys()]]).toEqual([
    [ruleId],
    ['failures'],
    [broken],
  ]);
});

it('a failed rule holds what it is also in a rule over it', async () => {
  const operand = await addRuleNamed('operand');
  const over = {
    trigger: { operator: 'gte', threshold: 1, silence_secs: 0 },
    condition: { type: 'composite', expression: { and: [{ rule: operand }, { rule: ruleId }] }, group_by: ['service'] },
  };
  const composite = await addRuleNamed('composite', over);
  await fire(evaluator(measured, failingAt('insert into alert_states', operand)));
  expect(unexpected()).toEqual([]);
  expect(await firing()).toEqual([ruleId]);
  expect(await verdicts(composite)).toEqual(['few']);
  await goOn();
  expect((await firing()).toSorted()).toEqual([ruleId, operand, composite].toSorted());
});

it('a policy that fails keeps no other from notifying, and says so', async () => {
  const [broken] = [await addPolicyOf('alert.triggered'), await addPolicyOf('alert.triggered')];
  await fire(evaluator(measured, failingAt('insert into deliveries', broken)));
  expect(unexpected()).toEqual([]);
  expect([await firing(), await notifications()]).toEqual([[ruleId], ['failures']]);
  expect([...(await faults('policy')).keys()]).toEqual([broken]);
});

it('a policy that fails stands in the log of deliveries', async () => {
  const broken = await addPolicyOf('alert.triggered');
  await fire(evaluator(measured, failingAt('insert into deliveries', 'everyone')));
  const { rows } = await database.admin.query(
    'select distinct status, error_code, policy_id from notify.deliveries where organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([{ status: 'skipped', error_code: 'policy_failed', policy_id: broken }]);
});

it('where a template fails the words of the event are sent', async () => {
  await addPolicyOf('alert.triggered', 'by the template');
  await fire(evaluator(measured, failingAt('select body, format from templates', organizationId)));
  expect(unexpected()).toEqual([]);
  expect([await firing(), await notifications()]).toEqual([[ruleId], ['failures']]);
  expect((await faults('template')).size).toBe(1);
});

it('an incident whose escalation cannot begin is notified by policies and has a fault', async () => {
  await addPolicyOf('alert.triggered');
  const broken = await addRuleNamed('broken', { escalation_policy_id: 'nights' });
  await fire(evaluator(measured, failingAt('from alert_escalations', 'nights')));
  expect(unexpected()).toEqual([]);
  expect(await notifications()).toEqual(['broken', 'failures']);
  const { rows } = await database.admin.query<{ id: string }>('select id from notify.incidents where rule_id = $1', [
    broken,
  ]);
  expect([...(await faults('incident')).keys()]).toEqual([rows[0]!.id]);
});

it('a notification that failed is sent after the next step', async () => {
  await addPolicyOf('alert.triggered');
  await fire(evaluator(measured, failingAt('insert into events', 'incident:')));
  expect(unexpected()).toEqual([]);
  expect([await firing(), await notifications()]).toEqual([[ruleId], []]);
  const { rows } = await database.admin.query<{ id: string; kinds: string[] }>(
    `select id, array(select kind from notify.incident_timeline t where t.incident_id = i.id order by t.id) as kinds
       from notify.incidents i where organization_id = $1 and rule_id is not null`,
    [organizationId],
  );
  expect(rows[0]!.kinds).toEqual(['opened', 'failed']);
  expect([...(await faults('incident')).keys()]).toContain(rows[0]!.id);
  await evaluateUpTo(FROM + 3);
  expect(await notifications()).toEqual(['failures']);
  expect((await faults('incident')).get(rows[0]!.id)).toBeUndefined();
});
