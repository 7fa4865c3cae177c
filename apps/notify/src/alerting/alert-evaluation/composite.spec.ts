import { describe, expect, it } from 'vitest';
import type { CompositeExpression } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance, MeasuredSpec } from '@spanwise/contracts/alerting/measure';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import { parse } from '@spanwise/contracts/authz/parse';
import { definitionOf } from '../alert-rules/rule-definition.js';
import { compositeSpec, type CompositeRule } from './composite.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import { evaluateStep } from './evaluate-step.js';
import type { EvaluatedInstance, EvaluatedSpec } from './evaluated-spec.js';
import { evaluatedRule } from './rules-of-step.js';
import { verdictOf, type Verdict } from './verdict.js';

const STEP = 30_000_000;
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const rule = (n: number): CompositeExpression => ({ rule: id(n) });
const ruleOf = (n: number, body: object): EvaluatedRule =>
  evaluatedRule({
    id: id(n),
    version: 1,
    definition: definitionOf(parse(RuleBody, { name: `watch ${n}`, ...body })),
  } as Parameters<typeof evaluatedRule>[0]);
/** Fires from a value above 10 on. */
const operand = (n: number, ...group_by: string[]): EvaluatedRule =>
  ruleOf(n, {
    condition: { type: 'red', of: 'service', figure: 'count', filters: {}, group_by },
    trigger: { operator: 'gt', threshold: 10 },
    evaluation: { min_samples: 5 },
  });
const composite = (n: number, expression: CompositeExpression, ...group_by: string[]): EvaluatedRule =>
  ruleOf(n, { condition: { type: 'composite', expression, group_by }, trigger: { operator: 'gte', threshold: 1 } });

const of = (value: number | null, labels: Record<string, string>, samples = 10): MeasuredInstance => ({
  labels,
  value,
  samples,
});
const spec = (n: number, ...instances: MeasuredInstance[]): MeasuredSpec => ({ id: id(n), instances });
const coverage = { stream_time_micros: 0, replaying: false, gap_minutes: [] };
const evaluated = (rules: EvaluatedRule[], specs: MeasuredSpec[], others?: Parameters<typeof evaluateStep>[4]) =>
  evaluateStep(rules, new Map(), { coverage, specs }, STEP, others);
const verdictsOf = (specs: EvaluatedSpec[], n: number): Record<string, string> =>
  Object.fromEntries(
    specs
      .filter((one) => one.rule.id === id(n))
      .flatMap(({ instances }) =>
        instances.map(({ labels, verdict }) => [Object.values(labels).join(' '), verdict.kind]),
      ),
  );
const FIRING = { state: 'firing', since: STEP, severity: 'warning' } as const;
const cart = { service: 'cart' };
const pay = { service: 'pay' };

