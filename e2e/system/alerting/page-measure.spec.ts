import { describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import type { RecordedFault } from './fault-measure.js';
import { pageFigures, rootFigures } from './page-measure.js';

const fault = (service: string): RecordedFault => ({ service, type: 'return', fromSecs: 0, toSecs: 180 });

describe('which service is named as the cause', () => {
  it('counts the faulted one where it is the first, and where it is among three', () =>
    expect(
      rootFigures(
        [fault('stock'), fault('stock'), fault('stock'), fault('stock')],
        [['stock'], ['web', 'cart', 'stock'], ['web', 'cart', 'pay', 'stock'], []],
        new Random(1),
      ),
    ).toEqual({ top1: 1, top3: 2, top1ByChance: 1, top3ByChance: 2 }));

  it('says what a guess would be worth: of two faults, one that is named for the other', () => {
    const { top1, top1ByChance } = rootFigures([fault('stock'), fault('pay')], [['stock'], ['pay']], new Random(1));
    expect(top1).toBe(2);
    expect(top1ByChance).toBeGreaterThan(0.8);
    expect(top1ByChance).toBeLessThan(1.2);
  });
});

describe('who is told', () => {
  /** Two bursts, from 10 to 12 and from 20 to 21. */
  const minutes = [10, 11, 12, 20, 21].map((minute) => ({ minute, service: 'web', errors: 0 }));
  const page = (minute: number, rule = 'errors') => ({ minute, rule });

  it('is counted by bursts, with what is told after one', () =>
    expect(pageFigures({ minutes }, [page(11), page(14), page(20)], [], 'absence')).toMatchObject({
      pages: 3,
      pagesPerBurst: 1.5,
      mostInABurst: 2,
      emptyMinutes: 7,
      pagesInEmptyMinutes: 1,
      absencePages: 0,
    }));

  it('is counted by itself where it is told because nothing comes', () =>
    expect(pageFigures({ minutes }, [page(15, 'absence')], [], 'absence').absencePages).toBe(1));

  it('says what ended in an empty minute and was the same trouble again', () =>
    expect(pageFigures({ minutes }, [], [12, 15, 25], 'absence').endedAndFiredAgain).toBe(1));
});
