// Rules of .oxlintrc.json that the product rests on, each with a planted file that breaks it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../launcher/paths.mjs';

const TSCONFIG = '{ "compilerOptions": { "strict": true, "module": "nodenext", "lib": ["es2023"] } }';
const WORK = 'declare const work: () => Promise<void>;\n';
const SIDE = "type Side = 'left' | 'right';\nexport function at(side: Side): number | undefined {\n  switch (side) {\n";
const lines = (count) => `export const one = 1;\n${'// One.\n'.repeat(count - 1)}`;
const imported = (name, from) => `import { ${name} } from '${from}';\nexport const used = ${name};\n`;

/** Rule that breaks, file, text. */
const BROKEN = [
  ['no-floating-promises', 'libs/host/src/floating.ts', `${WORK}export const begin = () => {\n  work();\n};\n`],
  [
    'no-misused-promises',
    'libs/host/src/misused.ts',
    `${WORK}export const begin = () => {\n  if (work()) return 1;\n  return 2;\n};\n`,
  ],
  [
    'no-misused-promises',
    'libs/host/src/callback.ts',
    `${WORK}declare const each: (call: () => void) => void;\nexport const begin = () => each(async () => work());\n`,
  ],
  ['switch-exhaustiveness-check', 'libs/host/src/switch.ts', `${SIDE}    case 'left':\n      return 0;\n  }\n}\n`],
  ['max-lines', 'libs/host/src/long.ts', lines(401)],
  ['max-lines', 'tools/checks/long.mjs', lines(401)],
  ['no-process-env', 'apps/apm/src/a.ts', 'export const home = process.env.HOME;\n'],
  ['no-restricted-imports', 'libs/contracts/src/a.ts', imported('IsOptional', 'class-validator')],
  ['no-restricted-imports', 'apps/iam/src/users/lists.ts', imported('ValidateNested', 'class-validator')],
  ['no-restricted-imports', 'apps/iam/src/db/a.ts', imported('MigrationInterface', 'typeorm')],
];

const FINE = [
  ['libs/host/src/heard.ts', `${WORK}export const begin = () => void work();\n`],
  ['libs/host/src/whole.ts', `${SIDE}    case 'left':\n      return 0;\n    case 'right':\n      return 1;\n  }\n}\n`],
  ['libs/host/src/short.ts', lines(400)],
  ['apps/apm/src/config.ts', 'export const home = process.env.HOME;\n'],
  ['apps/apm/src/a.spec.ts', 'export const home = process.env.HOME;\n'],
  ['tools/bench/src/a.ts', 'export const home = process.env.HOME;\n'],
  ['libs/contracts/src/base/members.ts', imported('ValidateIf', 'class-validator')],
  ['libs/contracts/src/b.ts', imported('IsInt', 'class-validator')],
];

const root = mkdtempSync(join(tmpdir(), 'planted-lint-'));
let faults;

beforeAll(() => {
  for (const [file, text] of [...BROKEN.map((row) => row.slice(1)), ...FINE, ['tsconfig.json', TSCONFIG]]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  copyFileSync(inRoot('.oxlintrc.json'), join(root, '.oxlintrc.json'));
  const args = [inRoot('node_modules', 'oxlint', 'bin', 'oxlint'), '--type-aware', '--format', 'unix'];
  // It looks for its type-aware half on the path.
  const env = { ...process.env, PATH: `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH}` };
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  expect(stdout).toContain('problems');
  faults = stdout.split('\n');
});
afterAll(() => rmSync(root, { recursive: true }));

const rulesBrokenBy = (file) =>
  faults.filter((line) => line.includes(`${file}:`)).map((line) => /\[\w+\/[\w-]+\(([\w-]+)\)\]/.exec(line)?.[1]);

describe('a planted file', () => {
  it.each(BROKEN)('breaks %s: %s', (rule, file) => expect(rulesBrokenBy(file)).toEqual([rule]));
  it.each(FINE)('breaks nothing: %s', (file) => expect(rulesBrokenBy(file)).toEqual([]));
});
