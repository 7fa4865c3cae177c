/** Whether the specs of a mutant say that it is one: they run over the sources, which are changed while they are loaded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startVitest, type TestModule } from 'vitest/node';
import { editedText, type Edit } from '../program-copy.js';
import { ROOT } from '../product.js';
import type { AlertingMutant } from './mutant.js';

interface TestServers {
  startTestServers(needs: { database: boolean; nats: boolean }): Promise<{
    env: Record<string, string>;
    stop: () => Promise<void>;
  }>;
}

/** The specs of all mutants share one PostgreSQL. */
export async function withTestServers<T>(work: () => Promise<T>): Promise<T> {
  const path = pathToFileURL(join(ROOT, 'tools', 'launcher', 'test-servers.mjs')).href;
  const { startTestServers } = (await import(path)) as TestServers;
  const { env, stop } = await startTestServers({ database: true, nats: false });
  Object.assign(process.env, env);
  try {
    return await work();
  } finally {
    await stop();
  }
}

interface SpecRun {
  passed: number;
  /** Of each failed test its name and what was thrown. */
  failed: { test: string; error: string; sentence: string }[];
  /** What keeps tests from being run. */
  broken: string[];
  /** Files of the edits that specs have loaded. */
  edited: ReadonlySet<string>;
}

/** A mutant that is none says this of itself, whatever the tests are. */
const NO_VERDICTS = new Set(['ReferenceError', 'SyntaxError', 'TypeError']);

/** Why the mutant is not caught; undefined where it is. `by`: the test that has failed. */
export async function judgeMutant({ edits, specs }: AlertingMutant): Promise<{ why?: string; by?: string }> {
  const run = await runSpecs(specs, edits);
  const unread = edits.find(({ file }) => !run.edited.has(file));
  if (unread !== undefined) return { why: `its specs do not load ${unread.file}` };
  const found = run.failed.find(({ error }) => !NO_VERDICTS.has(error));
  if (found !== undefined) return { by: found.test };
  const [other] = [...run.broken, ...run.failed.map(({ test, error, sentence }) => `${test}: ${error}: ${sentence}`)];
  return { why: other === undefined ? `all ${run.passed} tests pass` : `it cannot be tried: ${other}` };
}

/** What fails without any mutant. */
export async function faultsUnmutated(mutants: readonly AlertingMutant[]): Promise<string[]> {
  const { passed, failed, broken } = await runSpecs([...new Set(mutants.flatMap(({ specs }) => specs))], []);
  const nothing = passed === 0 ? ['no test was run'] : [];
  return [...failed.map(({ test, sentence }) => `${test}: ${sentence}`), ...broken, ...nothing];
}

async function runSpecs(specs: readonly string[], edits: readonly Edit[]): Promise<SpecRun> {
  const edited = new Set<string>();
  const editsOf = (path: string) => edits.filter(({ file }) => join(ROOT, file) === path);
  const plugin = {
    name: 'mutant',
    enforce: 'pre' as const,
    load(id: string): string | undefined {
      const own = editsOf(id);
      if (own.length === 0) return undefined;
      for (const { file } of own) edited.add(file);
      return own.reduce(editedText, readFileSync(id, 'utf8'));
    },
  };
  const vitest = await startVitest(
    'test',
    specs.map((spec) => join(ROOT, spec)),
    {
      root: ROOT,
      watch: false,
      silent: true,
      reporters: [{}],
      // One failing test is enough.
      bail: edits.length === 0 ? 0 : 1,
    },
    { plugins: [plugin] },
  );
  try {
    const modules = vitest.state.getTestModules();
    const loose = vitest.state.getUnhandledErrors().map((error) => sentenceOf(error as Error));
    return { ...resultOf(modules), broken: [...modules.flatMap(brokenOf), ...loose], edited };
  } finally {
    await vitest.close();
  }
}

function resultOf(modules: readonly TestModule[]): Pick<SpecRun, 'passed' | 'failed'> {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: tests.flatMap((test) => {
      const { state, errors = [] } = test.result();
      if (state !== 'failed') return [];
      const [thrown] = errors;
      const title = `${test.module.relativeModuleId}: ${test.fullName}`;
      return [{ test: title, error: thrown?.name ?? '', sentence: firstLine(thrown?.message ?? '') }];
    }),
  };
}

/** A file that cannot be loaded, and what is to be done before its tests and is not. */
const brokenOf = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()]
    .flatMap((part) => part.errors())
    .map((error) => `${module.relativeModuleId}: ${sentenceOf(error)}`);

const sentenceOf = ({ message }: Pick<Error, 'message'>): string => firstLine(String(message));
const firstLine = (text: string): string => text.split('\n', 1)[0].slice(0, 200);
