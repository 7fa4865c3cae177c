// A workspace of planted files, each of which breaks one rule of .dependency-cruiser.cjs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../launcher/paths.mjs';
import { importFaults } from './imports.mjs';
import { sourcesBelow } from './sources.mjs';

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** The groups of folders of each package, lowest first (docs/architecture.md, "Boundaries"). */
const GROUPS = {
  'apps/iam': ['db', 'platform', 'commerce', 'access', 'identity', 'tenancy'],
  'apps/gateway': ['edge', 'intake', 'iam', 'telemetry', 'apm', 'alerting', 'notify', 'shares', 'product'],
  'apps/apm': ['db', 'platform', 'rollups', 'store', 'source-maps', 'query', 'rebuild', 'apm', 'alert-measures'],
  'apps/notify': ['db', 'platform', 'channels', 'oncall', 'routing', 'delivery', 'incidents', 'alerting'],
  'libs/contracts': ['base', 'authz', 'log', 'telemetry', 'apm', 'alerting', 'notify', 'iam'],
};
const allGroups = Object.entries(GROUPS);

/** What imports lead to. */
const TARGETS = [
  'apps/iam/src/main.ts',
  'apps/iam/src/db/scopes.ts',
  'libs/bus/src/bus.ts',
  'libs/otlp/src/otlp.ts',
  'libs/host/src/host.ts',
  'libs/span-model/src/span.ts',
  'libs/postgres/src/forward-migration.ts',
  'libs/testing/src/eventually.ts',
  'e2e/system/figures/checks.ts',
  'e2e/src/client.ts',
  'tools/launcher/paths.mjs',
  ...allGroups.map(([folder, groups]) => `${folder}/src/${groups.at(-1)}/last/last.ts`),
  ...['@nestjs/common', 'class-validator', 'pg', 'rxjs'].map((name) => `node_modules/${name}/index.js`),
];

/** Rule, file, what it imports; the form of the import is `import { x } from` unless the file says another. */
const PLANTED = [
  ['no-app-in-app', 'apps/apm/src/a.ts', '@spanwise/iam/main'],
  ['no-app-in-app', 'apps/gateway/src/lazy.ts', '@spanwise/iam/main', (to) => `await import('${to}');`],
  ['no-app-in-app', 'apps/gateway/src/lines.ts', '@spanwise/iam/main', (to) => `import {\n  x,\n} from '${to}';`],
  ['no-app-in-app', 'apps/console/src/type.tsx', '@spanwise/iam/main', (to) => `import type { x } from '${to}';`],
  ['no-app-in-app', 'apps/console/src/export.ts', '@spanwise/iam/main', (to) => `export * from '${to}';`],
  ['packages-by-name', 'apps/apm/src/path.ts', '../../../libs/bus/src/bus.js'],
  ['packages-by-name', 'tools/bench/src/path.ts', '../../launcher/paths.mjs'],
  ['packages-by-name-in-scripts', 'tools/checks/path.mjs', '../../libs/bus/src/bus.ts'],
  ['no-app-in-library', 'libs/bus/src/a.ts', '@spanwise/iam/main'],
  ['no-tools-in-product', 'apps/apm/src/tools.ts', '@spanwise/e2e/system/figures/checks'],
  ['no-tools-in-product', 'libs/host/src/client.ts', '@spanwise/e2e/src/client'],
  ['oracle-without-product', 'tools/telemetry/src/oracle.ts', '@spanwise/span-model/span'],
  ['testing-in-specs', 'apps/apm/src/waiting.ts', '@spanwise/testing/eventually'],
  ...['api-client', 'contracts', 'host', 'object-store', 'otlp', 'postgres', 'segments', 'span-model', 'testing'].map(
    (library) => [`layer-${library}`, `libs/${library}/src/layer.ts`, '@spanwise/bus/bus'],
  ),
  ['layer-bus', 'libs/bus/src/layer.ts', '@spanwise/otlp/otlp'],
  ['pure-libraries', 'libs/span-model/src/nest.ts', '@nestjs/common'],
  ['pure-libraries', 'libs/otlp/src/pg.ts', 'pg'],
  ['pure-libraries', 'libs/contracts/src/rx.ts', 'rxjs'],
  ['validation-in-contracts', 'libs/segments/src/validated.ts', 'class-validator'],
  ['migrations-folder', 'apps/iam/src/db/migrations.ts', '@spanwise/postgres/forward-migration'],
  ['stores-without-nest', 'apps/notify/src/platform/users/users.store.ts', '@nestjs/common'],
  ...allGroups.flatMap(([folder, groups]) => [
    [`groups-${basename(folder)}`, `${folder}/src/elsewhere/a.ts`, `../${groups.at(-1)}/last/last.js`],
    ...groups
      .slice(0, -1)
      .map((group) => [
        `order-${basename(folder)}-${group}`,
        `${folder}/src/${group}/order/order.ts`,
        `../../${groups.at(-1)}/last/last.js`,
      ]),
  ]),
  ['resolvable', 'apps/apm/src/gone.ts', './nowhere.js'],
  ['no-cycle', 'apps/notify/src/one.ts', './two.js'],
  ['no-cycle', 'apps/notify/src/two.ts', './one.js'],
  ['no-cycle', 'apps/console/src/one.tsx', './two.js'],
  ['no-cycle', 'apps/console/src/two.tsx', './one.js', (to) => `import type { x } from '${to}';`],
];

