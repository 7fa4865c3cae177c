import { describe, expect, it } from 'vitest';
import { unstorableMember } from './storable-text.js';

describe('texts that the database cannot keep', () => {
  it.each([
    ['a NUL', { a: 'x\0y' }, 'a'],
    ['half of a pair', { a: [{ b: '\ud800' }] }, 'a.0.b'],
    ['a member with a NUL in its name', { a: { 'b\0': 1 } }, 'a.b\ufffd'],
  ])('%s is found with its path', (_, value, path) => {
    expect(unstorableMember(value)).toBe(path);
  });

  it('whole pairs, other control characters and values that are no texts are none', () => {
    expect(unstorableMember({ a: '\u{1f468}\u0001\uffff', b: [1, null, true], __proto__x: {} })).toBeUndefined();
    expect(unstorableMember(undefined)).toBeUndefined();
  });

  it('depth does not break it', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`);
    expect(unstorableMember(deep)).toMatch(/^0\.0\./);
  });
});
