import { existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Processor time, the least of a few runs: what else the machine does is no part of it. One that is short enough suffices. */
export function leastMs(work: () => void, allowedMs: number): number {
  let least = Infinity;
  for (let run = 0; run < 4 && least > allowedMs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/**
 * The longest turn of the event loop while `work` goes on, and all that the process has done meanwhile: in processor time, of
 * which what else the machine does is no part. A turn excludes other threads where the system reports them.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<{ longestMicros: number; allMicros: number }> {
  const started = process.cpuUsage();
  let [turn, longestMicros] = [mainThreadMicros(), 0];
  const turns = setInterval(() => {
    const now = mainThreadMicros();
    longestMicros = Math.max(longestMicros, now - turn);
    turn = now;
  }, 1);
  await work();
  clearInterval(turns);
  const { user, system } = process.cpuUsage(started);
  return { longestMicros, allMicros: user + system };
}

/** Of Linux: nanoseconds that a thread was on a processor. The first thread has the number of its process. */
function mainThreadMicros(): number {
  const path = `/proc/self/task/${process.pid}/schedstat`;
  if (isMainThread && existsSync(path)) return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1_000;
  const { user, system } = process.cpuUsage();
  return user + system;
}
