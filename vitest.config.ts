import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  // Nest's injection reads the constructor types that the compiler emits as decorator metadata.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    // Specs run against the sources of the libraries, so that no stale build can pass for the code under test.
    alias: [
      {
        find: /^@spanwise\/(contracts|span-model|otlp|bus|host|postgres|segments|object-store|testing|api-client)\/(.+)$/,
        replacement: `${root}libs/$1/src/$2.ts`,
      },
      { find: /^@spanwise\/(iam|gateway|apm|notify|projector)\/(.+)$/, replacement: `${root}apps/$1/src/$2.ts` },
      { find: /^@spanwise\/telemetry\/(.+)$/, replacement: `${root}tools/telemetry/src/$1.ts` },
    ],
  },
  test: {
    include: ['{apps,libs,tools,e2e}/**/src/**/*.spec.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Most specs wait for servers more than they compute: two at least, where Vitest would take one of two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A machine that is busy otherwise takes its time; what never comes still fails.
    expect: { poll: { timeout: 10_000 } },
  },
});
