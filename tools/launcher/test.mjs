import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, ROOT } from './paths.mjs';
import { say, step } from './progress.mjs';
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

/** Small runs of the proofs, one after the other: each starts products of its own. */
const PROOFS = [
  'prove',
  'crash',
  'telemetry',
  'timeline',
  'isolation',
  'deliveries',
  'secrets',
  'upgrade',
  'rebuild',
].map((name) => `${name}.js`);

/** All tests, against servers of this run alone; the closing line is the last one. */
export async function test({ rest }) {
  await ensurePackages();
  await build();
  const servers = await step('starting PostgreSQL and NATS for the tests', startTestServers);
  const env = { ...process.env, ...servers.env };
  let tally = NOTHING;
  try {
    tally = add(tally, await vitest(env, rest));
    if (rest.length === 0) {
      tally = add(tally, await nodeTests(env));
      for (const script of PROOFS) tally = add(tally, await proof(script, env));
    }
  } finally {
    await servers.stop();
  }
  say(closingLine(tally));
  return tally.failed === 0 ? 0 : 1;
}

async function vitest(env, rest) {
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
  const { code } = await show(process.execPath, words, env);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // A file that cannot even be loaded has no failing test in it: it counts as one.
    const failed = Math.max(numFailedTests, code === 0 ? 0 : 1, numFailedTestSuites > 0 ? 1 : 0);
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function nodeTests(env) {
  const { output } = await show(
    process.execPath,
    ['--test', '--test-reporter=tap', inRoot('tools', 'launcher'), inRoot('tools', 'checks')],
    env,
    false,
  );
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? Number.NaN);
  const tally = { passed: count('pass'), failed: count('fail'), skipped: count('skipped') };
  if (!(tally.failed === 0)) process.stdout.write(output);
  say(`launcher and checks: ${closingLine(tally)}`);
  return Number.isNaN(tally.passed) ? { passed: 0, failed: 1, skipped: 0 } : tally;
}

/** The small runs of the proofs. */
async function proof(script, env) {
  const path = inRoot('tools', 'prove', 'dist', script);
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const { output } = await show(process.execPath, [path, '--small'], env);
  return parseClosingLine(output);
}

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
