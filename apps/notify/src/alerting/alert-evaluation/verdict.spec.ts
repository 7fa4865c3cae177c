import { describe, expect, it } from 'vitest';
import type {
  AnomalyCondition,
  Operator,
  RedCondition,
  SqlCondition,
} from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import type { RuleBand, RuleEvaluation } from '@spanwise/contracts/alerting/alert-rules';
import type { RuleDefinition } from '../alert-rules/rule-definition.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { verdictOf } from './verdict.js';

const band = (severity: RuleBand['severity'], threshold: number): RuleBand => ({
  severity,
  operator: 'gt',
  threshold,
  for_periods: 1,
});
const RED: RedCondition = { type: 'red', of: 'service', figure: 'error_count', filters: {}, group_by: ['service'] };

const rule = (change: Partial<EvaluatedRule> = {}, evaluation: Partial<RuleEvaluation> = {}): EvaluatedRule => ({
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  definition: {} as RuleDefinition,
  condition: RED,
  window_minutes: 1,
  trigger: { operator: 'gt', threshold: 10, for_periods: 1, silence_secs: 0 },
  bands: [band('warning', 10)],
  evaluation: { min_samples: 0, ...evaluation } as RuleEvaluation,
  ...change,
});
const measured = (value: number | null, change: Partial<MeasuredInstance> = {}): MeasuredInstance => ({
  labels: { service: 'cart' },
  value,
  samples: 100,
  ...change,
});
const kindOf = (evaluated: EvaluatedRule, value: number | null, change: Partial<MeasuredInstance> = {}) =>
  verdictOf(evaluated, measured(value, change)).kind;

