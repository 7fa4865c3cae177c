import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 1_000;

/**
 * All parts, begun in their order, at most so many at once as `lanes` says at the moment, and one at least. Throws what the
 * first part throws that does.
 * @param {Iterable<() => Promise<unknown>>} parts @param {() => number} lanes
 */
export async function inLanes(parts, lanes, lookMs = LOOK_MS) {
  const waiting = [...parts];
  const running = new Set();
  while (waiting.length > 0 || running.size > 0) {
    while (waiting.length > 0 && running.size < Math.max(1, lanes())) {
      const part = waiting
        .shift()()
        .finally(() => running.delete(part));
      running.add(part);
    }
    const look = waiting.length > 0 ? [sleep(lookMs, undefined, { ref: false })] : [];
    await Promise.race([...running, ...look]);
  }
}
