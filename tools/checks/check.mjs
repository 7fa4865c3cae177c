// Everything static: each check counts as one test.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot, ROOT } from '../launcher/paths.mjs';
import { say } from '../launcher/progress.mjs';
import { closingLine } from '../launcher/test.mjs';
import { ensurePackages } from '../launcher/workspace.mjs';
import { citationFaults } from './citations.mjs';
import { importFaults } from './imports.mjs';
import { proofFaults } from './named-proofs.mjs';
import { sourceFaults } from './source-rules.mjs';
import { specHabits } from './spec-habits.mjs';
import { textFaults } from './wording.mjs';

const bin = (...parts) => inRoot('node_modules', ...parts);

/** Later than the start, because their packages may have to be installed first. */
const deployment = () => import('./deployment/deployment.mjs');
const external = () => import('./deployment/external.mjs');
const observability = () => import('./observability/observability.mjs');

/**
 * Faults as a text or a list, which is empty when there are none, or why the check was skipped.
 * @typedef {string | string[] | { skipped: string }} Outcome
 * @type {[string, () => Outcome | Promise<Outcome>][]}
 */
const CHECKS = [
  ['types', () => command([process.execPath, bin('typescript', 'bin', 'tsc'), '-b'])],
  ['lint', () => command([process.execPath, bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'])],
  ['imports', () => importFaults()],
  [
    'format',
    () =>
      command([
        process.execPath,
        bin('prettier', 'bin', 'prettier.cjs'),
        '--check',
        '--cache',
        '--log-level=warn',
        '.',
      ]),
  ],
  [
    'API description and client',
    () => command([process.execPath, inRoot('tools', 'openapi', 'dist', 'generate.js'), '--check']),
  ],
  ['SQL and rows in pieces', () => sourceFaults(ROOT)],
  ['citations', () => citationFaults(ROOT)],
  ['wording of documents and sources', () => textFaults(ROOT)],
  ['dashboards, alerts and runbook', async () => (await observability()).observabilityFaults()],
  ['tests without clocks, fixed ports and needless starts', () => specHabits(ROOT)],
  ['proofs that the security guide names', () => proofFaults(ROOT)],
  ['lock file is complete', () => missingInLock()],
  [
    'lock file names no download address',
    () => (/"resolved": "http/.test(lockText()) ? 'package-lock.json has "resolved" addresses' : ''),
  ],
  ['Dockerfile', async () => (await deployment()).imageFaults()],
  ['NATS configuration', async () => (await deployment()).natsFaults()],
  ['compose file', async () => (await deployment()).composeFileFaults()],
  ['manifests for development', async () => (await deployment()).overlayFaults('development')],
  ['manifests for production', async () => (await deployment()).overlayFaults('production')],
  ['deployment guide lists every secret', async () => (await deployment()).guideFaults()],
  ['kubectl kustomize', async () => (await external()).kustomizeFaults()],
  ['kubeconform', async () => (await external()).kubeconformFaults()],
  ['docker compose config', async () => (await external()).composeConfigFaults()],
];

/** Most compute in one thread, or wait for the disk. */
const AT_ONCE = 2;

export async function check() {
  await ensurePackages();
  const { default: pLimit } = await import('p-limit');
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const [types, ...others] = CHECKS;
  // It builds what others look at.
  await run(types, tally);
  await pLimit(AT_ONCE).map(others, (each) => run(each, tally));
  say(closingLine(tally));
  return tally.failed === 0 ? 0 : 1;
}

async function run([name, faults], tally) {
  const outcome = await outcomeOf(faults);
  if (outcome.skipped !== undefined) {
    tally.skipped++;
    return say(`skip   ${name}: ${outcome.skipped}`);
  }
  const text = [outcome].flat().join('\n');
  tally[text === '' ? 'passed' : 'failed']++;
  say(`${text === '' ? 'ok    ' : 'FAILED'} ${name}`);
  if (text !== '') say(text);
}

async function outcomeOf(faults) {
  try {
    return await faults();
  } catch (error) {
    return error.stack;
  }
}

async function command(words) {
  const { code, stdout, stderr } = await outputOf(words);
  return code === 0 ? '' : `${stdout}${stderr}`.trim() || `exit code ${code}`;
}

/** @param {string[]} words @returns {Promise<{ code: number | null, stdout: string, stderr: string }>} */
function outputOf([program, ...args]) {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (said[name] += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

const lockText = () => readFileSync(inRoot('package-lock.json'), 'utf8');

/** Platform packages that are not published everywhere leave a lock that `npm ci` refuses elsewhere. */
async function missingInLock() {
  const { code, stdout, stderr } = await outputOf(['npm', 'ci', '--dry-run', '--no-audit', '--no-fund']);
  const missing = `${stdout}${stderr}`.split('\n').filter((line) => /Missing:/.test(line));
  if (missing.length > 0) return missing.join('\n');
  return code === 0 ? '' : stderr;
}
