import { describe, expect, it } from 'vitest';
import { SLO_PAIRS, type Condition, type SloPair } from '@spanwise/contracts/alerting/alert-conditions';
import { STEP_MICROS, type MeasuredInstance, type MeasuredSpec } from '@spanwise/contracts/alerting/measure';
import type { RuleDefinition } from '../alert-rules/rule-definition.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { evaluateStep, type KnownInstances } from './evaluate-step.js';
import { labelsHash } from './label-set.js';

const STEP = 1_000;
const ID = '00000000-0000-4000-8000-000000000001';
const CART = { service: 'cart' };
const PAY = { service: 'pay' };
const RED: Condition = { type: 'red', of: 'service', figure: 'count', filters: {}, group_by: ['service'] };
const SQL = { type: 'sql', statement: 'select 1 as value' } as Condition;
const METRIC = { type: 'metric', query: 'up' } as unknown as Condition;
const NEW_GROUP: Condition = { type: 'new_error_group', filters: {}, min_occurrences: 1, quiet_secs: 0 };
const TRIGGER = { operator: 'gt', threshold: 10, for_periods: 1 } as const;

const rule = (condition: Condition = RED): EvaluatedRule => ({
  id: ID,
  version: 1,
  definition: {} as RuleDefinition,
  condition,
  window_minutes: 5,
  trigger: { ...TRIGGER, silence_secs: 0 },
  bands: [{ severity: 'warning', ...TRIGGER }],
  evaluation: {
    settle_secs: 30,
    keep_firing_steps: 0,
    min_samples: 0,
    new_series_grace_steps: 3,
    no_data_steps: 2,
    no_data_state: 'alerting',
    error_steps: 1,
    missing_steps: 2,
    expect_series: [],
  },
});
const instance = (value: number, change: Partial<MeasuredInstance> = {}): MeasuredInstance => ({
  labels: CART,
  value,
  samples: 100,
  first_seen_micros: 0,
  ...change,
});

/** Label sets that fire already. */
const firing = (...sets: Record<string, string>[]): KnownInstances =>
  new Map(
    sets.map((labels) => [
      labelsHash(labels),
      { labels, state: { state: 'firing', since: 900, severity: 'warning', breachedSince: 900 } as const },
    ]),
  );

function evaluated(
  spec: Partial<MeasuredSpec>,
  { of = rule(), known = new Map() as KnownInstances, lost = [] as number[] } = {},
) {
  const gap_minutes = lost.map((minute) => ({ minute, reason: 'late' }));
  const coverage = { stream_time_micros: 0, replaying: false, gap_minutes };
  const specs = [{ id: ID, instances: [], ...spec }];
  const { instances } = evaluateStep([of], new Map([[ID, known]]), { coverage, specs }, STEP)[0]!;
  return instances;
}
const verdicts = (...given: Parameters<typeof evaluated>) =>
  Object.fromEntries(evaluated(...given).map(({ labels, verdict }) => [labels.service ?? '', verdict.kind]));

describe('the verdict on a label set (ALERT-6)', () => {
  it('is that of the platform while a minute of its window was lost, from the first to the last (ALERT-9)', () => {
    const of = (minute: number) => verdicts({ instances: [instance(0)] }, { known: firing(CART), lost: [minute] }).cart;
    expect([STEP - 6, STEP - 5, STEP - 1, STEP].map(of)).toEqual(['ok', 'platform', 'platform', 'ok']);
    expect(evaluated({ instances: [instance(0)] }, { known: firing(CART), lost: [STEP - 1] })[0]).toMatchObject({
      after: { state: 'firing' },
      transitions: [],
    });
  });

  it('of a budget is that of the platform for as long as its shortest window (ALERT-101)', () => {
    const pairs: SloPair[] = ['6h', '1h'];
    const slo: Condition = {
      type: 'slo',
      of: 'service',
      filters: {},
      group_by: ['service'],
      objective: 0.99,
      period_days: 30,
      pairs,
      min_events: 1,
    };
    const { shortMinutes } = SLO_PAIRS['1h'];
    const of = { ...rule(slo), window_minutes: 1 };
    const said = (minute: number) => verdicts({ instances: [instance(0)] }, { of, lost: [minute] }).cart;
    expect([STEP - shortMinutes - 1, STEP - shortMinutes].map(said)).toEqual(['ok', 'platform']);
  });

  it('is held where the query fails, which is notified once, of the rule', () => {
    const known = firing(CART, { service: 'pay' });
    const all = evaluated({ error: 'the query failed' }, { of: rule(SQL), known });
    const said = all.map(({ labels, verdict, transitions }) => [labels.service, verdict.kind, transitions.length]);
    expect(said.toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))).toEqual([
      ['cart', 'held', 0],
      ['pay', 'held', 0],
      [undefined, 'error', 1],
    ]);
  });

  it('is folded where it may be counted under another name, and missing where it may not', () => {
    expect(verdicts({ folded: true }, { known: firing(CART) })).toEqual({ cart: 'folded' });
    expect(verdicts({}, { known: firing(CART) })).toEqual({ cart: 'missing' });
  });

  it('is ok of an error group that does not come again (ALERT-13)', () => {
    const of = rule(NEW_GROUP);
    expect(verdicts({}, { of, known: firing(CART) })).toEqual({ cart: 'ok' });
  });

  it.each([SQL, METRIC])('is empty of a statement without rows, which is no series: $type', (condition) => {
    expect(verdicts({}, { of: rule(condition) })).toEqual({ '': 'empty' });
    const rows = { instances: [instance(0)] };
    expect(verdicts(rows, { of: rule(condition) })).toEqual({ cart: 'ok' });
    expect(verdicts(rows, { of: rule(condition), known: firing({}) })).toEqual({ '': 'ok', cart: 'ok' });
  });

  it('is without data of an expected series that ends, and of no other', () => {
    const of = { ...rule(), evaluation: { ...rule().evaluation, missing_steps: 1, expect_series: [PAY, CART] } };
    const said = evaluated({}, { of, known: firing(CART, { service: 'web' }) });
    expect(said.map(({ labels, after }) => [labels.service, after?.state]).toSorted()).toEqual([
      ['cart', 'no_data'],
      ['web', 'normal'],
    ]);
  });
});

describe('a new series (ALERT-7)', () => {
  const stateOf = (minutes: number, of = rule()) => {
    const first_seen_micros = (STEP - minutes) * STEP_MICROS;
    return evaluated({ instances: [instance(11, { first_seen_micros })] }, { of })[0]!.after?.state;
  };

  it('fires once it has been there for its grace', () =>
    expect([1, 2.9, 3, 4].map((minutes) => stateOf(minutes))).toEqual(['pending', 'pending', 'firing', 'firing']));

  it('is one of a new service where it is an error group: in its first minutes every error is new', () =>
    expect([1, 3].map((minutes) => stateOf(minutes, rule(NEW_GROUP)))).toEqual(['pending', 'firing']));
});
