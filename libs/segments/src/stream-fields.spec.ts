import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldType } from './catalogue.js';
import { MAX_STREAM_FIELDS, mergeTypes, SeenFields, typeOfValue } from './stream-fields.js';

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

  it('after several does not depend on their order', () => {
    fc.assert(
      fc.property(types, types, types, (a, b, c) => {
        expect(mergeTypes(a, b)).toBe(mergeTypes(b, a));
        expect(mergeTypes(a, a)).toBe(a);
        expect(mergeTypes(mergeTypes(a, b), c)).toBe(mergeTypes(a, mergeTypes(b, c)));
      }),
    );
    expect([mergeTypes('int64', 'float64'), mergeTypes('int64', 'bool')]).toEqual(['float64', 'utf8']);
  });
});

describe('the fields that were seen', () => {
  it('are told once, and again when their type changes', () => {
    const seen = new SeenFields();
    seen.note('a', 1, 'attributes');
    seen.note('a', 2, 'attributes');
    seen.note('b', null, 'attributes');
    expect(seen.takeChanged()).toEqual([{ name: 'a', type: 'int64', column: 'attributes' }]);
    seen.note('a', 1.5, 'attributes');
    seen.note('a', 3, 'resource');
    expect(seen.takeChanged()).toEqual([{ name: 'a', type: 'float64', column: 'resource' }]);
    seen.note('a', 3, 'attributes');
    expect(seen.takeChanged()).toEqual([]);
  });

  it('are bounded in number and length, and the rest is counted', () => {
    const seen = new SeenFields();
    seen.note('é'.repeat(128), 1, 'attributes');
    for (let at = 0; at < MAX_STREAM_FIELDS + 5; at++) seen.note(`field ${at}`, 1, 'attributes');
    expect([seen.takeChanged().length, seen.overflow]).toEqual([MAX_STREAM_FIELDS, 6]);
  });
});
