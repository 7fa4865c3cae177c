import { expect, it } from 'vitest';
import { faultsOf } from './named-proofs.mjs';

const known = {
  read: (file) => ({ 'e2e/src/keys.integration.spec.ts': "describe('the keys')" })[file],
  scripts: ['test:system'],
};

it.each([
  ['a file that is gone', 'see `e2e/src/gone.spec.ts`'],
  ['a file without its folder', 'see `keys.spec.ts`'],
  ['a test that is gone', '`e2e/src/keys.integration.spec.ts` "the locks"'],
  ['a script that is gone', '`npm run test:everything -- --small`'],
])('is found: %s', (_, text) => expect(faultsOf(text, known)).toHaveLength(1));

it.each([
  ['a file that exists', '`e2e/src/keys.integration.spec.ts`, and more'],
  ['a test that exists', '`e2e/src/keys.integration.spec.ts` "the keys"'],
  ['a script with flags', '`npm run test:system -- --small`'],
  ['code that is no file', '`SPANWISE_BASE_URL` and `sys.*`'],
])('is fine: %s', (_, text) => expect(faultsOf(text, known)).toEqual([]));
