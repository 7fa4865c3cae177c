// Processes by id and start time: an id alone may belong to somebody else after a crash.
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { probe } from './run.mjs';

/** Text that is the same for the life of a process and no other; undefined when there is no such process. */
export function identityOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return probe('ps', ['-o', 'lstart=', '-p', String(pid)]) || undefined;
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
