import { cpus } from 'node:os';
import { inLanes } from './lanes.mjs';
import { inRoot } from './paths.mjs';
import { Failure, say, step } from './progress.mjs';
import { linesWith, runProof, titleOf } from './proof-run.mjs';
import { TESTED_PROOFS } from './proofs.mjs';
import { proofTriedAgain, specsTriedAgain } from './second-try.mjs';
import { show } from './shown-run.mjs';
import { runSpecs } from './spec-run.mjs';
import { pathsIn, planOf, unitPlanOf } from './test-plan.mjs';
import { inTestRun, otherRuns } from './test-run.mjs';
import { startTestServers } from './test-servers.mjs';
import { build, ensurePackages } from './workspace.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

const NOTHING = { passed: 0, failed: 0, skipped: 0 };
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });

/** The plain line that readers of test results know. @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * Much of every part is waiting, for servers, faults and minutes to pass: as many run side by side. Where another run does
 * the same on this machine, everything would take so long that limits of the product are met: then it is one at a time.
 */
const LANES = 3;
const lanes = () => (otherRuns() > 0 ? 1 : LANES);

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

/** Each alone, in a process of its own. */
const ALONE = ['--no-file-parallelism', '--isolate'];

/** @param {import('./test-plan.mjs').Plan} plan @param {string[]} words for Vitest @param {boolean} whole with the proofs */
async function runPlan(plan, words, whole) {
  const times = [];
  const specs = [];
  const proofs = [];
  const others = [];
  if (plan.build) await timing(times, 'building', build);
  const servers = await timing(times, 'servers', () => testServers(plan));
  const env = { ...process.env, ...servers.env };
  // Specs that wait for minutes to pass run as one of the proofs, where they keep no other spec from a worker.
  const waiting = whole ? plan.waiting : [];
  const excluded = [...plan.notRun, ...waiting].map((file) => `--exclude=${file}`);
  const runs = whole ? TESTED_PROOFS : [];
  const part = (name, list, work) => () => timing(times, name, async () => list.push(...[await work()].flat()));
  const parts = runs.map((run) => part(titleOf(run), proofs, async () => ({ run, result: await runProof(run, env) })));
  if (waiting.length > 0) {
    const together = [...waiting, `--maxWorkers=${waiting.length}`];
    parts.unshift(part('waiting specs', specs, () => runSpecs(env, together, { visible: false })));
  }
  if (plan.specs.length > 0) parts.unshift(part('vitest', specs, () => runSpecs(env, [...words, ...excluded])));
  if (plan.nodeTests.length > 0) parts.push(part('launcher and checks', others, () => nodeTests(env, plan)));
  const busy = busyShare();
  try {
    await inLanes(parts, lanes);
    const counted = await timing(times, 'second tries', async () => [
      ...(await specsTriedAgain(specs, (files) => runSpecs(env, [...ALONE, ...files]))),
      ...(await inTurn(proofs, ({ run, result }) => proofTriedAgain(result, titleOf(run), () => runProof(run, env)))),
      ...others,
    ]);
    for (const line of [...times, busy(), ...slowest(specs)]) say(line);
    for (const { faults } of counted) for (const line of faults) say(`failed: ${line}`);
    return counted.reduce(add, NOTHING);
  } finally {
    await servers.stop();
  }
}

const SLOWEST = 20;
/** Files that take longest, and less than a second nobody asks about. */
const slowest = (specs) =>
  specs
    .filter(({ seconds }) => seconds >= 1)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s ${file}`);

async function inTurn(list, work) {
  const results = [];
  for (const one of list) results.push(await work(one));
  return results;
}

const testServers = (plan) =>
  plan.database || plan.products
    ? step('preparing PostgreSQL for the tests', () => startTestServers(plan))
    : startTestServers(plan);

async function nodeTests(env, { nodeTests: files }) {
  const words = ['--test', '--test-reporter=tap', ...files.map((file) => inRoot(file))];
  const { output } = await show(words, env);
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? Number.NaN);
  const tally = { passed: count('pass'), failed: count('fail'), skipped: count('skipped') };
  if (!(tally.failed === 0)) process.stdout.write(output);
  say(`launcher and checks: ${closingLine(tally)}`);
  if (Number.isNaN(tally.passed)) return { ...NOTHING, failed: 1, faults: ['the tests of Node ended without a count'] };
  return { ...tally, faults: tally.failed === 0 ? [] : linesWith(output, /^ *not ok /) };
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

/** Says how much of the processors' time since it was made was used, by whomever. */
function busyShare() {
  const spent = () =>
    cpus().reduce(
      ({ all, idle }, { times }) => {
        const total = Object.values(times).reduce((sum, ms) => sum + ms, 0);
        return { all: all + total, idle: idle + times.idle };
      },
      { all: 0, idle: 0 },
    );
  const before = spent();
  return () => {
    const { all, idle } = spent();
    const share = 1 - (idle - before.idle) / (all - before.all);
    return `processors busy: ${Math.round(share * 100)} %, of ${cpus().length}`;
  };
}
