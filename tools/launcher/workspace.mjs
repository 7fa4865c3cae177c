// Packages and build: done when they are needed, so that the second start is quick.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bundledServices } from './bundles.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { SERVICE_ORDER } from './ports.mjs';
import { Failure, step } from './progress.mjs';
import { run } from './run.mjs';

const STAMP = inRoot('node_modules', '.spanwise-lock');
const OLDEST_NODE = [20, 19];

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Failure(`Spanwise needs Node ${OLDEST_NODE.join('.')} or newer; this is ${version}.`);
}

export async function ensurePackages() {
  checkNode();
  const digest = lockDigest();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return;
  await step('installing packages', () =>
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: ROOT,
      advice: 'Check that the package registry that npm is set to can be reached, then start again.',
    }),
  );
  writeFileSync(STAMP, digest);
}

/** Vitest's set-ups build, too, and what they build is what a user runs: their `NODE_ENV` says `test`. */
const BUILD_ENV = {
  ...process.env,
  NODE_ENV: 'production',
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_ISOLATE_PLUGINS: 'false',
};

export async function build({ bundles = true } = {}) {
  await step('building', () =>
    run(
      process.execPath,
      [inRoot('node_modules', 'nx', 'dist', 'bin', 'nx.js'), 'run-many', '-t', 'build', '--outputStyle=static'],
      {
        cwd: ROOT,
        env: BUILD_ENV,
        advice: 'The sources do not build; `npx tsc -b` shows the errors by themselves.',
      },
    ),
  );
  if (!bundles) return;
  const bundled = bundledServices(ROOT);
  if (SERVICE_ORDER.every((service) => bundled.has(service))) return;
  await step('bundling the services', () =>
    run(process.execPath, [inRoot('tools', 'launcher', 'make-bundles.mjs')], { cwd: ROOT, env: BUILD_ENV }),
  );
}
