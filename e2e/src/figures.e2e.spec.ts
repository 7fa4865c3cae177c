/** Spans in, figures out: compared with answers that were computed independently (APM-1 and following). */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHECKS, mismatchesOf } from '../system/figures/checks.js';
import { arrived, deliverSet } from '../system/figures/deliver-set.js';
import { generatedSet, SMALL } from '../system/figures/generated-set.js';
import { readSet } from '../system/figures/recorded-set.js';
import { VARIANTS } from '../system/figures/variants.js';
import { RECORDED_DATA } from '../system/harness/recorded-data.js';
import { Tenant } from './tenant.fixture.js';

const SET = 'trainticket-small';
const protobuf = VARIANTS.find(({ name }) => name === 'protobuf')!;

const sets = [
  { name: 'a generated set', read: () => generatedSet('generated-small', SMALL), isThere: true },
  { name: `the recorded set ${SET}`, read: () => readSet(RECORDED_DATA, SET), isThere: existsSync(RECORDED_DATA) },
];

it.for(sets)('the figures of $name are the reference answers', async ({ name, read, isThere }, context) => {
  if (!isThere) return context.skip(`${name} is not on this machine`);
  const set = read();
  const target = await deliverSet(set, protobuf, await Tenant.join(), { namespace: 'figures' });
  await arrived(target);
  const asked = CHECKS.filter(({ isAsked }) => isAsked(set));
  for (const check of asked) expect((await mismatchesOf(check, target)).slice(0, 12), check.name).toEqual([]);
  expect(asked.length).toBeGreaterThan(10);
});
