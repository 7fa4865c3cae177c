import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleBand, RuleEvaluation } from '@spanwise/contracts/alerting/alert-rules';
import type { RuleDefinition } from '../alert-rules/rule-definition.js';
import { decide, FLAPPING_STEPS, type InstanceState, type Transition } from './decide.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import type { Verdict } from './verdict.js';

const EVALUATION: RuleEvaluation = {
  settle_secs: 30,
  keep_firing_steps: 0,
  min_samples: 0,
  new_series_grace_steps: 0,
  no_data_steps: 2,
  no_data_state: 'alerting',
  error_steps: 3,
  missing_steps: 3,
  expect_series: [],
};
const band = (severity: RuleBand['severity'], threshold: number, for_periods = 1): RuleBand => ({
  severity,
  operator: 'gt',
  threshold,
  for_periods,
});

function ruleWith(evaluation: Partial<RuleEvaluation> = {}, bands = [band('warning', 10)]): EvaluatedRule {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    version: 1,
    definition: {} as RuleDefinition,
    condition: { type: 'red', of: 'service', figure: 'count', filters: {}, group_by: ['service'] },
    window_minutes: 1,
    trigger: { operator: 'gt', threshold: 10, for_periods: 1, silence_secs: 300 },
    bands,
    evaluation: { ...EVALUATION, ...evaluation },
  };
}

/** One letter a step. */
const VERDICTS: Record<string, Verdict> = {
  B: { kind: 'breach', severity: 'warning', band: 0 },
  C: { kind: 'breach', severity: 'critical', band: 1 },
  D: { kind: 'breach', severity: 'error', band: 2 },
  o: { kind: 'ok' },
  '-': { kind: 'band' },
  p: { kind: 'platform', reason: 'gap' },
  h: { kind: 'held', reason: 'the query failed' },
  f: { kind: 'few' },
  x: { kind: 'folded' },
  e: { kind: 'empty' },
  m: { kind: 'missing' },
  E: { kind: 'error', reason: 'the query failed' },
};

interface Run {
  states: string[];
  transitionKinds: Transition['kind'][];
  last: InstanceState | undefined;
}

function run(rule: EvaluatedRule, letters: string, { isNew = 0, isExpected = false, from = 100 } = {}): Run {
  let state: InstanceState | undefined;
  const states: string[] = [];
  const transitionKinds: Transition['kind'][] = [];
  for (const [at, letter] of [...letters].entries()) {
    const decided = decide(rule, state, VERDICTS[letter]!, { at: from + at, isNew: at < isNew, isExpected });
    state = decided.state;
    states.push(state?.state ?? 'normal');
    transitionKinds.push(...decided.transitions.map(({ kind }) => kind));
  }
  return { states, transitionKinds, last: state };
}

const THREE = [band('warning', 10, 3)];
const EQUAL_BANDS = [band('warning', 10), band('critical', 20), band('error', 15)];
const TWO_BANDS = [band('warning', 10), band('critical', 20, 2)];

