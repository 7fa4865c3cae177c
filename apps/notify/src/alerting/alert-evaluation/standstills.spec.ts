import { expect, it } from 'vitest';
import { Standstills } from './standstills.js';

let nowMs: number;
const standstills = (): Standstills => {
  nowMs = 0;
  return new Standstills(['s30', 'final'], () => nowMs);
};

it('an organization stands still after two minutes in which one of its passes has not come further', () => {
  const one = standstills();
  one.keepOnly(['a', 'b']);
  nowMs = 120_000;
  one.advanced('a', 'final');
  one.idle('b', 'final');
  expect([one.has('a'), one.has('b')]).toEqual([false, false]);
  nowMs = 120_001;
  expect([one.has('a'), one.has('b'), one.has('c')]).toEqual([true, true, false]);
  one.advanced('a');
  expect([one.has('a'), one.newestMs]).toEqual([false, 120_001]);
});

it('one that comes again, or comes back, has its time from then on', () => {
  const one = standstills();
  one.keepOnly(['a']);
  nowMs = 200_000;
  one.keepOnly(['b']);
  one.keepOnly(['a', 'b']);
  expect([one.has('a'), one.has('b')]).toEqual([false, false]);
});

it('without organizations nothing stands still', () => {
  const one = standstills();
  one.keepOnly(['a']);
  expect(one.newestMs).toBeUndefined();
  nowMs = 5;
  one.keepOnly([]);
  expect(one.newestMs).toBe(5);
});
