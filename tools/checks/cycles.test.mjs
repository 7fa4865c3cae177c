import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rulesBroken } from './planted-lint.mjs';

const cyclesIn = (first, second) =>
  rulesBroken({ 'first.ts': first, 'second.ts': second }).filter((rule) => rule === 'no-cycle').length;

const USES_SECOND =
  "import { second } from './second.js';\nexport const first = () => second;\nexport type First = string;\n";

test('is found: two files import each other', () =>
  assert.equal(cyclesIn(USES_SECOND, "import { first } from './first.js';\nexport const second = first;\n"), 2));

test('is found: a circle that a type closes', () =>
  assert.equal(
    cyclesIn(USES_SECOND, "import type { First } from './first.js';\nexport const second: First = '';\n"),
    2,
  ));

test('is fine: one file imports another', () => assert.equal(cyclesIn(USES_SECOND, "export const second = '';\n"), 0));
