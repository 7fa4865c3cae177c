// The release script with an engine that the test plays: what it is asked to build, and what it is not.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { inRoot } from '../../launcher/paths.mjs';
import { containersOf, overlayDocuments, yamlDocuments } from './manifests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'spanwise-release-'));
const marker = join(folder, 'asked');
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const OTHER = `sha256:${'f'.repeat(64)}`;
const NAME = 'registry.example:5000/team/spanwise';

mkdirSync(join(folder, 'bin'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(marker, { force: true }));

/** @param {string} said what the registry answers for each image */
function release(words, { said = DIGEST, ...environment } = {}) {
  const docker = join(folder, 'bin', 'docker');
  writeFileSync(docker, `#!/bin/sh\necho "$*" >> '${marker}'\n[ "$3" != inspect ] || echo '${said}'\n`);
  chmodSync(docker, 0o755);
  return spawnSync('sh', ['deploy/release.sh', ...words], {
    cwd: inRoot(),
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, ...environment },
    encoding: 'utf8',
  });
}
const builds = () =>
  (existsSync(marker) ? readFileSync(marker, 'utf8').split('\n') : []).filter((line) => / build /.test(line));

it('what a release is built on and runs beside is named by digest', () => {
  const { status, stdout, stderr } = release(['compose', NAME]);
  expect(status, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toEqual([
    `SPANWISE_IMAGE=${NAME}@${DIGEST}`,
    `POSTGRES_IMAGE=postgres@${DIGEST}`,
    `NATS_IMAGE=nats@${DIGEST}`,
  ]);
  const [build, ...others] = builds();
  expect(others).toEqual([]);
  expect(build).toContain(`--build-arg RELEASE=1 --build-arg NODE_IMAGE=node@${DIGEST} `);
});

it('its `images:` name every image of the manifests, by digest', () => {
  const { stdout } = release(['kubernetes', NAME], { NATS_IMAGE: `mirror.example/nats@${OTHER}` });
  const [{ images }] = yamlDocuments(stdout, 'release.sh');
  const used = overlayDocuments('development')
    .flatMap(({ spec }) => containersOf(spec?.template?.spec ?? {}))
    .map(({ image }) => image.split(':')[0]);
  expect(new Set(images.map(({ name }) => name))).toEqual(new Set(used));
  expect(images.map(({ name, newName = name, digest }) => `${newName}@${digest}`).toSorted()).toEqual(
    [`mirror.example/nats@${OTHER}`, `postgres@${DIGEST}`, `${NAME}@${DIGEST}`].toSorted(),
  );
});

it.each([
  ['a base by tag', ['compose', NAME], { NODE_IMAGE: 'node:24-slim' }, /node:24-slim is not name@sha256:digest/],
  ['a database by tag', ['compose', NAME], { POSTGRES_IMAGE: 'postgres:18' }, /postgres:18 is not name@/],
  ['half a digest', ['compose', NAME], { NODE_IMAGE: 'node@sha256:abc' }, /is not name@sha256:digest/],
  ['a registry that names no digest', ['compose', NAME], { said: 'not found' }, /is not name@sha256:digest/],
  ['a name with a tag', ['compose', `${NAME}:1`], {}, /usage/],
  ['no form', [NAME], {}, /usage/],
])('nothing is built with %s', (_, words, environment, message) => {
  const { status, stdout, stderr } = release(words, environment);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(message);
  expect(stdout).toBe('');
  expect(builds()).toEqual([]);
});

it('the Dockerfile itself refuses a release on a tag', () => {
  const [, step] = /^RUN (test -z "\$\{RELEASE\}"[^]*?)\nWORKDIR/m.exec(readFileSync(inRoot('Dockerfile'), 'utf8'));
  const run = (env) =>
    spawnSync('sh', ['-c', step.replaceAll('\\\n', ' ')], { env: { PATH: process.env.PATH, ...env } }).status;
  expect(run({ NODE_IMAGE: 'node:24-slim' })).toBe(0);
  expect(run({ RELEASE: '1', NODE_IMAGE: `node@${DIGEST}` })).toBe(0);
  expect(run({ RELEASE: '1', NODE_IMAGE: 'node:24-slim' })).toBe(1);
});
