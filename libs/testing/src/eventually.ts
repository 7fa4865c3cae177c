import { setTimeout as sleep } from 'node:timers/promises';

/** What never comes still fails; a machine that is busy, or stands still for seconds, may take its time. */
export const PATIENCE_MS = 60_000;
/** A machine that stood still has looked seldom: so many looks are due to every state. */
const LEAST_LOOKS = 20;
/** Of what was waited so far: a look may cost what is waited for its processor time, and a tenth later is no later. */
const PAUSE_SHARE = 0.1;
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [25, 250];

export interface Waiting {
  /** What the product itself takes for it by its own rules, such as minutes that have to pass. */
  takesMs?: number;
  /** Of a look that may not be taken often, such as one that counts against a limit. */
  leastPauseMs?: number;
}

/**
 * Repeats `check` until it stops throwing, the longer it takes the more seldom; the last failure is the test's failure, and
 * says what was seen.
 */
export async function eventually<T>(check: () => T | Promise<T>, waiting: Waiting = {}): Promise<T> {
  const { takesMs = 0, leastPauseMs = SHORTEST_PAUSE_MS } = waiting;
  const startedMs = performance.now();
  for (let looks = 1; ; looks++) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = performance.now() - startedMs;
      if (waitedMs > takesMs + PATIENCE_MS && looks >= LEAST_LOOKS) throw atLast(error, waitedMs, looks);
      await sleep(Math.max(leastPauseMs, Math.min(PAUSE_SHARE * waitedMs, LONGEST_PAUSE_MS)));
    }
  }
}

/** The failure itself, with what expected and actual it has, and how long it stayed so. */
function atLast(error: unknown, waitedMs: number, looks: number): unknown {
  if (error instanceof Error)
    error.message = `still so after ${Math.round(waitedMs / 1_000)} s and ${looks} looks: ${error.message}`;
  return error;
}
