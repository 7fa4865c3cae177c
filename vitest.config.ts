import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { PATIENCE_MS } from './libs/testing/src/eventually.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Packages that specs get from their sources, so that no stale build can pass for the code under test. */
const FROM_SOURCES = {
  libs: [
    'contracts',
    'span-model',
    'otlp',
    'bus',
    'host',
    'postgres',
    'segments',
    'object-store',
    'testing',
    'api-client',
  ],
  apps: ['iam', 'gateway', 'apm', 'notify', 'projector'],
  tools: ['telemetry'],
};

/** What comes between a spec's name and `.spec` says which project it belongs to; a unit spec has nothing there. */
const KINDS = ['integration', 'e2e', 'system'] as const;
const FOLDERS = '{apps,libs,tools,e2e}/**';
const specs = (kind: string) => `${FOLDERS}/*${kind}.spec.{ts,mjs}`;
const setup = (name: string) => fileURLToPath(new URL(`./tools/launcher/${name}.setup.mjs`, import.meta.url));
/** A flake passes on the second try, and the run lists it at its end. On a developer's machine it fails. */
const retry = process.env.CI === 'true' ? 1 : 0;

/** Specs that wait for servers run beside those that compute. */
const together = { maxWorkers: 4, sequence: { groupOrder: 1 } };

const project = (name: string, test: object): TestProjectConfiguration => ({ extends: true, test: { name, ...test } });

export default defineConfig({
  // Nest's injection reads the constructor types that the compiler emits as decorator metadata.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    alias: Object.entries(FROM_SOURCES).map(([folder, names]) => ({
      find: new RegExp(`^@spanwise/(${names.join('|')})/(.+)$`),
      replacement: `${root}${folder}/$1/src/$2.ts`,
    })),
  },
  test: {
    exclude: [...configDefaults.exclude, '**/dist/**'],
    // A worker loads Nest, TypeORM and the libraries once, not for each of some 400 files: no spec changes what it imports.
    isolate: false,
    tags: [{ name: 'long', description: 'Computes for seconds; `npm run test:unit` leaves it out.' }],
    // Above the limits of what is waited for in them, so that a failed test says what it waited for.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A busy machine takes its time; what never comes still fails. Each look costs time of the same machine.
    // PostgreSQL and products take their time to stop.
    teardownTimeout: 120_000,
    expect: { poll: { timeout: PATIENCE_MS, interval: 100 } },
    projects: [
      project('unit', {
        include: [specs('')],
        exclude: [...configDefaults.exclude, '**/dist/**', ...KINDS.map((kind) => specs(`.${kind}`))],
        ...together,
      }),
      project('integration', {
        include: [specs('.integration')],
        globalSetup: [setup('integration')],
        retry,
        ...together,
      }),
      project('e2e', {
        include: [specs('.e2e')],
        globalSetup: [setup('e2e')],
        retry,
        ...together,
      }),
      project('system', {
        include: [specs('.system')],
        globalSetup: [setup('system')],
        maxWorkers: 2,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
