import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildContext } from './build-context.mjs';
import { copyOf, dockerfileFaults, dockerfileStages, imageEnvironment } from './dockerfile.mjs';

const FILE = `# comment
ARG NODE_IMAGE=node:24-slim
FROM \${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json src ./
RUN one && \\
  two

FROM \${NODE_IMAGE} AS runtime
ARG COMMIT=unknown
ENV SPANWISE_COMMIT=\${COMMIT}
ENV HOST=0.0.0.0
COPY --from=build /src/dist ./dist
USER 10001:10001
EXPOSE 8080 8081
`;
const files = ['package.json', 'src'];
const faults = (text) => dockerfileFaults(dockerfileStages(text), (path) => files.includes(path), [8080, 8081]);

test('stages, continued lines and copies are read', () => {
  const [build] = dockerfileStages(FILE);
  assert.deepEqual(build.steps.at(-1), { instruction: 'RUN', text: 'one &&    two' });
  assert.deepEqual(copyOf('--from=a b c /d'), { from: 'a', sources: ['b', 'c'], target: '/d' });
});

test('the environment of the image has the defaults of its arguments', () =>
  assert.deepEqual(imageEnvironment(dockerfileStages(FILE)), { SPANWISE_COMMIT: 'unknown', HOST: '0.0.0.0' }));

test('a sound file has no fault', () => assert.deepEqual(faults(FILE), []));

const planted = [
  ['a missing file', FILE.replace('package.json src', 'package.jsn src'), /package.jsn is not in the build context/],
  ['a missing stage', FILE.replace('--from=build', '--from=biuld'), /no stage biuld/],
  ['root', FILE.replace('USER 10001:10001\n', ''), /numeric user/],
  ['a user by name', FILE.replace('10001:10001', 'node'), /numeric user/],
  ['a port left out', FILE.replace(' 8081', ''), /does not expose 8081/],
  [
    'a base that no release can pin',
    FILE.replace('${NODE_IMAGE} AS runtime', 'node:24 AS runtime'),
    /FROM node:24: a release/,
  ],
  ['work in the last stage', `${FILE}RUN three\n`, /must only copy/],
];
for (const [name, text, message] of planted)
  test(`a fault is found: ${name}`, () => assert.match(faults(text).join(), message));

test('the build context is what .dockerignore leaves', () => {
  const root = mkdtempSync(join(tmpdir(), 'spanwise-context-'));
  try {
    mkdirSync(join(root, 'apps', 'web'), { recursive: true });
    for (const path of ['a.md', 'apps/web/a.ts', 'apps/web/a.spec.ts']) writeFileSync(join(root, path), '');
    writeFileSync(join(root, '.dockerignore'), '*\n!apps\n**/*.spec.ts\n');
    assert.deepEqual(buildContext(root), ['apps/web/a.ts']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
