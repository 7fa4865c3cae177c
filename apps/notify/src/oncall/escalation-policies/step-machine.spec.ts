import { describe, expect, it } from 'vitest';
import { parse } from '@spanwise/contracts/authz/parse';
import { EscalationBody } from '@spanwise/contracts/alerting/escalation-policies';
import { escalationOf, requireTargets } from './escalation-rules.js';
import { firstPlace, nextPlace, type Place } from './step-machine.js';

const ID = '00000000-0000-7000-8000-0000000000a1';
const USER = { kind: 'user', user_id: ID };
const step = (least: string | null = null, change: object = {}) => ({
  targets: [USER],
  ack_timeout_secs: 300,
  min_severity: least,
  ...change,
});
const body = (change: object = {}) => ({ name: 'Nights', steps: [step()], repeat: false, max_loops: 1, ...change });
const made = (change: object = {}) => escalationOf(parse(EscalationBody, body(change)));

describe('the steps of an escalation (ALERT-82)', () => {
  const THREE = [step(), step('error'), step()];

  it.each<[string, (string | null)[], string, number | undefined]>([
    ['the first', [null, null], 'info', 0],
    ['the first that is for the severity', ['critical', 'error'], 'error', 1],
    ['the first, whose severity is just met', ['warning'], 'warning', 0],
    ['none, where all are for worse', ['critical', 'error'], 'warning', undefined],
  ])('begin with %s', (_, least, severity, expected) => {
    const policy = made({ steps: least.map((one) => step(one)) });
    expect(firstPlace(policy, severity as 'info')?.step).toBe(expected);
  });

  it.each<[string, object, Place, string, boolean, Place | undefined]>([
    ['the one after it', {}, { loop: 0, step: 0 }, 'error', true, { loop: 0, step: 1 }],
    ['leaves out what is for worse', {}, { loop: 0, step: 0 }, 'warning', true, { loop: 0, step: 2 }],
    ['nothing after the last', {}, { loop: 0, step: 2 }, 'error', true, undefined],
    ['nothing without repeat', { max_loops: 3 }, { loop: 0, step: 2 }, 'error', true, undefined],
    ['the first again', { repeat: true, max_loops: 2 }, { loop: 0, step: 2 }, 'error', true, { loop: 1, step: 0 }],
    ['nothing after the last loop', { repeat: true, max_loops: 2 }, { loop: 1, step: 2 }, 'error', true, undefined],
    [
      'nothing where the loop reached no user',
      { repeat: true, max_loops: 9 },
      { loop: 0, step: 2 },
      'error',
      false,
      undefined,
    ],
    ['nothing of a policy that has become shorter', {}, { loop: 0, step: 7 }, 'error', true, undefined],
  ])('go on with %s', (_, change, place, severity, isAnybodyReached, expected) => {
    const policy = made({ steps: THREE, ...change });
    expect(nextPlace(policy, place, severity as 'info', isAnybodyReached)).toEqual(expected);
  });

  it('end for every policy and severity', () => {
    const policy = made({ steps: Array.from({ length: 20 }, () => step()), repeat: true, max_loops: 20 });
    let place = firstPlace(policy, 'info');
    let count = 0;
    for (; place !== undefined; count++) place = nextPlace(policy, place, 'info', true);
    expect(count).toBe(400);
  });
});

describe('an escalation policy that can never work (ALERT-80)', () => {
  it.each<[string, object, string]>([
    ['no step', { steps: [] }, 'steps'],
    ['no target', { steps: [step(null, { targets: [] })] }, 'steps.0.targets'],
    ['a target twice', { steps: [step(null, { targets: [USER, USER] })] }, 'steps.0.targets.1'],
    ['a target of no kind', { steps: [step(null, { targets: [{ kind: 'robot' }] })] }, 'steps.0.targets.0.kind'],
    ['a target without its id', { steps: [step(null, { targets: [{ kind: 'team' }] })] }, 'steps.0.targets.0.team_id'],
    [
      'a target with the id of another kind',
      { steps: [step(null, { targets: [{ ...USER, team_id: ID }] })] },
      'steps.0.targets.0.team_id',
    ],
    ['a time below 0', { steps: [step(null, { ack_timeout_secs: -1 })] }, 'steps.0.ack_timeout_secs'],
    ['a severity that there is not', { steps: [step('loud')] }, 'steps.0.min_severity'],
    ['no loop', { max_loops: 0 }, 'max_loops'],
    ['a blank name', { name: ' ' }, 'name'],
    ['loops without a pause', { steps: [step(null, { ack_timeout_secs: 0 })], repeat: true, max_loops: 2 }, 'repeat'],
  ])('is refused for %s', (_, change, field) => {
    expect(() => made(change)).toThrow(
      expect.objectContaining({ kind: 'invalid_argument', details: [expect.objectContaining({ field })] }),
    );
  });

  it('is refused for a target that is not there, by its place', () => {
    const there = () => requireTargets(made({ steps: [step(), step()] }), () => false);
    expect(there).toThrow('steps.0.targets.0.user_id names no active member of the organization');
  });

  it('is none for null in the ids of other kinds', () => {
    const targets = [{ ...USER, schedule_id: null, team_id: null }];
    expect(made({ steps: [step(null, { targets })] }).steps[0]!.targets).toEqual([USER]);
  });
});
