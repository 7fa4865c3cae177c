// A run of tests, of a proof or of a benchmark: whatever it starts carries its mark, and nothing of it outlives the runner.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot, ROOT, SHARED_TMP, sharedTmp } from './paths.mjs';
import { isAlive, parentOf, recordOf, signal } from './processes.mjs';
import { say } from './progress.mjs';

/** Name of the folder of the run in the environment of everything that the run starts. */
const MARK = 'SPANWISE_RUN';
const PREFIX = 'spanwise-run-';
const OWNER_FILE = 'owner.json';
const PARENT_LOOK_MS = 1_000;
/** A process that was told to end, or whose parent has ended, is given this long. */
const ENDING_MS = 10_000;
const POSTGRES_MS = 5_000;

/**
 * Runs `work`, and ends whatever it has started. A guard does that when this process is killed, and the next run of the same
 * clone when both are. What is part of a run already is left to that.
 * @template Result @param {() => Promise<Result>} work @param {{ endingMs?: number }} [options] how long what was told to end
 *   may take
 * @returns {Promise<{ result: Result, leftBehind: string[] }>} command lines of what had not ended with its starter
 */
export async function inTestRun(work, { endingMs = ENDING_MS } = {}) {
  if (process.env[MARK] !== undefined) return { result: await work(), leftBehind: [] };
  await endLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify({ root: ROOT, owner: recordOf(process.pid) }));
  const guard = startGuard(folder);
  endWithNpm();
  Object.assign(process.env, { [MARK]: folder, [SHARED_TMP]: tmpdir(), TMPDIR: folder });
  try {
    const result = await work();
    return { result, leftBehind: await lingering(folder, endingMs) };
  } finally {
    await endRun(folder);
    guard.stdin.end('done');
  }
}

/** A part of a run that is ended by itself, with whatever it has started; `env` is for that. */
export function partOfRun() {
  const folder = mkdtempSync(join(tmpdir(), 'part-'));
  chmodSync(folder, 0o711);
  return { env: { [MARK]: folder, TMPDIR: folder }, end: () => endRun(folder) };
}

/** It hears that this process is gone by the end of a pipe that nobody else holds. */
function startGuard(folder) {
  const guard = spawn(process.execPath, [inRoot('tools', 'launcher', 'guard.mjs'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.stdin.on('error', () => undefined);
  guard.unref();
  guard.stdin.unref();
  return guard;
}

/** `npm`, and the shell that it starts, are whom a person ends; this process would go on. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const above = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = above();
  setInterval(() => {
    if (above() !== before) process.kill(process.pid, 'SIGKILL');
  }, PARENT_LOOK_MS).unref();
}

/** What is still there some seconds after everything was told to end. */
async function lingering(folder, endingMs) {
  const deadline = performance.now() + endingMs;
  let left = marked(folder);
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(100);
    left = marked(folder);
  }
  return left.map(({ words }) => words.slice(0, 200));
}

/** Ends every process of the run, and removes its folder. PostgreSQL takes its shared memory along when it may. */
export async function endRun(folder) {
  const patientUntil = performance.now() + POSTGRES_MS;
  for (;;) {
    const left = marked(folder);
    if (left.length === 0) break;
    const isPatient = performance.now() < patientUntil;
    for (const { record, words } of left)
      signal(record, isPatient && /\/postgres -D /.test(words) ? 'SIGQUIT' : 'SIGKILL');
    await sleep(100);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Runs of this clone whose runner and guard were both killed. */
async function endLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const run = ownerOf(folder);
    if (run?.root !== ROOT || isAlive(run.owner)) continue;
    say(`• ending what a run that was killed has left (${folder}) …`);
    await endRun(folder);
  }
}

/** Runs that others have begun on this machine, of whatever clone, and that go on. */
export const otherRuns = () =>
  readdirSync(sharedTmp())
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ownerOf(join(sharedTmp(), name))?.owner)
    .filter((owner) => isAlive(owner) && owner.pid !== process.pid).length;

function ownerOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Processes that carry the mark of the run, or name its folder, but for this one. Where there is no /proc, none.
 * @returns {{ record: import('./processes.mjs').ProcessRecord, words: string }[]}
 */
function marked(folder) {
  return processIds().flatMap((pid) => {
    const words = textOf(pid, 'cmdline').replaceAll('\0', ' ');
    const environment = textOf(pid, 'environ').split('\0');
    const isGuard = words.includes('launcher/guard.mjs');
    if (pid === process.pid || isGuard) return [];
    if (!environment.some((one) => one.startsWith(`${MARK}=${folder}`)) && !words.includes(folder)) return [];
    const record = recordOf(pid);
    return record === undefined ? [] : [{ record, words }];
  });
}

function processIds() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Nothing of a process that is gone, or another user's. */
function textOf(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
