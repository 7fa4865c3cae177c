import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { g1Causes } from './g1.js';

/** As it was when the stored groups were made: quadratic in blank lines. */
const asStored = (stack: string) => [...stack.matchAll(/^\s*Caused by: ([\w$.]+)/gm)].map((match) => match[1]);

describe('the causes of the former algorithm', () => {
  const piece = fc.constantFrom(
    'Caused by: ',
    'Caused by:',
    'Caused',
    ' by: ',
    'a.B',
    '$',
    '.',
    ':',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\u2028',
    '\u2029',
    '\u00a0',
    '\ufeff',
    '\v',
    'x',
    'é',
    '\tat a.B.c(D.java:1)',
    '... 3 more',
  );

  it('are those that its first expression finds, in any text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const stack = pieces.join('');
        expect(g1Causes(stack)).toEqual(asStored(stack));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are found where there are some', () =>
    expect(g1Causes('E\n\n \tCaused by: a.B: x\r\nCaused by: c.D\n… Caused by: none')).toEqual(['a.B', 'c.D']));
});
