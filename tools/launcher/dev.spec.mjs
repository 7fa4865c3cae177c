import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArguments, UsageError } from './arguments.mjs';
import { builtCode, differences, foldersOf } from './built-code.mjs';
import { claim } from './instance.mjs';
import { isAlive, recordOf } from './processes.mjs';
import { inspectWords } from './services.mjs';
import { watchSources } from './source-watch.mjs';
import { Supervisor } from './supervisor.mjs';

const folder = mkdtempSync(join(tmpdir(), 'spanwise-dev-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function until(holds) {
  while (!holds()) await sleep(10);
}

const project = (...names) =>
  JSON.stringify({
    dependencies: Object.fromEntries(['pg', ...names].map((name) => [name, '*'])),
    devDependencies: { '@spanwise/testing': '*' },
  });

/** Two services on one library, one of them on another that rests on the first. */
function workspace(name) {
  const root = join(folder, name);
  write(join(root, 'apps/iam/package.json'), project('@spanwise/contracts'));
  write(join(root, 'apps/apm/package.json'), project('@spanwise/rows'));
  write(join(root, 'libs/contracts/package.json'), project());
  write(join(root, 'libs/rows/package.json'), project('@spanwise/contracts'));
  for (const one of ['apps/iam', 'apps/apm', 'libs/contracts', 'libs/rows']) write(join(root, one, 'dist/a.js'), one);
  return root;
}

test('a service runs its own code and that of the libraries that it rests on, directly or not', () => {
  const root = workspace('folders');
  assert.deepEqual(foldersOf('iam', root), ['apps/iam', 'libs/contracts']);
  assert.deepEqual(foldersOf('apm', root), ['apps/apm', 'libs/rows', 'libs/contracts']);
});

test('only what runs other code than before has changed', () => {
  const root = workspace('changes');
  const services = ['iam', 'apm'];
  const changedBy = (change) => {
    const before = builtCode(services, root);
    change();
    const now = builtCode(services, root);
    return services.filter((service) => differences(before.get(service), now.get(service)).length > 0);
  };
  assert.deepEqual(
    changedBy(() => write(join(root, 'libs/contracts/dist/a.js'), 'changed')),
    services,
  );
  assert.deepEqual(
    changedBy(() => write(join(root, 'libs/rows/dist/new.js'), '')),
    ['apm'],
  );
  assert.deepEqual(
    changedBy(() => rmSync(join(root, 'apps/iam/dist/a.js'))),
    ['iam'],
  );
  const notRun = ['a.spec.js', 'a.fixture.js', 'a.d.ts', 'a.js.map', '.tsbuildinfo'];
  assert.deepEqual(
    changedBy(() => notRun.forEach((name) => write(join(root, 'libs/contracts/dist', name), 'x'))),
    [],
  );
  assert.deepEqual(
    changedBy(() => write(join(root, 'apps/apm/dist/a.js'), 'apps/apm')),
    [],
  );
});

test('what is saved together is reported once, also from a folder that is new and by editors that replace the file', async () => {
  const root = join(folder, 'sources');
  write(join(root, 'deep/a.ts'), '');
  let changes = 0;
  const end = watchSources([root], { changed: () => changes++ }, 100);
  write(join(root, 'deep/a.ts'), '1');
  write(join(root, 'b.ts'), '1');
  await until(() => changes === 1);
  for (const expected of [2, 3]) {
    write(join(root, 'deep/a.ts~'), String(expected));
    renameSync(join(root, 'deep/a.ts~'), join(root, 'deep/a.ts'));
    await until(() => changes === expected);
  }
  mkdirSync(join(root, 'new'));
  await until(() => changes === 4);
  write(join(root, 'new/c.ts'), '');
  await until(() => changes === 5);
  write(join(root, 'notes.md'), '');
  await sleep(200);
  end();
  write(join(root, 'b.ts'), '2');
  await sleep(200);
  assert.equal(changes, 5);
});

const IDLE = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];

test('a service that is started again is another process, and its end is no death', async () => {
  const instance = await claim(join(folder, 'restart'));
  let gaveUp = false;
  const supervisor = new Supervisor(instance, () => (gaveUp = true), 1);
  supervisor.start('iam', { command: IDLE });
  const first = recordOf(supervisor.children.get('iam').process.pid);
  await supervisor.restart('iam');
  assert.equal(isAlive(first), false);
  const second = instance.state.processes.iam;
  assert.ok(isAlive(second) && second.pid !== first.pid);
  await supervisor.stop(['iam']);
  assert.equal(isAlive(second), false);
  assert.equal(gaveUp, false);
});

test('a service that kept dying is started again when its code has changed', async () => {
  const instance = await claim(join(folder, 'dying'));
  let gaveUp;
  const given = new Promise((resolve) => (gaveUp = resolve));
  const supervisor = new Supervisor(instance, gaveUp, 1);
  const program = join(folder, 'program.cjs');
  write(program, 'process.exit(1)');
  supervisor.start('apm', { command: [process.execPath, program] });
  await given;
  write(program, 'setInterval(() => {}, 1000)');
  await supervisor.restart('apm');
  assert.ok(supervisor.runs('apm'));
  await supervisor.stop(['apm']);
});

test('nothing is started again once the product ends', async () => {
  const supervisor = new Supervisor(await claim(join(folder, 'ending')), () => undefined);
  supervisor.start('apm', { command: IDLE });
  await Promise.all([supervisor.stop(['apm']), supervisor.restart('apm')]);
  assert.equal(supervisor.runs('apm'), false);
});

test('a debugger is for services that are named', () => {
  assert.deepEqual(parseArguments('dev', ['--inspect', 'apm', '--inspect=iam'], {}).inspect, ['apm', 'iam']);
  assert.throws(() => parseArguments('dev', ['--inspect', 'postgres'], {}), UsageError);
  assert.throws(() => parseArguments('start', ['--inspect', 'apm'], {}), UsageError);
  assert.deepEqual(inspectWords({ apm: 1, inspect_apm: 9229 }, 'apm'), ['--inspect=127.0.0.1:9229']);
  assert.deepEqual(inspectWords({ apm: 1, inspect_apm: 9229 }, 'iam'), []);
});
