import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, recordOf } from './processes.mjs';

const PATIENCE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'spanwise-test-run-'));
const children = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const urlOf = (name) => JSON.stringify(new URL(name, import.meta.url).href);
/** Starts a PostgreSQL, and what would outlive its starter: a program in a group of its own, with nothing of our environment. */
const RUNNER = `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { inTestRun } from ${urlOf('./test-run.mjs')};
  import { startTestDatabase } from ${urlOf('./test-servers.mjs')};
  await inTestRun(async () => {
    if (process.argv.includes('--servers')) await startTestDatabase();
    const wait = join(tmpdir(), 'wait.mjs');
    writeFileSync(wait, 'setInterval(() => {}, 60000)');
    const marked = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'], { detached: true, stdio: 'ignore' });
    const named = spawn(process.execPath, [wait], { detached: true, stdio: 'ignore', env: {} });
    console.log(JSON.stringify({ folder: tmpdir(), pids: [marked.pid, named.pid] }));
    if (process.argv.includes('--ends')) return [marked, named].forEach((child) => child.unref());
    await new Promise(() => setInterval(() => {}, 60000));
  }, { endingMs: 100 }).then(({ leftBehind }) => console.log(JSON.stringify({ leftBehind: leftBehind.length })));`;

function run(tmp, ...words) {
  const { SPANWISE_RUN: _, SPANWISE_SHARED_TMP: __, npm_lifecycle_event: ___, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUNNER, '--', ...words], {
    env: { ...env, TMPDIR: tmp },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const line = async (number) => {
    await until(
      () => said.split('\n').length > number + 1,
      () => `line ${number} of ${said}`,
    );
    return JSON.parse(said.split('\n').filter((text) => text.startsWith('{'))[number]);
  };
  return { child, ended, line };
}

async function until(isSo, what) {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > deadline) assert.fail(`it did not come to ${what()}`);
    await sleep(50);
  }
}

const newTmp = () => mkdtempSync(join(folder, 'tmp-'));
const alive = (records) => records.filter(isAlive);

/** Every process whose command names the folder. */
const naming = (text) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
      } catch {
        return false;
      }
    });

test('a runner that is asked to end takes its servers and everything else along', async () => {
  const { child, line } = run(newTmp(), '--servers');
  const started = await line(0);
  const records = started.pids.map(recordOf);
  assert.equal(alive(records).length, 2);
  assert.ok(naming(started.folder).length >= 2);
  child.kill('SIGTERM');
  await until(
    () => naming(started.folder).length === 0 && !existsSync(started.folder),
    () => 'an end of everything',
  );
  assert.deepEqual(alive(records), []);
});

test('what a killed run has left is ended by the next one of the same clone, and nothing of others', async () => {
  const tmp = newTmp();
  const [killed, other] = [run(tmp), run(tmp)];
  const [left, kept] = [await killed.line(0), await other.line(0)];
  const records = left.pids.map(recordOf);
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.equal(alive(records).length, 2);
  const next = run(tmp, '--ends');
  await next.ended;
  assert.deepEqual([alive(records).length, existsSync(left.folder)], [0, false]);
  assert.deepEqual([alive(kept.pids.map(recordOf)).length, existsSync(kept.folder)], [2, true]);
  other.child.kill('SIGTERM');
  await other.ended;
  assert.deepEqual(alive(kept.pids.map(recordOf)), []);
});

test('what a run leaves behind is ended and reported', async () => {
  const { ended, line } = run(newTmp(), '--ends');
  const started = await line(0);
  const records = started.pids.map(recordOf);
  await ended;
  assert.deepEqual(await line(1), { leftBehind: 2 });
  assert.deepEqual([alive(records).length, existsSync(started.folder)], [0, false]);
});
