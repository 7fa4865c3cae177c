// `npm test`, `npm run test:unit` and `npm run test:system`: Vitest, with what a fresh clone lacks, and nothing left running.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from './nats-binary.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { Failure, say } from './progress.mjs';
import { CONSOLE, scenariosNamed } from './scenarios.mjs';
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
 * All system scenarios, or those that are named, one after the other: short, unless `--full` is given. Or single specs, by their paths.
 */
export const systemTest = ({ rest }) =>
  closed(async () => {
    const words = rest.filter((word) => word !== '--full');
    const firstFlag = words.findIndex((word) => word.startsWith('-'));
    const [names, flags] = firstFlag === -1 ? [words, []] : [words.slice(0, firstFlag), words.slice(firstFlag)];
    if (names.length > 0 && names.every((name) => name.endsWith('.system.spec.ts'))) return vitest(['system'], names);
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
 * Its specs, which read the flags with `scenarioFlags`; flags other than `--full` go to the spec of its name alone, those of the
 * console to Playwright.
 * @returns {Promise<Tally>}
 */
async function runScenario({ name, beside }, { isFull, flags }) {
  if (name === CONSOLE) return playwright(isFull ? flags : ['--grep-invert=@full', ...flags]);
  const folder = inRoot('e2e', 'system', name);
  process.env.SPANWISE_SCENARIO_FLAGS = JSON.stringify(isFull ? ['--full', ...flags] : flags);
  return vitest(['system'], flags.length === 0 ? [`${folder}/`, ...beside] : [join(folder, `${name}.system.spec.ts`)]);
}

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
function vitest(projects, words) {
  const reporters = ['--reporter=default', `--reporter=${inRoot('tools', 'launcher', 'result.reporter.mjs')}`];
  const own = ['run', ...reporters, ...projects.map((name) => `--project=${name}`)];
  return tallyOf([inRoot('node_modules', 'vitest', 'vitest.mjs'), ...own, ...words]);
}

/** @param {string[]} words @returns {Promise<Tally>} */
async function playwright(words) {
  await build();
  process.env.SPANWISE_TEST_DATA_FOLDER ??= await makeDataFolder();
  process.env.SPANWISE_NATS_SERVER_BIN = (await findNatsServer()).binary;
  const program = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  return tallyOf([program, 'test', `--config=${inRoot('e2e', 'system', 'console')}`, ...words]);
}

/** Runs Node; a reporter writes the counts to the file that `SPANWISE_TEST_RESULT` names. @param {string[]} words */
async function tallyOf(words) {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-result-'));
  const file = join(folder, 'result.json');
  const env = { ...process.env, SPANWISE_TEST_RESULT: file };
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const code = await new Promise((resolve) => child.once('close', resolve));
    const tally = JSON.parse(readFileSync(file, 'utf8'));
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
  } catch {
    throw new Failure('The tests ended without a result.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
