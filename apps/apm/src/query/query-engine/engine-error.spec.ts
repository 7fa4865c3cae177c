import { expect, it } from 'vitest';
import { engineError } from './engine-error.js';

it('no memory left to say what is wrong with a statement is no fault of what is stored', () => {
  const text =
    'INTERNAL Error: Primary exception: Could not convert string "%s" to DECIMAL(%d,%d)\n' +
    'Secondary exception in ExceptionFormatValue: std::bad_alloc\n\nStack Trace:\n\n...';
  expect(engineError(text, false)).toMatchObject({
    kind: 'resource_exhausted',
    message: expect.stringContaining('make smaller values'),
  });
});

it.each([
  ['INTERNAL Error: Primary exception: x\nSecondary exception in y: z', 'internal'],
  ['Conversion Error: Could not convert string "a\nbad_alloc" to INT32', 'invalid_argument'],
])('of %s the kind is %s', (text, kind) => expect(engineError(text, false).kind).toBe(kind));
