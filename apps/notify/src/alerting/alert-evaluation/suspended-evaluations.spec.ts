import { expect, it } from 'vitest';
import type { EvaluatedSpec } from './evaluated-spec.js';
import type { Verdict } from './verdict.js';
import { suspensionReason, SuspendedEvaluations } from './suspended-evaluations.js';

it('an organization is held while any of its passes is, by one reason (ALERT-101)', () => {
  const held = new SuspendedEvaluations(['s0', 's30']);
  held.note('a', 's0', 'no_gateway');
  held.note('a', 's30', 'no_gateway');
  held.note('b', 's30', 'refusing');
  held.note('a', 's0', undefined);
  expect([held.reasonOf('a'), held.reasonOf('b')]).toEqual(['no_gateway', 'refusing']);
  held.note('a', 's30', undefined);
  expect(held.reasonOf('a')).toBeUndefined();
  held.keepOnly(['a']);
  expect([held.reasonOf('a'), held.reasonOf('b')]).toEqual([undefined, 'unknown']);
});

it('after a start nothing is known of it until everything of it was evaluated', () => {
  const held = new SuspendedEvaluations(['s0', 's30']);
  expect(held.reasonOf('a')).toBe('unknown');
  held.note('a', 's30', undefined);
  expect(held.reasonOf('a')).toBe('unknown');
  held.note('a', 's0', undefined);
  expect(held.reasonOf('a')).toBeUndefined();
});

it('a step is held by the first label set that the platform holds', () => {
  const spec = (...verdicts: Verdict[]) => ({ instances: verdicts.map((verdict) => ({ verdict })) }) as EvaluatedSpec;
  const ok = spec({ kind: 'ok' });
  const gaps = [{ minute: 95 }];
  const held = [ok, spec({ kind: 'ok' }, { kind: 'platform', reason: 'refusing' })];
  expect(suspensionReason(held, gaps, 100)).toBe('refusing');
  expect(suspensionReason([spec({ kind: 'held', reason: 'the query failed' }), ok], gaps, 100)).toBeUndefined();
});

it('a rule that looks back an hour does not hold the organization for that hour', () => {
  const held = [{ instances: [{ verdict: { kind: 'platform', reason: 'no_gateway' } }] }] as unknown as EvaluatedSpec[];
  expect([100, 101].map((step) => suspensionReason(held, [{ minute: 95 }], step))).toEqual(['no_gateway', undefined]);
});
