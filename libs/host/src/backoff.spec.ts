import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Backoff } from './backoff.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function lengthOf(pause: Promise<void>): Promise<number> {
  const startedMs = Date.now();
  let endedMs: number | undefined;
  void pause.then(() => (endedMs = Date.now()));
  while (endedMs === undefined) await vi.advanceTimersByTimeAsync(10);
  return endedMs - startedMs;
}

it('doubles the pause up to the longest, and begins again after a success', async () => {
  const backoff = new Backoff(100, 500);
  const lengths = [];
  for (let attempt = 0; attempt < 5; attempt++) lengths.push(await lengthOf(backoff.pause()));
  backoff.reset();
  lengths.push(await lengthOf(backoff.pause()));
  expect(lengths).toEqual([100, 200, 400, 500, 500, 100]);
});
