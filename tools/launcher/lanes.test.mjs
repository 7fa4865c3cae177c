import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanes } from './lanes.mjs';

/** Parts that end when they are told to. */
function partsOf(count) {
  const begun = [];
  const ends = [];
  const parts = Array.from({ length: count }, (_, at) => () => {
    begun.push(at);
    return new Promise((resolve, reject) => (ends[at] = { resolve, reject }));
  });
  return { parts, begun, ends };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

test('as many parts as there are lanes go on at once, in their order', async () => {
  const { parts, begun, ends } = partsOf(4);
  const all = inLanes(parts, () => 2, 1);
  await turn();
  assert.deepEqual(begun, [0, 1]);
  ends[1].resolve();
  await turn();
  assert.deepEqual(begun, [0, 1, 2]);
  ends[0].resolve();
  ends[2].resolve();
  await turn();
  ends[3].resolve();
  await all;
});

test('another run that begins leaves one lane, and its end gives the others back', async () => {
  let lanes = 0;
  const { parts, begun, ends } = partsOf(3);
  const all = inLanes(parts, () => lanes, 1);
  await turn();
  assert.deepEqual(begun, [0]);
  lanes = 3;
  await turn();
  assert.deepEqual(begun, [0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await all;
});

test('a part that fails is the failure of all', async () => {
  const { parts, ends } = partsOf(2);
  const all = inLanes(parts, () => 2, 1);
  await turn();
  ends[1].reject(new Error('no'));
  await assert.rejects(all, /^Error: no$/);
  ends[0].reject(new Error('later'));
});
