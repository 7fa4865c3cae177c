import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './named-proofs.mjs';

const known = {
  read: (file) => ({ 'e2e/src/keys.integration.spec.ts': "describe('the keys')" })[file],
  scripts: ['prove:isolation'],
};

const violations = [
  ['a file that is gone', 'see `e2e/src/gone.spec.ts`'],
  ['a file without its folder', 'see `keys.spec.ts`'],
  ['a test that is gone', '`e2e/src/keys.integration.spec.ts` "the locks"'],
  ['a script that is gone', '`npm run test:system -- everything `'],
];
for (const [name, text] of violations) {
  test(`is found: ${name}`, () => assert.equal(faultsOf(text, known).length, 1));
}

const allowed = [
  ['a file that exists', '`e2e/src/keys.integration.spec.ts`, and more'],
  ['a test that exists', '`e2e/src/keys.integration.spec.ts` "the keys"'],
  ['a script with flags', '`npm run test:system -- isolation `'],
  ['code that is no file', '`SPANWISE_BASE_URL` and `sys.*`'],
];
for (const [name, text] of allowed) {
  test(`is fine: ${name}`, () => assert.deepEqual(faultsOf(text, known), []));
}
