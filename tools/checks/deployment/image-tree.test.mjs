import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { dockerfileStages } from './dockerfile.mjs';
import { buildTree } from './image-tree.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spanwise-tree-'));
  for (const folder of ['context/src', 'stages']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'context', 'a.txt'), 'a');
  writeFileSync(join(root, 'context', 'src', 'b.txt'), 'b');
});
afterEach(() => rmSync(root, { recursive: true }));

const build = (text) =>
  buildTree(dockerfileStages(text), {
    root: join(root, 'context'),
    context: ['a.txt', 'src/b.txt'],
    folder: join(root, 'stages'),
    environment: { PATH: process.env.PATH },
  });

test('copies, runs and inherits as an engine does', () => {
  const tree = build(`FROM x AS one
WORKDIR /src
COPY . .
RUN cat a.txt src/b.txt > c.txt
FROM one AS two
RUN test "$HOME" = "" && cp c.txt d.txt
FROM x AS three
WORKDIR /app
COPY src ./renamed
COPY --from=two /src/c.txt /src/d.txt ./
`);
  assert.equal(readFileSync(join(tree, 'app', 'd.txt'), 'utf8'), 'ab');
  assert.equal(readFileSync(join(tree, 'app', 'renamed', 'b.txt'), 'utf8'), 'b');
  assert.equal(existsSync(join(tree, 'app', 'a.txt')), false);
});

const planted = [
  ['a step that fails', 'RUN echo this is why && exit 3', /exit code 3[^]*this is why/],
  ['a file that is not there', 'COPY b.txt ./', /b.txt: it is not in the build context/],
  ['a file that no step made', 'COPY --from=zero /out ./', /there is no .*out/],
  ['a path outside the stage', 'RUN rm -rf /src', /absolute path/],
];
for (const [name, step, message] of planted)
  test(`a fault is found: ${name}`, () =>
    assert.throws(() => build(`FROM x AS zero\nWORKDIR /z\nFROM x AS one\nWORKDIR /src\n${step}`), message));
