import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InterruptibleSleep } from './interruptible-sleep.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a pause of a second is over after some of it. */
async function isOverAfter(ms: number, pause: InterruptibleSleep, meanwhile = () => {}): Promise<boolean> {
  let over = false;
  const ended = pause.wait(1_000).then(() => (over = true));
  meanwhile();
  await vi.advanceTimersByTimeAsync(ms);
  const result = over;
  await vi.runAllTimersAsync();
  await ended;
  return result;
}

it('lasts as long as it may without a wake-up', async () => {
  expect(await isOverAfter(999, new InterruptibleSleep())).toBe(false);
  expect(await isOverAfter(1_000, new InterruptibleSleep())).toBe(true);
});

it('ends when it is woken, and the next one lasts again', async () => {
  const pause = new InterruptibleSleep();
  expect(await isOverAfter(0, pause, () => pause.wake())).toBe(true);
  expect(await isOverAfter(999, pause)).toBe(false);
});

it('ends at once when the news came before it, once', async () => {
  const pause = new InterruptibleSleep();
  pause.wake();
  pause.wake();
  expect(await isOverAfter(0, pause)).toBe(true);
  expect(await isOverAfter(999, pause)).toBe(false);
});

it('lasts when the news before it was looked at', async () => {
  const pause = new InterruptibleSleep();
  pause.wake();
  pause.clear();
  expect(await isOverAfter(999, pause)).toBe(false);
});
