// Everything static: each check counts as one test.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot, ROOT } from '../launcher/paths.mjs';
import { say } from '../launcher/progress.mjs';
import { closingLine } from '../launcher/test.mjs';
import { ensurePackages } from '../launcher/workspace.mjs';
import { boundaryFaults } from './boundaries.mjs';
import { longFiles } from './file-length.mjs';
import { proofFaults } from './named-proofs.mjs';

const bin = (...parts) => inRoot('node_modules', ...parts);

/** Later than the start, because their packages may have to be installed first. */
const deployment = () => import('./deployment/deployment.mjs');
const observability = () => import('./observability/observability.mjs');

/** Faults as text or a list; empty when there are none. @type {[string, () => string | Promise<string[]>][]} */
const CHECKS = [
  ['types', () => command([process.execPath, bin('typescript', 'bin', 'tsc'), '-b'])],
  ['lint', () => command([process.execPath, bin('oxlint', 'bin', 'oxlint'), '--deny-warnings'])],
  [
    'format',
    () => command([process.execPath, bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.']),
  ],
  [
    'API description and client',
    () => command([process.execPath, inRoot('tools', 'openapi', 'dist', 'generate.js'), '--check']),
  ],
  ['boundaries', () => boundaryFaults(ROOT).join('\n')],
  ['dashboards, alerts and runbook', async () => (await observability()).observabilityFaults()],
  ['file length', () => longFiles(ROOT).join('\n')],
  ['proofs that the security guide names', () => proofFaults(ROOT).join('\n')],
  ['lock file is complete', () => missingInLock()],
  ['Dockerfile', async () => (await deployment()).imageFaults()],
  [
    'Dockerfile steps in a bare folder',
    () => command([process.execPath, inRoot('tools', 'checks', 'dockerfile-steps.mjs')]),
  ],
  ['compose file', async () => (await deployment()).composeFileFaults()],
  ['manifests for development', async () => (await deployment()).overlayFaults('development')],
  ['manifests for production', async () => (await deployment()).overlayFaults('production')],
  ['deployment guide lists every secret', async () => (await deployment()).guideFaults()],
  [
    'lock file names no download address',
    () => (/"resolved": "http/.test(lockText()) ? 'package-lock.json has "resolved" addresses' : ''),
  ],
];

export async function check() {
  await ensurePackages();
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, faults] of CHECKS) {
    const text = await textOf(faults);
    say(`${text === '' ? 'ok    ' : 'FAILED'} ${name}`);
    if (text !== '') say(text);
    tally[text === '' ? 'passed' : 'failed']++;
  }
  say(closingLine(tally));
  return tally.failed === 0 ? 0 : 1;
}

async function textOf(faults) {
  try {
    return [await faults()].flat().join('\n');
  } catch (error) {
    return error.stack;
  }
}

function command([program, ...args]) {
  const result = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return result.status === 0 ? '' : `${result.stdout}${result.stderr}`.trim() || `exit code ${result.status}`;
}

const lockText = () => readFileSync(inRoot('package-lock.json'), 'utf8');

/** Platform packages that are not published everywhere leave a lock that `npm ci` refuses elsewhere. */
function missingInLock() {
  const result = spawnSync('npm', ['ci', '--dry-run', '--no-audit', '--no-fund'], { cwd: ROOT, encoding: 'utf8' });
  const missing = `${result.stdout}${result.stderr}`.split('\n').filter((line) => /Missing:/.test(line));
  if (missing.length > 0) return missing.join('\n');
  return result.status === 0 ? '' : result.stderr;
}
