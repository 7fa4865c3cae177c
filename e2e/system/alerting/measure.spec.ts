import { expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { causeFigures, faultFigures, pageFigures, type RecordedDay, type RecordedFault } from './measure.js';

/** A fault of `stock` from 20 s into minute 10 until 20 s into minute 12; `web` calls it. Two bursts. */
const DAY: RecordedDay = {
  faults: [{ service: 'stock', fromSecs: 10 * 60 + 20, toSecs: 12 * 60 + 20 }],
  minutes: [9, 10, 11, 12, 20].flatMap((minute) => [
    { minute, service: 'web', errors: minute === 9 ? 1 : 0 },
    { minute, service: 'stock', errors: 0 },
    { minute, service: 'aside', errors: 0 },
  ]),
  calls: [{ caller: 'web', callee: 'stock' }],
};
const firing = (minute: number, service: string) => ({ minute, service });
const fault = (service: string): RecordedFault => ({ service, fromSecs: 0, toSecs: 180 });

it('a fault is found in a minute in which anything fires, from its beginning to the end of that minute', () => {
  expect(faultFigures(DAY, [firing(11, 'aside')])).toMatchObject({ faults: 1, hits: 1, medianDelaySecs: 100 });
  expect(faultFigures(DAY, [firing(9, 'stock'), firing(20, 'stock')])).toMatchObject({ hits: 0 });
});

it('bad is what has errors, or a fault at it or at what it calls', () => {
  const all = [firing(9, 'web'), firing(11, 'web'), firing(11, 'aside'), firing(20, 'web')];
  expect(faultFigures(DAY, all)).toMatchObject({ precision: 2 / 4, baseRate: 7 / 15 });
});

it('a cause is right where it is the first, or among three, and by chance where it is named for another fault', () => {
  const named = [['stock'], ['web', 'cart', 'stock'], ['web', 'cart', 'pay', 'stock'], []];
  const same = named.map(() => fault('stock'));
  const figures = causeFigures(same, named, new Random(1));
  expect(figures).toEqual({ top1: 1, top3: 2, top1ByChance: 1, top3ByChance: 2 });
  const { top1, top1ByChance } = causeFigures([fault('stock'), fault('pay')], [['stock'], ['pay']], new Random(1));
  expect(top1).toBe(2);
  expect(top1ByChance).toBeCloseTo(1, 0);
});

it('pages are counted by bursts, in empty minutes, and where nothing came; so is what fires again after one', () => {
  const pages = [11, 14, 20].map((minute) => ({ minute, rule: minute === 14 ? 'absence' : 'errors' }));
  expect(pageFigures(DAY, pages, [12, 15, 25], 'absence')).toEqual({
    pagesPerBurst: 1.5,
    pagesInEmptyMinutes: 1,
    absencePages: 1,
    endedAndFiredAgain: 1,
  });
});
