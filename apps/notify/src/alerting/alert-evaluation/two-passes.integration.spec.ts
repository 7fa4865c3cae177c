/** What the final pass of a step makes of the provisional one (ALERT-4). */
import { expect, it } from 'vitest';
import {
  breachAt,
  cursors,
  incidents,
  evaluateUpTo,
  lateValues,
  NOW_STEP,
  useEvaluator,
  warnings,
} from './evaluator.fixture.js';

useEvaluator('alert_two_passes');

it('a bad minute that is seen late opens an incident in the final pass', async () => {
  const from = NOW_STEP - 8;
  lateValues.set(from + 1, 20).set(from + 2, 20);
  for (let step = from; step <= from + 9; step++) await evaluateUpTo(step);
  expect(warnings).toEqual([]);
  expect(await cursors()).toMatchObject({ final: from + 4 });
  expect(await incidents()).toEqual([expect.objectContaining({ status: 'resolved', kinds: ['opened', 'resolved'] })]);
});

it('what the first pass has notified the final one does not notify again', async () => {
  const from = NOW_STEP - 12;
  breachAt(from + 1, from + 2, from + 3);
  for (let step = from; step <= from + 10; step++) await evaluateUpTo(step);
  expect(await cursors()).toMatchObject({ final: from + 5 });
  expect(await incidents()).toEqual([
    expect.objectContaining({ kinds: ['opened', 'resolved'], events: ['alert.resolved', 'alert.triggered'] }),
  ]);
});

it('a bad minute that is found out after a quarter of an hour opens nothing', async () => {
  const from = NOW_STEP - 40;
  lateValues.set(from + 1, 20).set(from + 2, 20);
  for (let step = from; step <= from + 9; step++) await evaluateUpTo(step);
  expect(await cursors()).toMatchObject({ final: from + 4 });
  expect(await incidents()).toEqual([]);
});

it('an incident that did not hold says so', async () => {
  const from = NOW_STEP - 20;
  breachAt(from + 1, from + 2);
  lateValues.set(from + 2, 5);
  for (let step = from; step <= from + 9; step++) await evaluateUpTo(step);
  expect(await incidents()).toEqual([
    expect.objectContaining({
      kinds: ['opened', 'resolved', 'revised'],
      events: ['alert.resolved', 'alert.triggered'],
    }),
  ]);
});
