/** Texts of people and of telemetry that PostgreSQL, or a message, cannot hold as they are. */
import { expect, it } from 'vitest';
import type { MeasureAlerts, MeasureAnswer } from '@spanwise/contracts/alerting/measure';
import { standings } from '../alert-rules/alert-rules.store.js';
import {
  addPolicyOf,
  addRuleNamed,
  breachAt,
  database,
  deliveries,
  evaluator,
  incidents,
  evaluateUpTo,
  measured,
  NOW_STEP,
  organizationId,
  useEvaluator,
  warnings,
} from './evaluator.fixture.js';

useEvaluator('alert_hostile_texts');

const FROM = NOW_STEP - 20;

it('a rule named 127 × 🔥 with a template of 16,383 × x and 🔥 does not stop alerting', async () => {
  await addPolicyOf('alert.triggered', `${'x'.repeat(16_383)}🔥`);
  await addPolicyOf('alert.resolved');
  await addRuleNamed('🔥'.repeat(127));
  breachAt(FROM + 1, FROM + 2);
  for (let step = FROM; step <= FROM + 3; step++) await evaluateUpTo(step);
  expect(warnings).toEqual([]);
  expect((await incidents()).map(({ status, events }) => [status, events])).toEqual([
    ['resolved', ['alert.resolved', 'alert.triggered']],
    ['resolved', ['alert.resolved', 'alert.triggered']],
  ]);
  const titles = (await deliveries()).map(({ message }) => message.title);
  expect(titles.toSorted()).toEqual(
    ['Resolved: failures', `Resolved: ${'🔥'.repeat(122)}…`, 'failures', '🔥'.repeat(127)].toSorted(),
  );
});

it.each([
  ['that ends in half of a pair', `There is no stream ${'a'.repeat(180)}\ud83d.`],
  ['with NUL', 'There is no stream \0.'],
])('the reason of a failing rule %s stops nothing', async (_, error) => {
  const failing = await addRuleNamed('failing', { evaluation: { error_steps: 1 } });
  const measure = (asked: MeasureAlerts): MeasureAnswer => {
    const answer = measured(asked);
    if (answer.status !== 'measured') return answer;
    const specs = answer.specs.map((spec) => (spec.id === failing ? { ...spec, instances: [], error } : spec));
    return { ...answer, specs };
  };
  breachAt(FROM + 1, FROM + 2);
  for (let step = FROM; step <= FROM + 2; step++) await evaluateUpTo(step, evaluator(measure));
  expect(warnings).toEqual([]);
  expect((await incidents()).map(({ status }) => status)).toEqual(['open', 'open']);
  const standing = await database.transactions.in(organizationId, (client) => standings(client, organizationId));
  expect(standing.get(failing)?.error).toMatch(/^There is no stream /);
});

it('five labels of 256 × U+0001 have room in an event', async () => {
  const labels = Object.fromEntries(['a', 'b', 'c', 'd', 'service'].map((name) => [name, '\u0001'.repeat(256)]));
  const measure = (asked: MeasureAlerts): MeasureAnswer => {
    const answer = measured(asked);
    if (answer.status !== 'measured') return answer;
    const specs = answer.specs.map(({ instances, ...spec }) => ({
      ...spec,
      instances: instances.map((instance) => ({ ...instance, labels })),
    }));
    return { ...answer, specs };
  };
  await addPolicyOf('alert.triggered');
  breachAt(FROM + 1, FROM + 2);
  for (let step = FROM; step <= FROM + 2; step++) await evaluateUpTo(step, evaluator(measure));
  expect(warnings).toEqual([]);
  expect(await deliveries()).toHaveLength(1);
});
