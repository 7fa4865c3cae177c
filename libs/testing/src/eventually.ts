import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `check` until it stops throwing; the last failure is the test's failure. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 5_000, everyMs = 25): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(everyMs);
    }
  }
}