describe('what a measured value says (ALERT-6)', () => {
  it.each<[string, Partial<RuleEvaluation>, number | null, Partial<MeasuredInstance>, string]>([
    ['above the threshold', {}, 10.5, {}, 'breach'],
    ['at it', {}, 10, {}, 'ok'],
    ['nothing', {}, null, {}, 'empty'],
    ['between threshold and recovery', { recovery_threshold: 5 }, 7, {}, 'band'],
    ['below it, where a rule has none', { recovery_threshold: undefined }, 7, {}, 'ok'],
    ['at the recovery threshold', { recovery_threshold: 5 }, 5, {}, 'ok'],
    ['above the threshold, whatever recovery is', { recovery_threshold: 5 }, 11, {}, 'breach'],
    ['of too few', { min_samples: 20 }, 11, { samples: 19 }, 'few'],
    ['of just enough', { min_samples: 20 }, 11, { samples: 20 }, 'breach'],
    ['below the floor of a ratio', {}, null, { below_floor: true }, 'few'],
  ])('%s', (_, evaluation, value, change, kind) => expect(kindOf(rule({}, evaluation), value, change)).toBe(kind));

  it.each<[Operator, string[]]>([
    ['gt', ['ok', 'ok', 'breach']],
    ['gte', ['ok', 'breach', 'breach']],
    ['lt', ['breach', 'ok', 'ok']],
    ['lte', ['breach', 'breach', 'ok']],
    ['eq', ['ok', 'breach', 'ok']],
    ['neq', ['breach', 'ok', 'breach']],
  ])('%s compares with the threshold', (operator, said) => {
    const bands = [{ ...band('warning', 10), operator }];
    expect([9, 10, 11].map((value) => kindOf(rule({ bands }), value))).toEqual(said);
  });

  it('is the most severe of the bands that are met (ALERT-18)', () => {
    const bands = [band('warning', 10), band('critical', 20), band('error', 15)];
    const said = [11, 16, 21].map((value) => verdictOf(rule({ bands }), measured(value)));
    expect(said).toEqual([
      { kind: 'breach', severity: 'warning', band: 0 },
      { kind: 'breach', severity: 'error', band: 2 },
      { kind: 'breach', severity: 'critical', band: 1 },
    ]);
  });

  it('is ok with fewer failed requests than the rule asks for (ALERT-10)', () => {
    const enough = rule({ condition: { ...RED, figure: 'error_rate', min_errors: 3 }, bands: [band('warning', 0.05)] });
    expect([2, 3, undefined].map((errors) => kindOf(enough, 0.5, errors === undefined ? {} : { errors }))).toEqual([
      'ok',
      'breach',
      'ok',
    ]);
  });

  const CERTAIN: RedCondition = { ...RED, figure: 'error_rate', confidence: 0.95 };
  it.each<[string, Operator, number, [number | null, number | null], string]>([
    ['both beyond the threshold', 'gt', 0.2, [0.11, 0.4], 'breach'],
    ['2 failures of 17 (a critical incident once)', 'gt', 2 / 17, [0.02, 0.34], 'band'],
    ['a value below it, and long enough evidence that it was not', 'gt', 0.05, [0.12, 0.4], 'ok'],
    ['both below it', 'gt', 0.09, [0.02, 0.2], 'ok'],
    ['an end that is not known', 'gt', 0.2, [null, 0.4], 'band'],
    ['both undercut it', 'lt', 0.05, [0.01, 0.09], 'breach'],
    ['an upper end above it', 'lt', 0.05, [0.01, 0.2], 'band'],
  ])('of a figure and its interval: %s (ALERT-171)', (_, operator, value, interval, said) => {
    const of = rule({ condition: CERTAIN, bands: [{ ...band('error', 0.1), operator }] });
    expect(kindOf(of, value, { interval })).toBe(said);
  });

  it('is as severe as is certain (ALERT-171)', () => {
    const of = rule({ condition: CERTAIN, bands: [band('error', 0.1), band('critical', 0.25)] });
    const severity = [0.2, 0.3].map((low) => verdictOf(of, measured(0.4, { interval: [low, 0.6] })));
    expect(severity).toMatchObject([{ severity: 'error' }, { severity: 'critical' }]);
  });

  it('is certain to be so much of what it was before, or changes nothing (ALERT-171)', () => {
    const relative = { to: 'previous_day', operator: 'gte', percent: 200 } as const;
    const of = rule({
      condition: { ...RED, figure: 'p95', confidence: 0.95, relative },
      bands: [band('warning', 100)],
    });
    const said = [59, 61, 91].map((baseline) => kindOf(of, 180, { interval: [120, 400], baseline }));
    expect(said).toEqual(['breach', 'band', 'ok']);
  });

  it('compares with what it was before, where that is known (ALERT-10)', () => {
    const condition: RedCondition = { ...RED, relative: { to: 'previous_window', operator: 'gt', percent: 200 } };
    const said = [5, 6, 0, null, undefined].map((baseline) => kindOf(rule({ condition }), 12, { baseline }));
    expect(said).toEqual(['breach', 'ok', 'breach', 'band', 'band']);
    expect(kindOf(rule({ condition }), 9, { baseline: 1 })).toBe('ok');
  });

  it('of an anomaly is how far it is from the usual (ALERT-16)', () => {
    const past = { season: 'day', seasons: 1, min_points: 3, deviation_floor: 0 } as const;
    const condition: AnomalyCondition = { ...RED, type: 'anomaly', ...past };
    const said = [3, 11, null].map((deviation) => kindOf(rule({ condition }), 1_000, { deviation }));
    expect(said).toEqual(['ok', 'breach', 'empty']);
  });

  it('of a statement with what is usual of it is how far it is from that (ALERT-117)', () => {
    const anomaly = { algorithm: 'mad', lookback_days: 7, k: 10, alpha: 0.3, weekly_seasonality: false } as const;
    const stream = { name: 'app', stream_type: 'logs' } as const;
    const condition: SqlCondition = { type: 'sql', statement: 'select 1', stream, anomaly };
    const said = [3, 11, null].map((deviation) => kindOf(rule({ condition }), 1_000, { deviation }));
    expect(said).toEqual(['ok', 'breach', 'empty']);
  });
});
