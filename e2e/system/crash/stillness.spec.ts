import { describe, expect, it } from 'vitest';
import { Stillness, type Progress } from './stillness.js';

const LIMITS = { counted: 60_000, whatever: 180_000 };
const ALL = 'gateway 1, projector 2';

/** Looks once a second; returns the second at which it says that something stands, and what. */
function watched(
  seconds: number,
  at: (second: number) => { progress?: Progress; processes?: string; quiet?: boolean },
) {
  const stillness = new Stillness(LIMITS, 0);
  for (let second = 1; second <= seconds; second++) {
    const { progress, processes = ALL, quiet = false } = at(second);
    const standing = stillness.look(progress, processes, quiet, second * 1_000);
    if (standing.length > 0) return { second, standing };
  }
  return undefined;
}

const counted = (second: number): Progress => ({ counted: String(second), stored: undefined });
const still: Progress = { counted: '7', stored: undefined };

describe('a product', () => {
  it('that counts and stores is left alone', () => {
    expect(watched(600, (second) => ({ progress: counted(second) }))).toBeUndefined();
    expect(watched(600, (second) => ({ progress: { ...counted(second), stored: String(second) } }))).toBeUndefined();
  });

  it('that hangs for hours is given up after a minute in which nothing was counted', () => {
    const given = watched(7_200, (second) => ({ progress: second < 30 ? counted(second) : still }));
    expect(given).toEqual({ second: 91, standing: ['counted'] });
  });

  it('that cannot be looked at is one that counts nothing', () => {
    expect(watched(600, (second) => ({ ...(second < 30 && { progress: counted(second) }) }))?.second).toBe(90);
  });

  it('whose process starts has a minute from then on', () => {
    const given = watched(600, (second) => ({ progress: still, processes: second < 50 ? ALL : 'gateway 1' }));
    expect(given).toEqual({ second: 111, standing: ['counted'] });
  });

  it('whose processes start again and again is given up after three minutes', () => {
    const given = watched(600, (second) => ({ progress: still, processes: `gateway ${Math.floor(second / 10)}` }));
    expect(given).toEqual({ second: 182, standing: ['counted'] });
  });

  it('that counts and stores nothing is given up after three minutes: a store writer is ended after one', () => {
    const given = watched(600, (second) => ({ progress: { ...counted(second), stored: '1/17' } }));
    expect(given).toEqual({ second: 182, standing: ['stored'] });
  });

  it('need not move while a fault lasts', () => {
    const given = watched(600, (second) => ({ progress: still, quiet: second < 300 }));
    expect(given?.second).toBe(360);
  });
});