describe('a label set (ALERT-6, ALERT-7)', () => {
  it.each([
    ['fires at once where one step suffices', ruleWith(), 'B', 'firing', ['fired']],
    ['waits for its steps', ruleWith({}, THREE), 'BB', 'pending', []],
    ['fires after its steps', ruleWith({}, THREE), 'BBB', 'firing', ['fired']],
    ['is normal again where the breach ends before', ruleWith({}, THREE), 'BBo', 'normal', []],
    ['begins to count from 0 after that', ruleWith({}, THREE), 'BBoBB', 'pending', []],
    ['is left as it is by what cannot be evaluated', ruleWith({}, THREE), 'BBpfx-hB', 'firing', ['fired']],
    ['recovers', ruleWith(), 'Bo', 'normal', ['fired', 'resolved']],
    ['keeps firing for a while', ruleWith({ keep_firing_steps: 2 }), 'Boo', 'recovering', ['fired', 'recovering']],
    ['then recovers', ruleWith({ keep_firing_steps: 1 }), 'Boo', 'normal', ['fired', 'recovering', 'resolved']],
    [
      'fires again in silence while it recovers',
      ruleWith({ keep_firing_steps: 2 }),
      'BooB',
      'firing',
      ['fired', 'recovering', 'breached_again'],
    ],
    ['goes on firing in the band between trigger and recovery', ruleWith(), 'B---', 'firing', ['fired']],
    ['rises to a higher band', ruleWith({}, TWO_BANDS), 'BCC', 'firing', ['fired', 'severity_raised']],
    [
      'falls to a lower band after as many steps as a recovery takes',
      ruleWith({ keep_firing_steps: 2 }, TWO_BANDS),
      'CCBBB',
      'firing',
      ['fired', 'severity_raised', 'severity_lowered'],
    ],
    [
      'does not fall before',
      ruleWith({ keep_firing_steps: 2 }, TWO_BANDS),
      'CCBBCBB',
      'firing',
      ['fired', 'severity_raised'],
    ],
    [
      'falls also in the band between trigger and recovery',
      ruleWith({ keep_firing_steps: 1 }, TWO_BANDS),
      'CC--',
      'firing',
      ['fired', 'severity_raised', 'severity_lowered'],
    ],
    [
      'falls to the highest band of those steps',
      ruleWith({ keep_firing_steps: 1 }, EQUAL_BANDS),
      'CDB',
      'firing',
      ['fired', 'severity_lowered'],
    ],
    [
      'waits for its steps again once it has recovered',
      ruleWith({}, THREE),
      'BBBoBB',
      'pending',
      ['fired', 'resolved'],
    ],
    ['without data is notified after its steps', ruleWith(), 'ee', 'no_data', ['no_data']],
    ['without data is notified once', ruleWith(), 'eeeee', 'no_data', ['no_data']],
    ['without data may be fine', ruleWith({ no_data_state: 'ok' }), 'eeee', 'normal', []],
    ['without data may stay what it is', ruleWith({ no_data_state: 'keep' }, THREE), 'Beeee', 'pending', []],
    ['comes back from no data', ruleWith(), 'eeo', 'normal', ['no_data', 'judged_again']],
    ['comes back from no data into a breach', ruleWith({}, THREE), 'eeB', 'pending', ['no_data', 'judged_again']],
    ['that fires and is not there is held', ruleWith(), 'Bmm', 'firing', ['fired']],
    ['then is resolved as missing and not as recovered', ruleWith(), 'Bmmm', 'normal', ['fired', 'resolved']],
    ['is notified of its errors after their own steps', ruleWith(), 'EEE', 'error', ['error']],
    ['is not notified of an error or two', ruleWith(), 'EEo', 'normal', []],
    ['is notified when a rule works again', ruleWith(), 'EEEo', 'normal', ['error', 'judged_again']],
    ['is notified of its errors once', ruleWith(), 'EEEEE', 'error', ['error']],
    ['that fires is left as it is by errors', ruleWith(), 'BEEEE', 'firing', ['fired']],
    ['without data may be fine again after its steps', ruleWith({ no_data_state: 'ok' }, THREE), 'Beoe', 'normal', []],
    ['without data is pending until then', ruleWith({ no_data_state: 'ok' }, THREE), 'Be', 'pending', []],
    ['without data is fine then', ruleWith({ no_data_state: 'ok' }, THREE), 'Bee', 'normal', []],
  ])('%s', (_name, rule, letters, state, transitionKinds) => {
    const { states, transitionKinds: said } = run(rule, letters);
    expect(states.at(-1)).toBe(state);
    expect(said).toEqual(transitionKinds);
  });

  it('never fires within the grace of a new series', () => {
    expect(run(ruleWith(), 'BBB', { isNew: 3 }).states).toEqual(['pending', 'pending', 'pending']);
    expect(run(ruleWith(), 'BBBB', { isNew: 3 }).states.at(-1)).toBe('firing');
  });

  it('counts the steps of periods that do not overlap', () => {
    const ofFive = { ...ruleWith({}, [band('warning', 10, 2)]), window_minutes: 5 };
    expect(run(ofFive, 'BBBBB').states.at(-1)).toBe('pending');
    expect(run(ofFive, 'BBBBBB').states.at(-1)).toBe('firing');
  });

  it('that ends while it fires has not recovered, and says so', () => {
    const { last } = run(ruleWith(), 'Bmm');
    const { transitions } = decide(ruleWith(), last, VERDICTS.m!, { at: 103, isNew: false, isExpected: false });
    expect(transitions).toEqual([{ kind: 'resolved', reason: 'missing_series' }]);
  });

  it('fires with the most severe band that is ready, and says since when it was breached', () => {
    const fired = (rule: EvaluatedRule, letters: string) => {
      const { last } = run(rule, letters.slice(0, -1));
      const at = 100 + letters.length - 1;
      return decide(rule, last, VERDICTS[letters.at(-1)!]!, { at, isNew: false, isExpected: false }).transitions;
    };
    expect(fired(ruleWith({}, EQUAL_BANDS), 'C')).toEqual([
      { kind: 'fired', severity: 'critical', breachedSince: 100 },
    ]);
    expect(fired(ruleWith({}, THREE), 'oBBB')).toEqual([{ kind: 'fired', severity: 'warning', breachedSince: 101 }]);
  });

  it('that ends before its steps and is not expected is forgotten; one that is expected is remembered until then', () => {
    expect(run(ruleWith({}, THREE), 'Bm').last).toBeUndefined();
    expect(run(ruleWith({}, THREE), 'Bmm', { isExpected: true }).last).toMatchObject({ state: 'pending', empties: 2 });
    expect(run(ruleWith({}, THREE), 'Bmmm', { isExpected: true }).last).toEqual({
      state: 'no_data',
      since: 103,
      empties: 3,
    });
  });

  it('keeps the step in which it took its state', () => {
    expect(run(ruleWith({}, THREE), 'oBB').last).toMatchObject({ state: 'pending', since: 101 });
    expect(run(ruleWith(), 'oBBB').last).toMatchObject({ state: 'firing', since: 101 });
    expect(run(ruleWith({ keep_firing_steps: 3 }), 'oBoo').last).toMatchObject({ state: 'recovering', since: 102 });
  });

  it('that is expected is without data when it ends', () => {
    expect(run(ruleWith(), 'Bmmm', { isExpected: true })).toMatchObject({
      transitionKinds: ['fired', 'resolved', 'no_data'],
    });
    expect(run(ruleWith(), 'ommm', { isExpected: true }).transitionKinds).toEqual(['no_data']);
  });

  it('that flaps is held, notified once, and let go after as many quiet steps', () => {
    const flapping = run(ruleWith(), 'BoBoBoBo');
    const silent = ['breached_again', 'recovering', 'breached_again', 'recovering'];
    expect(flapping.transitionKinds).toEqual(['fired', 'resolved', 'fired', 'flapping', ...silent]);
    expect(flapping.states.slice(3)).toEqual(['recovering', 'firing', 'recovering', 'firing', 'recovering']);
    const quiet = run(ruleWith(), `BoBoBoBo${'o'.repeat(FLAPPING_STEPS)}`);
    expect(quiet.states.at(-2)).toBe('recovering');
    expect(quiet.states.at(-1)).toBe('normal');
    expect(quiet.transitionKinds.at(-1)).toBe('resolved');
    expect(quiet.last).toBeUndefined();
  });

  it('that flaps keeps its severity, and what flaps no more goes on as it is', () => {
    expect(run(ruleWith(), 'BoBoBo').last).toMatchObject({ state: 'recovering', severity: 'warning', flapping: true });
    const firing = run(ruleWith(), `BoBoB${'B'.repeat(FLAPPING_STEPS)}`);
    expect(firing.transitionKinds).toEqual(['fired', 'resolved', 'fired', 'flapping', 'breached_again']);
    expect(firing.last).toEqual(expect.objectContaining({ state: 'firing', severity: 'warning' }));
    expect(firing.last).not.toHaveProperty('flapping');
    // It ends as any other: at once, and is notified.
    expect(run(ruleWith(), `BoBoB${'B'.repeat(FLAPPING_STEPS)}o`).transitionKinds.at(-1)).toBe('resolved');
  });

  it('that flaps and is gone is resolved as missing, and flaps no more', () => {
    const { last, transitionKinds } = run(ruleWith(), 'BoBoBmmm');
    expect(transitionKinds).toEqual(['fired', 'resolved', 'fired', 'flapping', 'breached_again', 'resolved']);
    expect(last).not.toHaveProperty('flapping');
  });

  it('does not flap with changes that lie further apart', () => {
    const slow = `B${'o'.repeat(FLAPPING_STEPS)}`.repeat(4);
    expect(run(ruleWith(), slow).transitionKinds).not.toContain('flapping');
  });
});

