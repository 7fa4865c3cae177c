import { describe, expect, it } from 'vitest';
import type { Original } from './lookup.js';
import { mappedStack, readStack } from './mapped-stack.js';
import { leastMs } from '@spanwise/testing/processor-time';

/** Of processor time; what is not linear takes a thousand times as long. */
const ALLOWED_MS = 5_000;

const original = (change: Partial<Original> = {}): Original => ({
  source: 'src/cart.ts',
  line: 12,
  column: 3,
  name: '',
  within: 'total',
  ...change,
});

/** Calls of `main.js` have the originals, in their order. */
function mapped(stack: string, ...originals: Original[]): string | undefined {
  let next = 0;
  return mappedStack(readStack(stack)!, ({ path }) => (path.endsWith('main.js') ? (originals[next++] ?? null) : null));
}

describe('a stack with original places', () => {
  it('keeps what has none', () =>
    expect(
      mapped('TypeError: x\n    at a (https://cdn/main.js:1:9)\n    at b (https://cdn/other.js:2:2)', original()),
    ).toBe('TypeError: x\n    at total (src/cart.ts:12:3)\n    at b (https://cdn/other.js:2:2)'));

  it('is in the form of V8 whatever the engine', () =>
    expect(
      mapped(
        'a@https://cdn/main.js:1:9\nasync*b@https://cdn/main.js:1:2\n@https://cdn/index.html:1:1',
        original(),
        original({ within: '' }),
      ),
    ).toBe(
      '    at total (src/cart.ts:12:3)\n    at async <anonymous> (src/cart.ts:12:3)\n    at https://cdn/index.html:1:1',
    ));

  it('of Node is read with its paths', () =>
    expect(
      mapped(
        'Error: x\n    at async Cart.e (/app/dist/main.js:1:9)\r\n    at file:///app/dist/main.js:3:1',
        original(),
        original(),
      ),
    ).toBe('Error: x\n    at async total (src/cart.ts:12:3)\n    at total (src/cart.ts:12:3)'));

  it.each<[string, string, Partial<Original>, Partial<Original>, string]>([
    ['what its caller calls it', 'at a (main.js:1:1)\nat b (main.js:1:2)', {}, { name: 'sum' }, 'sum'],
    [
      'not what an awaiting caller names',
      'at a (main.js:1:1)\nat async b (main.js:1:2)',
      {},
      { name: 'sum' },
      '<anonymous>',
    ],
    [
      'its own name where none would be so long',
      'at Cart.total [as x] (main.js:1:1)\nat b (main.js:1:2)',
      {},
      {},
      'total',
    ],
    ['nothing where it was minified', 'at new e (main.js:1:1)\nat b (main.js:1:2)', {}, {}, '<anonymous>'],
  ])('without the source a function is called %s', (_, stack, own, caller, name) =>
    expect(mapped(stack, original({ within: undefined, ...own }), original(caller))).toContain(`at ${name} (src/`),
  );

  it.each([
    ['no stack', 'it broke'],
    ['a stack of Java', 'E: x\n\tat shop.Cart.total(Cart.java:41)'],
    ['evaluated code', 'Error\n    at eval (eval at run (main.js:1:1), <anonymous>:1:1)'],
    ['far too long', 'at a (main.js:1:1)\n'.repeat(401)],
  ])('%s is left as it is', (_, text) => expect(readStack(text)).toBeUndefined());

  it.each(['at ', 'at a (', '@http:', 'async*', ':1', '(main.js:1:1)'])(
    'reading "%s" repeated takes little time',
    (unit) => {
      const text = Array.from({ length: 400 }, () => unit.repeat(Math.floor(320 / unit.length))).join('\n');
      expect(leastMs(() => readStack(text), ALLOWED_MS)).toBeLessThan(ALLOWED_MS);
    },
  );
});
