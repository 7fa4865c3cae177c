// A run of tests or of a benchmark: whatever it starts carries its mark in the environment and is ended with it.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, SHARED_TMP } from './paths.mjs';
import { isAlive, recordOf, signal } from './processes.mjs';
import { say } from './progress.mjs';

/** Environment variable with the folder of the run. */
const MARK = 'SPANWISE_RUN';
const PREFIX = 'spanwise-run-';
const OWNER_FILE = 'owner.json';
/** Processes that were asked to end may take so long. */
const ENDING_MS = 10_000;
/** PostgreSQL removes its shared memory when it is asked to quit. */
const POSTGRES_MS = 5_000;

/**
 * Runs `work` and ends whatever it left. A run that was killed is cleaned up by the next one of the same clone.
 * @template Result @param {() => Promise<Result>} work @param {{ endingMs?: number }} [options]
 * @returns {Promise<{ result: Result, leftBehind: string[] }>} command lines of what was still running
 */
export async function inTestRun(work, { endingMs = ENDING_MS } = {}) {
  if (process.env[MARK] !== undefined) return { result: await work(), leftBehind: [] };
  await endLeftovers();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify({ root: ROOT, owner: recordOf(process.pid) }));
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => void endRun(folder).then(() => process.exit(1)));
  Object.assign(process.env, { [MARK]: folder, [SHARED_TMP]: tmpdir(), TMPDIR: folder });
  try {
    const result = await work();
    const deadline = performance.now() + endingMs;
    while (marked(folder).length > 0 && performance.now() < deadline) await sleep(100);
    return { result, leftBehind: marked(folder).map(({ words }) => words.slice(0, 200)) };
  } finally {
    await endRun(folder);
  }
}

async function endRun(folder) {
  const quitUntil = performance.now() + POSTGRES_MS;
  for (let left = marked(folder); left.length > 0; left = marked(folder)) {
    const mayQuit = performance.now() < quitUntil;
    for (const { record, words } of left)
      signal(record, mayQuit && /\/postgres -D /.test(words) ? 'SIGQUIT' : 'SIGKILL');
    await sleep(100);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Of runs of this clone that were killed. */
async function endLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const run = ownerOf(folder);
    if (run?.root !== ROOT || isAlive(run.owner)) continue;
    say(`• ending what a killed run has left (${folder}) …`);
    await endRun(folder);
  }
}

function ownerOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Processes, but for this one, that carry the mark of the run or name its folder. Where there is no /proc, none.
 * @returns {{ record: import('./processes.mjs').ProcessRecord, words: string }[]}
 */
function marked(folder) {
  return processIds().flatMap((pid) => {
    if (pid === process.pid) return [];
    const words = textOf(pid, 'cmdline').replaceAll('\0', ' ');
    const carriesMark = textOf(pid, 'environ').split('\0').includes(`${MARK}=${folder}`);
    const record = carriesMark || words.includes(folder) ? recordOf(pid) : undefined;
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

/** Empty for a process that is gone, or another user's. */
function textOf(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
