import { setImmediate } from 'node:timers/promises';

/** All requests are worked off in one thread: none keeps the others waiting for longer at a time. */
const TURN_MS = 10;

/** Visits each item; others have their turn in between, so that a request of many records delays no other. */
export async function inTurns<T>(items: Iterable<T>, visit: (item: T) => Promise<void> | void): Promise<void> {
  let sinceMs = performance.now();
  for (const item of items) {
    const visited = visit(item);
    if (visited !== undefined) await visited;
    if (performance.now() - sinceMs < TURN_MS) continue;
    await setImmediate();
    sinceMs = performance.now();
  }
}