const letters = (of: string) =>
  fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 120 }).map((list) => list.join(''));
const rules = fc
  .record({
    steps: fc.integer({ min: 1, max: 6 }),
    keep: fc.integer({ min: 0, max: 4 }),
    noData: fc.constantFrom('alerting' as const, 'ok' as const, 'keep' as const),
  })
  .map(({ steps, keep, noData }) =>
    ruleWith({ keep_firing_steps: keep, no_data_state: noData }, [band('warning', 10, steps), band('critical', 20, 2)]),
  );

describe('whatever comes', () => {
  it('nothing fires before as many breaches in a row as the rule says, holds aside', () => {
    fc.assert(
      fc.property(rules, letters('Bo-pfxem'), (rule, word) => {
        let row = 0;
        let state: InstanceState | undefined;
        for (const [at, letter] of [...word].entries()) {
          if (letter === 'B') row++;
          else if (letter === 'o' || letter === 'm') row = 0;
          const decided = decide(rule, state, VERDICTS[letter]!, { at, isNew: false, isExpected: false });
          if (decided.transitions.some(({ kind }) => kind === 'fired')) {
            expect(row).toBeGreaterThanOrEqual(rule.bands[0]!.for_periods);
          }
          state = decided.state;
        }
      }),
    );
  });

  it('a step that cannot be evaluated changes nothing', () => {
    fc.assert(
      fc.property(rules, letters('BCoem'), fc.constantFrom(...'pfxh'), (rule, word, hold) => {
        const { last } = run(rule, word);
        const decided = decide(rule, last, VERDICTS[hold]!, { at: 1_000, isNew: false, isExpected: false });
        expect(decided).toEqual({ state: last, transitions: [] });
      }),
    );
  });

  it('the number of the first step changes nothing but the numbers', () => {
    fc.assert(
      fc.property(rules, letters('BCoepm'), (rule, word) => {
        const one = run(rule, word, { from: 0 });
        const other = run(rule, word, { from: 5_000 });
        expect([other.states, other.transitionKinds]).toEqual([one.states, one.transitionKinds]);
      }),
    );
  });

  it('a state that went through the database is the same state', () => {
    fc.assert(
      fc.property(rules, letters('BCoepm'), (rule, word) => {
        let stored: InstanceState | undefined;
        const transitionKinds: string[] = [];
        for (const [at, letter] of [...word].entries()) {
          const decided = decide(rule, stored, VERDICTS[letter]!, { at: 100 + at, isNew: false, isExpected: false });
          stored =
            decided.state === undefined ? undefined : (JSON.parse(JSON.stringify(decided.state)) as InstanceState);
          transitionKinds.push(...decided.transitions.map(({ kind }) => kind));
        }
        expect(transitionKinds).toEqual(run(rule, word).transitionKinds);
      }),
    );
  });

  it('what fires is resolved before it fires again, and nothing is resolved that did not fire', () => {
    fc.assert(
      fc.property(rules, letters('BCoepmE'), fc.boolean(), (rule, word, isExpected) => {
        let fires = false;
        for (const kind of run(rule, word, { isExpected }).transitionKinds) {
          if (kind === 'fired') {
            expect(fires).toBe(false);
            fires = true;
          }
          if (kind === 'resolved') {
            expect(fires).toBe(true);
            fires = false;
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('while it flaps no page is sent', () => {
    fc.assert(
      fc.property(rules, letters('Bo'), (rule, word) => {
        let state: InstanceState | undefined;
        for (const [at, letter] of [...word].entries()) {
          const flapped = state?.flapping === true;
          const decided = decide(rule, state, VERDICTS[letter]!, { at, isNew: false, isExpected: false });
          if (flapped) expect(decided.transitions.map(({ kind }) => kind)).not.toContain('fired');
          state = decided.state;
        }
      }),
    );
  });
});
