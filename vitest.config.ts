import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './libs/testing/src/eventually.ts';
import { FROM_SOURCES } from './tools/launcher/spec-needs.mjs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Files that take half a minute and more, the longest first: begun last, one of them would go on alone. */
const LONG = [
  'e2e/src/hostile-telemetry.spec.ts',
  'e2e/src/storing-stops.spec.ts',
  'apps/apm/src/query-engine/engine-limits.spec.ts',
  'e2e/src/intake-limits.spec.ts',
  'e2e/src/hostile-queries.spec.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((file) => moduleId === `${root}${file}`);
      if (at !== -1) return at;
      return moduleId.startsWith(`${root}e2e/`) ? LONG.length : LONG.length + 1;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  // Nest's injection reads the constructor types that the compiler emits as decorator metadata.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    // Specs run against the sources of the libraries, so that no stale build can pass for the code under test.
    alias: Object.entries(FROM_SOURCES).map(([folder, names]) => ({
      find: new RegExp(`^@spanwise/(${names.join('|')})/(.+)$`),
      replacement: `${root}${folder}/$1/src/$2.ts`,
    })),
  },
  test: {
    include: ['{apps,libs,tools,e2e}/**/src/**/*.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['e2e/src/shared-products.setup.ts'],
    // Most specs wait for servers more than they compute: two at least, where Vitest would take one of two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A worker loads Nest, TypeORM and the libraries once, not for each of some 250 files: no spec changes what it imports.
    isolate: false,
    // `npm run test:unit` leaves them out where it is asked for everything; the mark is `@module-tag long`.
    tags: [
      { name: 'long', description: 'Computes for seconds.' },
      { name: 'waiting', description: 'Waits for minutes to pass.' },
    ],
    sequence: { sequencer: LongestFirst },
    // Above the limits of what is waited for in them, so that a red test says what it waited for.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A machine that is busy otherwise takes its time; what never comes still fails. A look costs time of the same machine.
    expect: { poll: { timeout: PATIENCE_MS, interval: 100 } },
  },
});
