import { expect, it } from 'vitest';
import { threeTimes, VARIANTS } from './variants.js';

it('every request is sent three times, with others between', () => {
  const order = [...threeTimes(200)];
  expect(order).toHaveLength(600);
  for (let index = 0; index < 200; index++) expect(order.filter((other) => other === index)).toHaveLength(3);
  expect(order.some((index, at) => index === order[at + 1])).toBe(false);
});

it.each(VARIANTS.filter(({ name }) => !name.includes('three')).map((variant) => [variant.name, variant] as const))(
  '%s sends every request once',
  (_, variant) => {
    expect([...variant.order(50)].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (__, at) => at));
  },
);

it('shuffled is another order than the set has', () => {
  const shuffled = [...(VARIANTS.find(({ name }) => name.includes('shuffled'))?.order(50) ?? [])];
  expect(shuffled).not.toEqual([...shuffled].sort((a, b) => a - b));
});
