import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inRoot, ROOT } from './paths.mjs';
import { Failure, say, step } from './progress.mjs';
import { MEASURING_PROOFS, PROOF_TOOLS, TESTED_PROOFS } from './proofs.mjs';
import { pathsIn, planOf, unitPlanOf } from './test-plan.mjs';
import { inTestRun } from './test-run.mjs';
import { startTestServers } from './test-servers.mjs';
import { build, ensurePackages } from './workspace.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });

/** The plain line that readers of test results know. @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** The last closing line in an output; a run that printed none counts as one failure. */
export function parseClosingLine(output) {
  const matches = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)];
  const last = matches.at(-1);
  if (last === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

/** The proofs mostly wait, for servers and for faults to pass: as many run side by side, each with products of its own. */
const LANES = 3;

/** All tests, or those that paths among the words name; the closing line is the last one. */
export const test = ({ rest }) =>
  closed(async () => {
    await ensurePackages();
    const paths = await pathsIn(rest);
    const plan = planOf(paths);
    const whole = rest.length === 0;
    return runPlan(whole || paths.length > 0 ? plan : { ...plan, nodeTests: [] }, rest, whole);
  });

/** Tests that need no server and no build: what a change is tried with first. */
export const unitTest = ({ rest }) =>
  closed(async () => {
    await ensurePackages();
    return runPlan(unitPlanOf(await pathsIn(rest)), rest, false);
  });

/** Also where it does not come to a test, which is one failure. @param {() => Promise<Tally>} tests */
async function closed(tests) {
  let tally = { ...NOTHING, failed: 1 };
  try {
    const { result, leftBehind } = await inTestRun(tests);
    for (const words of leftBehind) say(`failed: left behind by the tests: ${words}`);
    tally = add(result, { ...NOTHING, failed: leftBehind.length });
  } catch (error) {
    say(`\n${error instanceof Failure ? error.message : error.stack}`);
  }
  say(closingLine(tally));
  return tally.failed === 0 ? 0 : 1;
}

/** @param {import('./test-plan.mjs').Plan} plan @param {string[]} words for Vitest @param {boolean} whole with the proofs */
async function runPlan(plan, words, whole) {
  let tally = NOTHING;
  const times = [];
  /** What failed, said again at the end, where it is found. @type {string[]} */
  const failures = [];
  const timed = (name, part) =>
    timing(times, name, async () => {
      const { said = [], ...own } = await part();
      if (own.failed > 0) failures.push(...(said.length === 0 ? [name] : said));
      tally = add(tally, own);
    });
  if (plan.build) await timing(times, 'building', build);
  const servers = await timing(times, 'servers', () => testServers(plan));
  const env = { ...process.env, ...servers.env };
  // Specs that wait for minutes to pass run as one of the proofs, where they keep no other spec from a worker.
  const waiting = whole ? plan.waiting : [];
  const excluded = [...plan.notRun, ...waiting].map((file) => `--exclude=${file}`);
  try {
    if (plan.specs.length > 0) await timed('vitest', () => vitest(env, [...words, ...excluded]));
    const together = [...waiting, `--maxWorkers=${waiting.length}`];
    const waitingParts = waiting.length > 0 ? [() => timed('waiting specs', () => vitest(env, together, false))] : [];
    const proofs = (runs) => runs.map((run) => () => timed(titleOf(run), () => proof(run, env)));
    const nodeParts = plan.nodeTests.length > 0 ? [() => timed('launcher and checks', () => nodeTests(env, plan))] : [];
    const parts = [...waitingParts, ...proofs(whole ? TESTED_PROOFS : []), ...nodeParts];
    await inLanes(parts, LANES);
    if (whole) await inLanes(proofs(MEASURING_PROOFS), 1);
  } finally {
    await servers.stop();
  }
  for (const line of times) say(line);
  for (const line of failures) say(`failed: ${line}`);
  return tally;
}

const testServers = (plan) =>
  plan.database || plan.products
    ? step('preparing PostgreSQL for the tests', () => startTestServers(plan))
    : startTestServers(plan);

async function vitest(env, rest, visible = true) {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-vitest-'));
  const report = join(folder, 'report.json');
  const words = [
    inRoot('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...rest,
  ];
  const { code, output } = await show(process.execPath, words, env, visible);
  if (!visible) process.stdout.write(output);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, testResults } =
      JSON.parse(readFileSync(report, 'utf8'));
    // A file that cannot even be loaded has no failing test in it: it counts as one.
    const failed = Math.max(numFailedTests, code === 0 ? 0 : 1, numFailedTestSuites > 0 ? 1 : 0);
    return {
      passed: numPassedTests,
      failed,
      skipped: numPendingTests + numTodoTests,
      said: testResults.flatMap(failedOf),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A line for each failed test of a file in Vitest's report, and for a file that could not be loaded. */
export function failedOf({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`);
}

const linesWith = (output, pattern) =>
  output
    .split('\n')
    .filter((line) => pattern.test(line))
    .slice(0, 20)
    .map((line) => line.trim().slice(0, 300));
const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300);

async function nodeTests(env, { nodeTests: files }) {
  const words = ['--test', '--test-reporter=tap', ...files.map((file) => inRoot(file))];
  const { output } = await show(process.execPath, words, env, false);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? Number.NaN);
  const tally = { passed: count('pass'), failed: count('fail'), skipped: count('skipped') };
  if (!(tally.failed === 0)) process.stdout.write(output);
  say(`launcher and checks: ${closingLine(tally)}`);
  if (Number.isNaN(tally.passed)) return { passed: 0, failed: 1, skipped: 0 };
  return { ...tally, said: linesWith(output, /^ *not ok /) };
}

/** What a part took is told in a line at the end. */
async function timing(times, name, part) {
  const startedMs = performance.now();
  try {
    return await part();
  } finally {
    times.push(`${name}: ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  }
}

/** All parts, at most so many at once, begun in their order. @param {Iterable<() => Promise<unknown>>} parts */
export async function inLanes(parts, lanes) {
  const waiting = parts[Symbol.iterator]();
  const lane = async () => {
    for (const part of waiting) await part();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** The small run of a proof; its words are shown at its end, as others run beside it. */
async function proof(run, env) {
  const { output } = await show(process.execPath, [inRoot(PROOF_TOOLS[run.verb]), '--small', ...run.words], env, false);
  process.stdout.write(output);
  return { ...parseClosingLine(output), said: faultsIn(output).map((line) => `${titleOf(run)}: ${line}`) };
}

/** What a proof found wrong, or what ended it before it came to that. @param {string} output */
export function faultsIn(output) {
  const wrong = linesWith(output, /WRONG/);
  return wrong.length > 0 ? wrong : linesWith(output, /^\s*(\w*Error\b|at .*tools\/prove\/)/);
}

const titleOf = ({ verb, words }) => [verb, ...words].join(' ');

function show(command, args, env, visible = true) {
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        chunks.push(chunk);
        if (visible) process.stdout.write(chunk);
      });
    }
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}