describe('a rule over others (ALERT-113)', () => {
  const two = [operand(1, 'service'), operand(2, 'service')];
  const specs = [
    spec(1, of(20, cart), of(20, pay), of(1, { service: 'web' })),
    spec(2, of(20, cart), of(1, pay), of(20, { service: 'old' }, 1)),
  ];

  it.each<[string, CompositeExpression, Record<string, string>]>([
    ['and', { and: [rule(1), rule(2)] }, { cart: 'breach', pay: 'ok', web: 'ok', old: 'ok' }],
    ['or', { or: [rule(1), rule(2)] }, { cart: 'breach', pay: 'breach', web: 'ok', old: 'few' }],
    ['not', { and: [rule(1), { not: rule(2) }] }, { cart: 'ok', pay: 'breach', web: 'ok', old: 'ok' }],
    ['neither', { not: { or: [rule(1), rule(2)] } }, { cart: 'ok', pay: 'ok', web: 'breach', old: 'few' }],
  ])('joins their label sets: %s', (_, expression, expected) =>
    expect(verdictsOf(evaluated([...two, composite(3, expression, 'service')], specs), 3)).toEqual(expected),
  );

  it('takes those that share its labels for one, of which one that fires is enough', () => {
    const rules = [
      operand(1, 'service', 'version'),
      operand(2, 'service'),
      composite(3, { and: [rule(1), rule(2)] }, 'service'),
    ];
    const found = evaluated(rules, [
      spec(1, of(1, { ...cart, version: '1' }), of(20, { ...cart, version: '2' }), of(1, { ...pay, version: '1' })),
      spec(2, of(20, cart), of(20, pay)),
    ]);
    expect(verdictsOf(found, 3)).toEqual({ cart: 'breach', pay: 'ok' });
  });

  it('without labels is one, also of rules that have no label set at all', () => {
    const rules = [operand(1, 'service'), composite(3, { not: rule(1) })];
    expect(verdictsOf(evaluated(rules, [spec(1)]), 3)).toEqual({ '': 'breach' });
    expect(verdictsOf(evaluated(rules, [spec(1, of(20, cart), of(1, pay))]), 3)).toEqual({ '': 'ok' });
  });

  it('is evaluated after rules over others that it is over, wherever these stand', () => {
    const rules = [
      composite(4, { not: rule(3) }, 'service'),
      composite(3, { and: [rule(1), rule(2)] }, 'service'),
      ...two,
    ];
    expect(verdictsOf(evaluated(rules, specs), 4)).toEqual({ cart: 'ok', pay: 'breach', web: 'breach', old: 'breach' });
  });

  it('names what fires together, and has its traces', () => {
    const traced = (n: number, trace: string) => spec(n, { ...of(20, cart), trace_ids: [trace] });
    const rules = [...two, composite(3, { and: [rule(1), rule(2)] }, 'service')];
    const [instance] = evaluated(rules, [traced(1, 'a'), traced(2, 'b')]).find(
      (one) => one.rule.id === id(3),
    )!.instances;
    expect(instance!.measured).toMatchObject({ said: 'Firing together: watch 1; watch 2.', trace_ids: ['a', 'b'] });
  });

  it('names those alone that fire, and nothing where none does', () => {
    const said = (expression: CompositeExpression, ...values: number[]) => {
      const found = evaluated(
        [...two, composite(3, expression, 'service')],
        values.map((value, at) => spec(at + 1, of(value, cart))),
      );
      return found.find((one) => one.rule.id === id(3))!.instances[0]!.measured;
    };
    expect(said({ or: [rule(1), rule(2)] }, 1, 20)).toMatchObject({ value: 1, said: 'Firing together: watch 2.' });
    expect(said({ not: { or: [rule(1), rule(2)] } }, 1, 1)).toEqual({ labels: cart, value: 1, samples: 1 });
    expect(said({ or: [rule(1), rule(2)] }, 1, 1)).toEqual({ labels: cart, value: 0, samples: 1 });
  });

  it.each<[Verdict, EvaluatedInstance['after'], string | undefined]>([
    [{ kind: 'platform', reason: 'gap' }, FIRING, 'few'],
    [{ kind: 'held', reason: 'it is away' }, FIRING, 'few'],
    [{ kind: 'folded' }, FIRING, 'few'],
    [{ kind: 'few' }, FIRING, 'few'],
    [{ kind: 'empty' }, FIRING, 'breach'],
    [{ kind: 'empty' }, undefined, 'few'],
    [{ kind: 'band' }, FIRING, 'breach'],
    [{ kind: 'ok' }, { ...FIRING, state: 'recovering' }, 'breach'],
    [{ kind: 'ok' }, { ...FIRING, state: 'pending' }, 'ok'],
    [{ kind: 'missing' }, FIRING, 'breach'],
    [{ kind: 'missing' }, undefined, undefined],
    [{ kind: 'error', reason: 'it is away' }, FIRING, undefined],
  ])('takes a label set with the verdict $kind in the state %j for %s', (verdict, after, said) => {
    const own = composite(3, { or: [rule(1), rule(1)] }, 'service');
    const instances = [{ hash: '', labels: cart, verdict, before: undefined, after, transitions: [] }];
    const known = new Map([[id(1), { rule: two[0]!, instances, refused: 0 }]]);
    const ids = new Set([id(1), id(3)]);
    const measured = compositeSpec(own as CompositeRule, { evaluated: known, ofPass: ids, enabled: ids })!.instances;
    expect(measured.map((one) => verdictOf(own, one).kind)).toEqual(said === undefined ? [] : [said]);
  });

  it('is held while one of them cannot be measured, but for what the others decide alone', () => {
    const failed = { ...spec(2), error: 'it is away' };
    const rules = (expression: CompositeExpression) => [...two, composite(3, expression, 'service')];
    const measured = [spec(1, of(20, cart), of(1, pay)), failed];
    expect(verdictsOf(evaluated(rules({ and: [rule(1), rule(2)] }), measured), 3)).toEqual({ cart: 'few', pay: 'ok' });
    expect(verdictsOf(evaluated(rules({ or: [rule(1), rule(2)] }), measured), 3)).toEqual({
      cart: 'breach',
      pay: 'few',
    });
  });

  it.each([
    ['deleted or disabled', new Set<string>(), 'was deleted or is disabled'],
    ['evaluated at another time', new Set([id(2)]), 'is evaluated at another time'],
  ])('is held and says so where one of them is %s', (_, elsewhere, sentence) => {
    const rules = [operand(1, 'service'), composite(3, { and: [rule(1), rule(2)] }, 'service')];
    const ofPass = new Set([id(1), id(3)]);
    const found = evaluated(rules, [spec(1, of(20, cart))], { ofPass, enabled: new Set([...ofPass, ...elsewhere]) });
    const { verdict } = found.find((one) => one.rule.id === id(3))!.instances[0]!;
    expect(verdict).toEqual({ kind: 'error', reason: expect.stringContaining(sentence) });
  });

  it('is not evaluated in the step in which one of them was edited', () => {
    const rules = [operand(1, 'service'), composite(3, { and: [rule(1), rule(2)] }, 'service')];
    const ids = new Set([id(1), id(2), id(3)]);
    const found = evaluated(rules, [spec(1, of(20, cart))], { ofPass: ids, enabled: ids });
    expect(found.map((one) => one.rule.id)).toEqual([id(1)]);
  });

  it('has at most as many label sets as any rule (ALERT-8)', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => of(20, { service: `s${index}` }));
    const found = evaluated(
      [operand(1, 'service'), composite(3, { or: [rule(1), rule(1)] }, 'service')],
      [spec(1, ...many)],
    );
    const own = found.find((one) => one.rule.id === id(3))!;
    expect([own.instances.length, own.refused]).toEqual([1_000, 200]);
  });
});
