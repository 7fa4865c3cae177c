/** Spans in, figures out: compared with answers that were computed independently (APM-1 and following). */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generatedSet, SMALL } from '../system/figures/generated-set.js';
import { proveSet } from '../system/figures/prove-set.js';
import { readSet } from '../system/figures/recorded-set.js';
import { VARIANTS } from '../system/figures/variants.js';
import { Tenant } from './tenant.fixture.js';

/** Recorded traces with their answers; not part of a checkout. */
const RECORDED = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const SET = 'trainticket-small';
const protobuf = VARIANTS.find(({ name }) => name === 'protobuf')!;

const sets = [
  { name: 'a generated set', read: () => generatedSet('generated-small', SMALL), isThere: true },
  { name: `the recorded set ${SET}`, read: () => readSet(RECORDED, SET), isThere: existsSync(RECORDED) },
];

it.for(sets)('the figures of $name are the reference answers', async ({ name, read, isThere }, context) => {
  if (!isThere) return context.skip(`${name} is not on this machine`);
  const tenant = await Tenant.join();
  const options = { namespace: 'figures', print: () => undefined };
  const results = await proveSet(read(), protobuf, tenant, options);
  const failed = results.filter((result) => !result.passed);
  expect(failed.flatMap((result) => [result.name, ...result.mismatches.slice(0, 12)])).toEqual([]);
  expect(results.length).toBeGreaterThan(10);
});
