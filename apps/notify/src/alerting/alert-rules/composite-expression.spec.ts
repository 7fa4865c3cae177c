import { describe, expect, it } from 'vitest';
import type { CompositeExpression } from '@spanwise/contracts/alerting/alert-conditions';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import type { ServiceError } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import { inWords, truthOf, type Truth } from './composite-expression.js';
import { refuseUnfitOperands } from './operands.js';
import { definitionOf } from './rule-definition.js';

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const rule = (n: number): CompositeExpression => ({ rule: id(n) });
const COMPOSITE = {
  name: 'Both',
  trigger: { operator: 'gte', threshold: 1 },
  condition: { type: 'composite', expression: { and: [rule(1), rule(2)] }, group_by: ['service'] },
};
const definition = (expression: unknown, change: object = {}) =>
  definitionOf(parse(RuleBody, { ...COMPOSITE, condition: { ...COMPOSITE.condition, expression }, ...change }));
const over = (group_by: string[], change: object = {}) =>
  definitionOf(
    parse(RuleBody, {
      name: 'Errors',
      trigger: { operator: 'gt', threshold: 1 },
      condition: { type: 'red', of: 'service', figure: 'count', filters: {}, group_by },
      ...change,
    }),
  );
const faultOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    return (error as ServiceError).details?.[0]!.field;
  }
  return undefined;
};

/** Left to right: true, false, unknown. */
const TRUTHS: Truth[] = [true, false, undefined];

/** Ten thousand rules in four levels of ten. */
const TREE = Array.from({ length: 3 }).reduce<CompositeExpression>(
  (part) => ({ or: Array.from({ length: 10 }, () => part) }),
  { and: Array.from({ length: 10 }, (_, n) => rule(n)) },
);

describe('an expression over rules (ALERT-112)', () => {
  it.each<[CompositeExpression, Truth[]]>([
    [rule(1), [true, false, undefined]],
    [{ not: rule(1) }, [false, true, undefined]],
    [{ and: [rule(1), rule(2)] }, [true, false, undefined, false, false, false, undefined, false, undefined]],
    [{ or: [rule(1), rule(2)] }, [true, true, true, true, false, undefined, true, undefined, undefined]],
    [{ and: [rule(1), { not: rule(2) }] }, [false, true, undefined, false, false, false, false, undefined, undefined]],
  ])('%j is, by Kleene, %j', (expression, expected) => {
    const pairs = TRUTHS.flatMap((one) => TRUTHS.map((other) => [one, other]));
    const all = expected.length === 3 ? TRUTHS.map((one) => [one, undefined]) : pairs;
    expect(all.map(([one, other]) => truthOf(expression, (of) => (of === id(1) ? one : other)))).toEqual(expected);
  });

  it('is shown in words', () =>
    expect(inWords({ or: [rule(1), { not: { and: [rule(2), rule(3)] } }] })).toBe(
      `(${id(1)} or not (${id(2)} and ${id(3)}))`,
    ));

  it.each<[string, unknown, string]>([
    ['no object', 'x', ''],
    ['two members', { ...rule(1), not: rule(2) }, ''],
    ['an unknown member', { xor: [rule(1), rule(2)] }, ''],
    ['a rule that is no id', { rule: 'errors' }, '.rule'],
    ['one part alone', { and: [rule(1)] }, '.and'],
    ['a part that is none', { or: [rule(1), 7] }, '.or.1'],
    ['too many levels', { not: { not: { not: { not: { not: rule(1) } } } } }, '.not.not.not.not.not'],
    ['too many rules', { or: [{ or: [1, 2, 3, 4, 5, 6].map(rule) }, { or: [7, 8, 9, 10, 11].map(rule) }] }, ''],
    ['what can never hold', { and: [rule(1), { not: rule(1) }] }, ''],
    ['ten thousand rules in four levels of ten', TREE, ''],
  ])('is refused by its place: %s', (_, expression, place) =>
    expect(faultOf(() => definition(expression))).toBe(`condition.expression${place}`),
  );

  it.each<[string, object, string]>([
    ['a label twice', { condition: { ...COMPOSITE.condition, group_by: ['a', 'a'] } }, 'condition.group_by'],
    ['samples of rules', { evaluation: { min_samples: 5 } }, 'evaluation.min_samples'],
    ['more than 1', { trigger: { operator: 'gt', threshold: 1 } }, 'trigger.threshold'],
  ])('is refused with %s', (_, change, field) =>
    expect(faultOf(() => definitionOf(parse(RuleBody, { ...COMPOSITE, ...change })))).toBe(field),
  );
});

describe('rules that a rule is over (ALERT-112)', () => {
  const both = definition({ and: [rule(1), rule(2)] });
  const fit = (rules: [number, ReturnType<typeof over>][], own?: number, of = both) =>
    faultOf(() =>
      refuseUnfitOperands(of, new Map(rules.map(([n, one]) => [id(n), one])), own === undefined ? undefined : id(own)),
    );

  it.each<[string, string | undefined, () => string | undefined]>([
    [
      'are there and have its labels',
      undefined,
      () =>
        fit([
          [1, over(['service'])],
          [2, over(['service', 'version'])],
        ]),
    ],
    ['are missing', 'condition.expression.and.1.rule', () => fit([[1, over(['service'])]])],
    [
      'lack a label',
      'condition.group_by.0',
      () =>
        fit([
          [1, over(['service'])],
          [2, over(['version'])],
        ]),
    ],
    [
      'settle at another time',
      'condition.expression.and.0.rule',
      () =>
        fit([
          [1, over(['service'], { evaluation: { settle_secs: 60 } })],
          [2, over(['service'])],
        ]),
    ],
    [
      'are the rule itself',
      'condition.expression.and.0.rule',
      () =>
        fit(
          [
            [1, both],
            [2, over(['service'])],
          ],
          1,
        ),
    ],
    [
      'are over it, by several steps',
      'condition.expression.and.1.rule',
      () =>
        fit(
          [
            [1, over(['service'])],
            [2, definition({ or: [rule(1), rule(3)] })],
            [3, definition({ not: rule(4) })],
            [4, both],
          ],
          4,
        ),
    ],
    [
      'are over each other, but still active it',
      undefined,
      () =>
        fit(
          [
            [1, definition({ not: rule(2) })],
            [2, definition({ not: rule(1) })],
          ],
          4,
        ),
    ],
  ])('that %s: %s', (_, field, work) => expect(work()).toBe(field));
});
