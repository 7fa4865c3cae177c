import { expect, it } from 'vitest';
import { inTurns } from './turns.js';

const busyFor = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

it('many records of one request let others have their turn in between (INTAKE-8)', async () => {
  const seen: number[] = [];
  let othersTurns = 0;
  const other = setInterval(() => othersTurns++, 1);
  await inTurns(
    Array.from({ length: 100 }, (_, at) => at),
    (at) => {
      busyFor(2);
      seen.push(at);
    },
  );
  clearInterval(other);
  expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => at));
  expect(othersTurns).toBeGreaterThanOrEqual(10);
});

it('what a visit throws ends it', async () => {
  const seen: number[] = [];
  const visit = (at: number) => {
    if (at === 2) throw new Error('no more');
    seen.push(at);
  };
  await expect(inTurns([1, 2, 3], visit)).rejects.toThrow('no more');
  expect(seen).toEqual([1]);
});
