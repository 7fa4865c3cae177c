import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rulesBroken } from './planted-lint.mjs';

const WORK = 'declare const work: () => Promise<void>;\n';
const SIDE = "type Side = 'left' | 'right';\n";

/** What each is, the file, the rules that it breaks. */
const PLANTED = [
  ['a promise that nobody waits for', `${WORK}export const begin = () => {\n  work();\n};\n`, ['no-floating-promises']],
  ['a promise whose failure is heard', `${WORK}export const begin = () => void work();\n`, []],
  [
    'a promise as a condition',
    `${WORK}export const begin = () => {\n  if (work()) return 1;\n  return 2;\n};\n`,
    ['no-misused-promises'],
  ],
  [
    'an asynchronous callback where nobody waits for it',
    `${WORK}declare const each: (call: () => void) => void;\nexport const begin = () => each(async () => work());\n`,
    ['no-misused-promises'],
  ],
  [
    'a forgotten case of a union',
    `${SIDE}export function at(side: Side): number | undefined {\n  switch (side) {\n    case 'left':\n      return 0;\n  }\n}\n`,
    ['switch-exhaustiveness-check'],
  ],
  [
    'every case of a union',
    `${SIDE}export function at(side: Side): number {\n  switch (side) {\n    case 'left':\n      return 0;\n    case 'right':\n      return 1;\n  }\n}\n`,
    [],
  ],
];

for (const [what, source, rules] of PLANTED) {
  test(`${rules.length === 0 ? 'is fine' : 'is found'}: ${what}`, () =>
    assert.deepEqual(rulesBroken({ 'planted.ts': source }), rules));
}
