// Processes by id and start time: an id alone may belong to another process after a crash.
import { setTimeout as sleep } from 'node:timers/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from './paths.mjs';
import { probe } from './run.mjs';

/** Fields of a process as the kernel lists them, from its state on. */
function statusOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Text that is the same for the life of a process and no other; undefined when there is no such process. */
export function identityOf(pid) {
  try {
    const fields = statusOf(pid);
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return probe('ps', ['-o', 'lstart=', '-p', String(pid)]) || undefined;
  }
}

/** Id of the parent of a process; undefined where that is not known. */
export function parentOf(pid) {
  try {
    return Number(statusOf(pid)[1]);
  } catch {
    return undefined;
  }
}

/** @typedef {{ pid: number, identity: string }} ProcessRecord */

/** @returns {ProcessRecord | undefined} */
export function recordOf(pid) {
  const identity = identityOf(pid);
  return identity === undefined ? undefined : { pid, identity };
}

export const isAlive = (record) => record !== undefined && identityOf(record.pid) === record.identity;

export function signal(record, name) {
  if (!isAlive(record)) return;
  try {
    process.kill(record.pid, name);
  } catch {
    // It ended between the look and the signal.
  }
}

/** Asks a process to end and makes it end when it does not within `limitMs`. */
export async function stopProcess(record, name = 'SIGTERM', limitMs = 15_000) {
  signal(record, name);
  const deadline = performance.now() + limitMs;
  while (isAlive(record) && performance.now() < deadline) await sleep(50);
  if (!isAlive(record)) return;
  signal(record, 'SIGKILL');
  while (isAlive(record)) await sleep(20);
}

/**
 * Processes of the product that a recorded one, the first of its group, has started and left behind. While the group has
 * members, no other process gets its id. Where there is no /proc, they are left to end by themselves.
 * @param {ProcessRecord} record @returns {ProcessRecord[]}
 */
export function leftBehind(record) {
  const first = identityOf(record.pid);
  if (first !== undefined && first !== record.identity) return [];
  return processIds()
    .filter((pid) => pid !== record.pid && isOfGroup(pid, record))
    .map(recordOf)
    .filter((one) => one !== undefined);
}

/** @param {ProcessRecord | undefined} record of a process that has ended */
export async function endLeftBehind(record) {
  if (record === undefined || isAlive(record)) return;
  const left = leftBehind(record);
  for (const one of left) signal(one, 'SIGKILL');
  while (left.some(isAlive)) await sleep(20);
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

function isOfGroup(pid, record) {
  try {
    const [, , group] = statusOf(pid);
    return Number(group) === record.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(ROOT);
  } catch {
    return false;
  }
}
