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
 * The longest turn of the event loop while `work` goes on, and all of it: in processor time, of which what else the machine does
 * is no part.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<{ longestMicros: number; allMicros: number }> {
  const started = process.cpuUsage();
  let [turn, longestMicros] = [started, 0];
  const turns = setInterval(() => {
    longestMicros = Math.max(longestMicros, microsSince(turn));
    turn = process.cpuUsage();
  }, 1);
  await work();
  clearInterval(turns);
  return { longestMicros, allMicros: microsSince(started) };
}

function microsSince(usage: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(usage);
  return user + system;
}
