// Everything static: each check counts as one test.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot, ROOT } from '../launcher/paths.mjs';
import { say } from '../launcher/progress.mjs';
import { inLanes } from '../launcher/lanes.mjs';
import { closingLine } from '../launcher/test.mjs';
import { ensurePackages } from '../launcher/workspace.mjs';
import { boundaryFaults } from './boundaries.mjs';
import { citationFaults } from './citations.mjs';
import { longFiles } from './file-length.mjs';
import { folderCircles } from './folder-circles.mjs';
import { layerFaults } from './layers.mjs';
import { proofFaults } from './named-proofs.mjs';
import { specHabits } from './spec-habits.mjs';

const bin = (...parts) => inRoot('node_modules', ...parts);

/** Later than the start, because their packages may have to be installed first. */
const deployment = () => import('./deployment/deployment.mjs');
const observability = () => import('./observability/observability.mjs');

/** Faults as text or a list; empty when there are none. @type {[string, () => string | Promise<string | string[]>][]} */
const CHECKS = [
  ['types', () => command([process.execPath, bin('typescript', 'bin', 'tsc'), '-b'])],
  ['lint', () => command([process.execPath, bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'])],
  [
    'format',
    () => command([process.execPath, bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.']),
  ],
  [
    'API description and client',
    () => command([process.execPath, inRoot('tools', 'openapi', 'dist', 'generate.js'), '--check']),
  ],
  ['boundaries', () => boundaryFaults(ROOT).join('\n')],
  ['citations', () => citationFaults(ROOT).join('\n')],
  ['folders that import each other in a circle', () => folderCircles(ROOT).join('\n')],
  ['handlers and stores', () => layerFaults(ROOT).join('\n')],
  ['dashboards, alerts and runbook', async () => (await observability()).observabilityFaults()],
  ['file length', () => longFiles(ROOT).join('\n')],
  ['tests without clocks, fixed ports and needless starts', () => specHabits(ROOT).join('\n')],
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

/** Most compute in one thread, or wait for the disk. */
const LANES = 2;

export async function check() {
  await ensurePackages();
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const checked =
    ([name, faults]) =>
    async () => {
      const text = await textOf(faults);
      say(`${text === '' ? 'ok    ' : 'FAILED'} ${name}`);
      if (text !== '') say(text);
      tally[text === '' ? 'passed' : 'failed']++;
    };
  const [types, ...others] = CHECKS.map(checked);
  // It builds what others look at.
  await types();
  await inLanes(others, () => LANES);
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
