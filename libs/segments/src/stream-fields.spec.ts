import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldType } from './catalogue.js';
import { addCounts, MAX_SEEN_FIELDS, SeenFields, typeOfCounts, typeOfValue, type TypeCounts } from './stream-fields.js';

const types = fc.constantFrom<FieldType>('bool', 'int64', 'float64', 'utf8', 'json');

describe('the type of a field', () => {
  it.each([
    ['text', 'utf8'],
    [true, 'bool'],
    [1, 'int64'],
    [1.5, 'float64'],
    [NaN, 'float64'],
    [1e300, 'float64'],
    [2n ** 63n - 1n, 'int64'],
    [2n ** 63n, 'utf8'],
    [[1], 'json'],
    [{}, 'json'],
    [null, undefined],
  ] as const)('of %s is %s', (value, expected) => {
    expect(typeOfValue(value as never)).toBe(expected);
  });

  it('is what more than half of its sightings show, and text where none does (QUERY-11)', () => {
    expect(typeOfCounts({ int64: 3, utf8: 2 })).toBe('int64');
    expect(typeOfCounts({ int64: 2, float64: 1, utf8: 2 })).toBe('float64');
    expect(typeOfCounts({ json: 2, utf8: 1 })).toBe('json');
    expect(typeOfCounts({ bool: 2, int64: 1 })).toBe('bool');
    expect(typeOfCounts({ int64: 1, utf8: 1 })).toBe('utf8');
    expect(typeOfCounts({ bool: 1, int64: 1, json: 1 })).toBe('utf8');
  });

  it('does not depend on the order and the parts in which its sightings are counted', () => {
    fc.assert(
      fc.property(fc.array(types, { minLength: 1 }), fc.nat(), (seen, at) => {
        const countsOf = (part: FieldType[]) =>
          part.reduce<TypeCounts>((sum, type) => addCounts(sum, { [type]: 1 }), {});
        const cut = at % seen.length;
        const [first, second] = [countsOf(seen.slice(0, cut)), countsOf(seen.slice(cut).reverse())];
        expect(addCounts(first, second)).toEqual(countsOf(seen));
        expect(typeOfCounts(addCounts(second, first))).toBe(typeOfCounts(countsOf(seen)));
      }),
    );
  });
});

describe('the fields that were seen', () => {
  const counts = (seen: SeenFields) => seen.takeChanged().fields.map(({ name, count }) => `${name} ${count}`);

  it('are announced once, and again when their type changes', () => {
    const seen = new SeenFields();
    seen.note('a', 1, 'attributes');
    seen.note('a', 2, 'attributes');
    seen.note('b', null, 'attributes');
    expect(seen.takeChanged()).toEqual({
      fields: [{ name: 'a', type: 'int64', column: 'attributes', count: 2 }],
      unannounced: 0,
    });
    seen.note('a', 1.5, 'resource');
    expect(seen.takeChanged().fields).toEqual([{ name: 'a', type: 'float64', column: 'resource', count: 1 }]);
    seen.note('a', 3, 'attributes');
    expect(seen.takeChanged().fields).toEqual([]);
  });

  it('are announced with how often they came as each type, at once when most of them show another', () => {
    const seen = new SeenFields();
    const announced = (...values: (number | string)[]) => {
      for (const value of values) seen.note('a', value, 'attributes');
      return seen.takeChanged().fields.map(({ type, count, types }) => ({ type, count, ...(types && { types }) }));
    };
    expect(announced('x')).toEqual([{ type: 'utf8', count: 1 }]);
    expect(announced(1)).toEqual([{ type: 'utf8', count: 1, types: { int64: 1 } }]);
    expect(announced(2)).toEqual([{ type: 'int64', count: 1 }]);
    expect(announced(3, 'y', 4)).toEqual([{ type: 'int64', count: 3, types: { int64: 2, utf8: 1 } }]);
    expect(announced('z')).toEqual([]);
    expect(announced('z')).toEqual([{ type: 'utf8', count: 2 }]);
  });

  it('are announced again when they have come twice as often, or after ten minutes', () => {
    let nowMs = 0;
    const seen = new SeenFields(() => nowMs);
    const announced: string[] = [];
    for (let at = 0; at < 64; at++) {
      seen.note('a', 1, 'attributes');
      announced.push(...counts(seen));
    }
    expect(announced).toEqual(['a 1', 'a 1', 'a 2', 'a 4', 'a 8', 'a 16', 'a 32']);
    seen.note('a', 1, 'attributes');
    nowMs = 9 * 60_000;
    expect(counts(seen)).toEqual([]);
    nowMs = 11 * 60_000;
    expect(counts(seen)).toEqual(['a 1']);
    expect(counts(seen)).toEqual([]);
  });

  it('are bounded in number and length, and the rest is counted', () => {
    const seen = new SeenFields();
    seen.note('é'.repeat(128), 1, 'attributes');
    seen.note('\0', 1, 'attributes');
    for (let at = 0; at < MAX_SEEN_FIELDS + 5; at++) seen.note(`field ${at}`, 1, 'attributes');
    const { fields, unannounced } = seen.takeChanged();
    expect([fields.length, unannounced]).toEqual([MAX_SEEN_FIELDS, 6]);
    expect(seen.takeChanged()).toEqual({ fields: [], unannounced: 0 });
  });

  it('that do not fit one announcement are in the next, and are said to lack until then', () => {
    const seen = new SeenFields();
    for (let at = 0; at < 10; at++) seen.note(`field ${at}`, 1, 'attributes');
    expect(seen.takeChanged(4)).toMatchObject({ fields: { length: 4 }, unannounced: 6 });
    expect(seen.takeChanged(10)).toMatchObject({ fields: { length: 6 }, unannounced: 0 });
  });

  it('of a flood of names leave room for those that come often', () => {
    const seen = new SeenFields();
    const announced: string[] = [];
    for (let round = 0; round < 40; round++) {
      for (let at = 0; at < 10_000; at++) {
        seen.note(`flood ${round} ${at}`, 1, 'attributes');
        if (at % 200 === 0) seen.note('frequent', 1, 'attributes');
      }
      announced.push(...counts(seen).filter((one) => one.startsWith('frequent')));
      expect(seen.size).toBeLessThanOrEqual(MAX_SEEN_FIELDS / 2);
    }
    expect(announced).toEqual([
      'frequent 50',
      'frequent 50',
      'frequent 100',
      'frequent 200',
      'frequent 400',
      'frequent 800',
    ]);
  });
});
