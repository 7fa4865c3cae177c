import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logErrorTransitions, startInterval } from './intervals.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs no two rounds at once, and none after its end', async () => {
  const ends: (() => void)[] = [];
  const stop = startInterval(100, () => new Promise<void>((resolve) => ends.push(resolve)));
  await vi.advanceTimersByTimeAsync(350);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(100);
  expect(ends).toHaveLength(2);

  let stopped = false;
  const stopping = stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(500);
  expect(stopped).toBe(false);
  ends[1]!();
  await stopping;
  expect(ends).toHaveLength(2);
});

it('says a fault when it begins, when it changes and when it comes again', async () => {
  const said: string[] = [];
  const outcomes = ['down', 'down', 'full', undefined, 'full'];
  const round = logErrorTransitions(
    { warn: (fault: { error: string }) => void said.push(fault.error) } as never,
    'waits',
    () => {
      const outcome = outcomes.shift();
      return outcome === undefined ? Promise.resolve() : Promise.reject(new Error(outcome));
    },
  );
  for (let count = 0; count < 5; count++) await round();
  expect(said).toEqual(['down', 'full', 'full']);
});
