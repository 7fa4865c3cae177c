import { setTimeout as sleep } from 'node:timers/promises';

/** Of what was waited so far: a look may cost what is waited for its processor time, and a tenth later is no later. */
const PAUSE_SHARE = 0.1;
const LONGEST_PAUSE_MS = 250;

/**
 * Repeats `check` until it stops throwing, the longer it takes the more seldom; the last failure is the test's failure. A
 * busy machine may take its time.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 20_000, everyMs = 25): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = performance.now() - startedMs;
      if (waitedMs > withinMs) throw error;
      await sleep(Math.max(everyMs, Math.min(PAUSE_SHARE * waitedMs, LONGEST_PAUSE_MS)));
    }
  }
}

/** What is told to every process, "within a second", is known long before it would be asked for again, after 15 s. */
export const TOLD_WITHIN_MS = 10_000;
