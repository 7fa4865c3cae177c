// The release script with an engine that the test plays: what it is told to build, and what it is not told.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { inRoot } from '../../launcher/paths.mjs';
import { renderKustomization } from './kustomize.mjs';

const folder = mkdtempSync(join(tmpdir(), 'spanwise-release-'));
const told = join(folder, 'told');
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const OTHER = `sha256:${'f'.repeat(64)}`;
const NAME = 'registry.example:5000/team/spanwise';

mkdirSync(join(folder, 'bin'));
after(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(told, { force: true }));

/** @param {string} said what the registry answers for each image */
function release(words, { said = DIGEST, ...environment } = {}) {
  const docker = join(folder, 'bin', 'docker');
  writeFileSync(docker, `#!/bin/sh\necho "$*" >> '${told}'\n[ "$3" != inspect ] || echo '${said}'\n`);
  chmodSync(docker, 0o755);
  return spawnSync('sh', ['deploy/release.sh', ...words], {
    cwd: inRoot(),
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, ...environment },
    encoding: 'utf8',
  });
}
const builds = () =>
  (existsSync(told) ? readFileSync(told, 'utf8').split('\n') : []).filter((line) => / build /.test(line));

test('what a release is built on and runs beside is named by digest', () => {
  const { status, stdout, stderr } = release(['compose', NAME]);
  assert.equal(status, 0, stderr);
  assert.deepEqual(stdout.trim().split('\n'), [
    `SPANWISE_IMAGE=${NAME}@${DIGEST}`,
    `POSTGRES_IMAGE=postgres@${DIGEST}`,
    `NATS_IMAGE=nats@${DIGEST}`,
  ]);
  const [build, ...others] = builds();
  assert.deepEqual(others, []);
  assert.match(build, new RegExp(`--build-arg RELEASE=1 --build-arg NODE_IMAGE=node@${DIGEST} `));
});

test('its `images:` lead every manifest to digests', () => {
  const { stdout } = release(['kubernetes', NAME], { NATS_IMAGE: `mirror.example/nats@${OTHER}` });
  const read = (path) => (path === 'over/kustomization.yaml' ? overlay : readFileSync(inRoot(path), 'utf8'));
  const overlay = `resources: [../k8s/overlays/development]\n${stdout}`;
  const pods = renderKustomization('over', read).flatMap(({ spec }) => spec?.template?.spec ?? []);
  const images = new Set(
    pods.flatMap(({ initContainers = [], containers }) => [...initContainers, ...containers]).map(({ image }) => image),
  );
  assert.deepEqual(
    [...images].sort(),
    [`mirror.example/nats@${OTHER}`, `postgres@${DIGEST}`, `${NAME}@${DIGEST}`].sort(),
  );
});

for (const [what, words, environment, message] of [
  ['a base by tag', ['compose', NAME], { NODE_IMAGE: 'node:24-slim' }, /node:24-slim is not name@sha256:digest/],
  ['a database by tag', ['compose', NAME], { POSTGRES_IMAGE: 'postgres:18' }, /postgres:18 is not name@/],
  ['half a digest', ['compose', NAME], { NODE_IMAGE: 'node@sha256:abc' }, /is not name@sha256:digest/],
  ['a registry that names no digest', ['compose', NAME], { said: 'not found' }, /is not name@sha256:digest/],
  ['a name with a tag', ['compose', `${NAME}:1`], {}, /usage/],
  ['no form', [NAME], {}, /usage/],
])
  test(`nothing is built with ${what}`, () => {
    const { status, stdout, stderr } = release(words, environment);
    assert.notEqual(status, 0);
    assert.match(stderr, message);
    assert.equal(stdout, '');
    assert.deepEqual(builds(), []);
  });

test('the Dockerfile itself refuses a release on a tag', () => {
  const [, step] = /^RUN (test -z "\$\{RELEASE\}"[^]*?)\nWORKDIR/m.exec(readFileSync(inRoot('Dockerfile'), 'utf8'));
  const run = (env) =>
    spawnSync('sh', ['-c', step.replaceAll('\\\n', ' ')], { env: { PATH: process.env.PATH, ...env } }).status;
  assert.equal(run({ NODE_IMAGE: 'node:24-slim' }), 0);
  assert.equal(run({ RELEASE: '1', NODE_IMAGE: `node@${DIGEST}` }), 0);
  assert.equal(run({ RELEASE: '1', NODE_IMAGE: 'node:24-slim' }), 1);
});
