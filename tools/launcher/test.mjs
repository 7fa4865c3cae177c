// `npm test`, `npm run test:unit` and `npm run test:system`: Vitest, with what a fresh clone lacks, and nothing left running.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, ROOT } from './paths.mjs';
import { Failure, say } from './progress.mjs';
import { runProof } from './proof-run.mjs';
import { scenariosNamed } from './scenarios.mjs';
import { inTestRun } from './test-run.mjs';
import { makeDataFolder } from './test-servers.mjs';
import { build, ensurePackages } from './workspace.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });

/** The plain line that readers of test results know. @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** What every change needs; paths and words of Vitest may follow. */
export const test = ({ rest }) => closed(() => vitest(['unit', 'integration', 'e2e'], rest));

/** Without servers and a build; without those that compute for seconds, unless a path is given. */
export const unitTest = ({ rest }) =>
  closed(() => vitest(['unit'], rest.length === 0 ? ['--tags-filter=!long'] : rest));

/**
 * All system scenarios, or those that are named, one after the other: short, unless `--full` is given. Other flags go to the
 * program of the scenario, which then runs without its specs.
 */
export const systemTest = ({ rest }) =>
  closed(async () => {
    const words = rest.filter((word) => word !== '--full');
    const firstFlag = words.findIndex((word) => word.startsWith('-'));
    const [names, flags] = firstFlag === -1 ? [words, []] : [words.slice(0, firstFlag), words.slice(firstFlag)];
    const options = { isFull: rest.includes('--full'), flags };
    const lines = [];
    let tally = NOTHING;
    for (const scenario of scenariosNamed(names)) {
      say(`\n=== ${scenario.name}`);
      const startedMs = performance.now();
      const result = await runScenario(scenario, options);
      const seconds = Math.round((performance.now() - startedMs) / 1_000);
      lines.push(`${scenario.name}: ${closingLine(result)}, ${seconds} s`);
      say(`=== ${lines.at(-1)}`);
      tally = add(tally, result);
    }
    for (const line of lines) say(line);
    return tally;
  });

/**
 * Its specs, which read the flags with `scenarioFlags`; those that are not of every scenario go to the spec of its name alone.
 * @param {import('./scenarios.mjs').Scenario} scenario @returns {Promise<Tally>}
 */
async function runScenario({ name, beside = [], program, short = ['--small'] }, { isFull, flags }) {
  let tally = NOTHING;
  const folder = inRoot('e2e', 'system', name);
  const specs = flags.length === 0 ? [`${folder}/`, ...beside] : [join(folder, `${name}.system.spec.ts`)];
  if (hasSystemSpec(folder, flags.length === 0 ? '' : name)) {
    process.env.SPANWISE_SCENARIO_FLAGS = JSON.stringify(isFull ? ['--full', ...flags] : flags);
    tally = add(tally, await vitest(['system'], specs));
  }
  if (program !== undefined) {
    await build();
    process.env.SPANWISE_TEST_DATA_FOLDER ??= await makeDataFolder();
    tally = add(tally, await runProof(program, isFull ? flags : [...short, ...flags]));
  }
  return tally;
}

const hasSystemSpec = (folder, start) =>
  readdirSync(folder).some((file) => file.startsWith(start) && file.endsWith('.system.spec.ts'));

/** Also where it does not come to a test, which is one failure. @param {() => Promise<Tally>} tests */
async function closed(tests) {
  let tally = { ...NOTHING, failed: 1 };
  try {
    await ensurePackages();
    const { result, leftBehind } = await inTestRun(tests);
    for (const words of leftBehind) say(`failed: left behind by the tests: ${words}`);
    tally = add(result, { ...NOTHING, failed: leftBehind.length });
  } catch (error) {
    say(`\n${error instanceof Failure ? error.message : error.stack}`);
  }
  say(closingLine(tally));
  return tally.failed === 0 ? 0 : 1;
}

/** @param {string[]} projects @param {string[]} words @returns {Promise<Tally>} */
async function vitest(projects, words) {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-vitest-'));
  const file = join(folder, 'result.json');
  const reporters = ['--reporter=default', `--reporter=${inRoot('tools', 'launcher', 'result.reporter.mjs')}`];
  const own = ['run', ...reporters, ...projects.map((name) => `--project=${name}`)];
  const child = spawn(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...own, ...words], {
    cwd: ROOT,
    env: { ...process.env, SPANWISE_TEST_RESULT: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const code = await new Promise((resolve) => child.once('close', resolve));
    const tally = JSON.parse(readFileSync(file, 'utf8'));
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
  } catch {
    throw new Failure('Vitest ended without a result.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
