import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WakeablePause } from './wakeable-pause.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a pause of a second is over after some of it. */
async function isOverAfter(ms: number, pause: WakeablePause, meanwhile = () => {}): Promise<boolean> {
  let over = false;
  const ended = pause.forAtMost(1_000).then(() => (over = true));
  meanwhile();
  await vi.advanceTimersByTimeAsync(ms);
  const result = over;
  await vi.runAllTimersAsync();
  await ended;
  return result;
}

it('lasts as long as it may when nobody wakes', async () => {
  expect(await isOverAfter(999, new WakeablePause())).toBe(false);
  expect(await isOverAfter(1_000, new WakeablePause())).toBe(true);
});

it('ends when it is woken, and the next one lasts again', async () => {
  const pause = new WakeablePause();
  expect(await isOverAfter(0, pause, () => pause.wake())).toBe(true);
  expect(await isOverAfter(999, pause)).toBe(false);
});

it('ends at once when the news came before it, once', async () => {
  const pause = new WakeablePause();
  pause.wake();
  pause.wake();
  expect(await isOverAfter(0, pause)).toBe(true);
  expect(await isOverAfter(999, pause)).toBe(false);
});

it('lasts when the news before it was looked at', async () => {
  const pause = new WakeablePause();
  pause.wake();
  pause.forget();
  expect(await isOverAfter(999, pause)).toBe(false);
});
