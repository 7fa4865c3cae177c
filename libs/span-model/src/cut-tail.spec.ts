import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutTail } from './cut-tail.js';

it('a tail is cut where its expression, which is quadratic, cuts it', () => {
  const piece = fc.constantFrom('a', '?', '#', '\n', '\r', '\u2028', '\u2029', '/b.js');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(cutTail(text, /[?#]/)).toBe(text.replace(/[?#].*$/, ''));
    }),
    { numRuns: 5_000 },
  );
});
