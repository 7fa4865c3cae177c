// Which file may import which (docs/architecture.md, "Boundaries"). `npm run check` runs it; a planted violation of each
// rule is in tools/checks/imports.spec.mjs.
const { readdirSync } = require('node:fs');
const { basename, join } = require('node:path');
const swc = require('@swc/core');

// dependency-cruiser 17 has no option for JSX with this parser; TypeScript 7 has no API for the other one.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

/** Libraries that a library may use; apps may use all of them. */
const LAYERS = {
  'span-model': [],
  otlp: ['span-model'],
  segments: ['otlp', 'span-model'],
  contracts: [],
  host: ['contracts'],
  'object-store': ['host'],
  bus: ['contracts', 'host'],
  postgres: ['contracts', 'host'],
  testing: [],
  'api-client': [],
};
const LIBRARIES = readdirSync(join(__dirname, 'libs'));

const SPECS = '\\.(spec|test|fixture)\\.';
const SERVICES = '^apps/(iam|apm|notify|projector)/src/';
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;
const FRAMEWORKS = packages(
  '@nestjs',
  'typeorm',
  'pg',
  'nats',
  '@nats-io',
  'fastify',
  'rxjs',
  'prom-client',
  'pino',
  'nodemailer',
);

/** The groups of folders of a package, lowest first: each may import those before it. */
const GROUPS = {
  'apps/iam': ['db', 'platform', 'commerce', 'access', 'identity', 'tenancy'],
  'apps/gateway': ['edge', 'intake', 'iam', 'telemetry', 'apm', 'alerting', 'notify', 'shares', 'product'],
  'apps/apm': ['db', 'platform', 'rollups', 'store', 'source-maps', 'query', 'rebuild', 'apm', 'alert-measures'],
  'apps/notify': ['db', 'platform', 'channels', 'oncall', 'routing', 'delivery', 'incidents', 'alerting'],
  'libs/contracts': ['base', 'authz', 'log', 'telemetry', 'apm', 'alerting', 'notify', 'iam'],
};
const inGroup = (folder, ...names) => `^${folder}/src/(${names.join('|')})/`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid('no-cycle', 'Files import each other in no circle, types included.', {}, { circular: true }),
    forbid('resolvable', 'An unresolved import would pass every other rule.', {}, { couldNotResolve: true }),
    forbid(
      'packages-by-name',
      'A package imports another one by its name, not by a relative path.',
      { path: '^(apps/[^/]+|libs/[^/]+|tools/(?:telemetry|bench|openapi)|e2e)/' },
      { path: '^(apps|libs|tools|e2e)/', pathNot: '^$1/', dependencyTypesNot: ['aliased'] },
    ),
    forbid(
      'packages-by-name-in-scripts',
      'So do the scripts, which are no package.',
      { path: '^tools/(launcher|checks)/' },
      { path: '^(apps|libs|e2e|tools/(telemetry|bench|openapi))/', dependencyTypesNot: ['aliased'] },
    ),
    forbid(
      'no-app-in-app',
      'Apps talk over the bus.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid('no-app-in-library', 'Libraries lie below the apps.', { path: '^libs/' }, { path: '^apps/' }),
    forbid(
      'no-tools-in-product',
      'The product does not need its tools.',
      { path: '^(apps|libs)/' },
      { path: '^(tools|e2e)/' },
    ),
    forbid(
      'oracle-without-product',
      'The oracle of the system tests shares no code with the product.',
      { path: '^tools/telemetry/' },
      { path: '^(apps|libs)/' },
    ),
    forbid(
      'testing-in-specs',
      'Only specs and what they share use the testing library, and benchmarks, which start servers as specs do.',
      { path: '^(apps|libs|tools)/', pathNot: ['^libs/testing/', '^tools/bench/', SPECS] },
      { path: '^libs/testing/' },
    ),
    ...LIBRARIES.map((library) =>
      forbid(
        `layer-${library}`,
        'A library uses only those below it.',
        { path: `^libs/${library}/` },
        { path: '^libs/', pathNot: `^libs/(${[library, 'testing', ...(LAYERS[library] ?? [])].join('|')})/` },
      ),
    ),
    forbid(
      'pure-libraries',
      'These run anywhere: they import no framework.',
      { path: '^libs/(span-model|otlp|contracts|segments)/', pathNot: SPECS },
      { path: FRAMEWORKS },
    ),
    forbid(
      'validation-in-contracts',
      'Of the pure libraries only the contracts validate.',
      { path: '^libs/(span-model|otlp|segments)/', pathNot: SPECS },
      { path: packages('class-validator', 'class-transformer') },
    ),
    forbid(
      'migrations-folder',
      'Migrations of a service lie in its src/db/migrations/.',
      { path: '^apps/', pathNot: '^apps/[^/]+/src/db/migrations/' },
      { path: '^libs/postgres/src/forward-migration\\.ts$' },
    ),
    forbid(
      'stores-without-nest',
      'A store is plain functions and classes.',
      { path: `${SERVICES}.+\\.store\\.ts$` },
      { path: packages('@nestjs') },
    ),
    ...Object.entries(GROUPS).flatMap(([folder, groups]) => [
      forbid(
        `groups-${basename(folder)}`,
        'Every file lies in one of the groups or at the root.',
        { path: `^${folder}/src/[^/]+/`, pathNot: inGroup(folder, ...groups) },
        {},
      ),
      ...groups
        .slice(0, -1)
        .map((group, at) =>
          forbid(
            `order-${basename(folder)}-${group}`,
            'A group may import those before it.',
            { path: inGroup(folder, group), pathNot: SPECS },
            { path: inGroup(folder, ...groups.slice(at + 1)) },
          ),
        ),
    ]),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: ['^(apps|libs|tools)/[^/]+/dist/', '^e2e/(system/console/)?dist/', '/generated/'] },
    doNotFollow: { path: 'node_modules' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
    webpackConfig: { fileName: join(__dirname, 'tools', 'checks', 'workspace-sources.cjs') },
  },
};
