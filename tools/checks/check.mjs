// Everything static: each check counts as one test.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot, ROOT } from '../launcher/paths.mjs';
import { say } from '../launcher/progress.mjs';
import { closingLine } from '../launcher/test.mjs';
import { ensurePackages } from '../launcher/workspace.mjs';
import { boundaryFaults } from './boundaries.mjs';
import { longFiles } from './file-length.mjs';

const bin = (...parts) => inRoot('node_modules', ...parts);

/** Faults as text; empty when there are none. @type {[string, () => string][]} */
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
  ['file length', () => longFiles(ROOT).join('\n')],
  ['lock file is complete', () => missingInLock()],
  [
    'lock file names no download address',
    () => (/"resolved": "http/.test(lockText()) ? 'package-lock.json has "resolved" addresses' : ''),
  ],
];

export async function check() {
  await ensurePackages();
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, faults] of CHECKS) {
    const text = faults();
    say(`${text === '' ? 'ok    ' : 'FAILED'} ${name}`);
    if (text !== '') say(text);
    tally[text === '' ? 'passed' : 'failed']++;
  }
  say(closingLine(tally));
  return tally.failed === 0 ? 0 : 1;
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
