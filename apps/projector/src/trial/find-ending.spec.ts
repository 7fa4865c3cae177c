import { describe, expect, it } from 'vitest';
import { findEnding } from './find-ending.js';

/** A slice of which these records end a process; `also` ends it in another way. */
async function found(count: number, ending: number[], also: { unreadable?: boolean; chance?: number } = {}) {
  let trials = 0;
  const survives = async (from: number, to: number): Promise<boolean> => {
    trials++;
    if (also.unreadable || trials === also.chance) return false;
    return !ending.some((record) => record >= from && record < to);
  };
  const records = await findEnding(count, {
    survives,
    endsBy: async (record) => !(await survives(record, record + 1)) && !(await survives(record, record + 1)),
    survivesWithout: async (without) => !also.unreadable && ending.every((record) => without.includes(record)),
  });
  return { records, trials };
}

describe('the records that end a process', () => {
  it.each([
    [1, [0]],
    [2, [1]],
    [1_000, [417]],
    [1_000, [0, 1, 500, 999]],
  ])('of %i are found: %j', async (count, ending) => {
    expect((await found(count, ending)).records).toEqual(ending);
  });

  it('are found in few trials', async () => {
    expect((await found(100_000, [70_001])).trials).toBeLessThan(50);
  });

  it('are none where a kill from outside struck a trial, whichever', async () => {
    for (let chance = 1; chance < 40; chance++) expect((await found(8, [], { chance })).records).toBeUndefined();
  });

  it('are not distinguished where reading ends it, or where there are too many', async () => {
    expect((await found(10, [], { unreadable: true })).records).toBeUndefined();
    expect((await found(100, [1, 2, 3, 4, 5, 6, 7, 8, 9])).records).toBeUndefined();
  });
});
