import { expect, it } from 'vitest';
import { dueStep, FINAL, MAX_CATCH_UP_STEPS, PASSES, readyStep } from './passes.js';

const MINUTE = 60_000_000;
const progress = { stream_time_micros: 100 * MINUTE + 29_999_999, late_grace_micros: 5 * MINUTE, replaying: false };
const settling = PASSES.find(({ name }) => name === 's30')!;

it.each([
  ['29.999999 s after the minute', progress.stream_time_micros, 99],
  ['30 s after it', 100 * MINUTE + 30_000_000, 100],
])('a step is evaluated once stream time is past what it needs to settle: %s', (_, stream_time_micros, step) => {
  expect(readyStep(settling, { ...progress, stream_time_micros })).toBe(step);
});

it('the final pass waits for the late grace, and nothing is ready without stream time or during a replay', () => {
  expect(readyStep(FINAL, progress)).toBe(95);
  expect(readyStep(FINAL, { ...progress, replaying: true })).toBeUndefined();
  expect(readyStep(settling, { late_grace_micros: 0, replaying: false })).toBeUndefined();
});

it.each([
  ['a pass begins with what is ready', undefined, 10, { step: 10, isBehind: false }],
  ['the next one', 9, 10, { step: 10, isBehind: false }],
  ['the next of several', 7, 10, { step: 8, isBehind: true }],
  ['nothing', 10, 10, { step: undefined, isBehind: false }],
  ['nothing after stream time went back', 12, 10, { step: undefined, isBehind: false }],
  ['nothing is ready', 7, undefined, { step: undefined, isBehind: false }],
  [
    'what was deleted is skipped',
    10,
    10_000,
    { skipped: { from: 11, to: 9_999 - MAX_CATCH_UP_STEPS }, step: 10_000 - MAX_CATCH_UP_STEPS, isBehind: true },
  ],
])('due (ALERT-5): %s', (_, evaluated, ready, due) => {
  expect(dueStep(evaluated, ready)).toEqual(due);
});