/** Folders that import each other, by other files each way. */
const FOLDER_CIRCLES = {
  'of two': { 'apps/projector/src/a/1.ts': '../b/1.js', 'apps/projector/src/b/2.ts': '../a/2.js' },
  'by folders below': {
    'apps/projector/src/c/x/1.ts': '../../d/x/1.js',
    'apps/projector/src/d/y/2.ts': '../../c/y/2.js',
  },
  'of three': {
    'libs/host/src/a/1.ts': '../b/1.js',
    'libs/host/src/b/2.ts': '../c/2.js',
    'libs/host/src/c/3.ts': '../a/3.js',
  },
  'within one': { 'apps/projector/src/e/a/1.ts': '../b/1.js', 'apps/projector/src/e/b/2.ts': '../a/2.js' },
};

const FINE = [
  ['apps/apm/src/library.ts', '@spanwise/bus/bus'],
  ['apps/apm/src/waiting.spec.ts', '@spanwise/testing/eventually'],
  ['apps/iam/src/db/migrations/one.ts', '@spanwise/postgres/forward-migration'],
  ...allGroups.map(([folder, groups]) => [`${folder}/src/${groups[1]}/a.ts`, `../${groups[0]}/order/order.js`]),
  ['libs/contracts/src/validated.ts', 'class-validator'],
  ['libs/otlp/src/layered.ts', '@spanwise/span-model/span', (to) => `import type { x } from '${to}';`],
  ['tools/bench/src/servers.ts', '@spanwise/testing/eventually'],
  ['apps/projector/src/f/1.ts', '../g/1.js'],
  ['apps/projector/src/assembled.ts', './f/1.js'],
  ['apps/projector/src/g/2.ts', '../assembled-parts.js'],
];

const root = mkdtempSync(join(tmpdir(), 'planted-imports-'));
let faults;

function plant(file, ...lines) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), ['export const x = 1;', ...lines, ''].join('\n'));
}

const named = (to) => `import { x as y } from '${to}';`;

beforeAll(async () => {
  for (const file of [...TARGETS, 'apps/projector/src/g/1.ts', 'apps/projector/src/assembled-parts.ts']) plant(file);
  for (const [, file, to, form = named] of PLANTED) plant(file, form(to));
  for (const [file, to, form = named] of FINE) plant(file, form(to));
  for (const [file, to] of Object.values(FOLDER_CIRCLES).flatMap(Object.entries)) {
    plant(join(dirname(file), to).replace('.js', '.ts'));
    plant(file, named(to));
  }
  faults = await importFaults(root);
});
afterAll(() => rmSync(root, { recursive: true }));

const rulesBrokenBy = (file) =>
  faults.filter((fault) => fault.includes(` ${file} > `)).map((fault) => fault.split(':')[0]);

describe('a planted import', () => {
  it.each(PLANTED)('breaks %s: %s imports %s', (rule, file) => expect(rulesBrokenBy(file)).toEqual([rule]));
  it.each(FINE)('is allowed: %s imports %s', (file) => expect(rulesBrokenBy(file)).toEqual([]));
});

it.each(Object.entries(FOLDER_CIRCLES))('finds a circle of folders %s', (_, imports) => {
  const [file] = Object.keys(imports);
  const found = faults.filter((fault) => fault.startsWith('no-folder-cycle') && fault.includes(`${file} imports`));
  expect(found).toHaveLength(1);
});

it.each(allGroups)('the code map of the architecture shows the groups of %s', (folder, groups) => {
  const name = basename(folder);
  const line = groups.map((group) => `${name}.${group}[${group}]`).join(' --- ');
  const map = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
  expect(map).toContain(`subgraph ${name}_ [${folder}]\n    ${line}\n`);
});

it('finds no circle of folders but those', () =>
  expect(faults.filter((fault) => fault.startsWith('no-folder-cycle'))).toHaveLength(4));

describe('the rules', () => {
  it('are all planted', () =>
    expect(forbidden.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(PLANTED.map(([rule]) => rule))].toSorted(),
    ));

  const files = sourcesBelow(ROOT);
  const matches = (pattern = '', file) => [pattern].flat().some((each) => new RegExp(each).test(file));
  it.each(forbidden)('$name applies to files of this repository', ({ from }) =>
    expect(files.some((file) => matches(from.path, file))).toBe(true),
  );
});
