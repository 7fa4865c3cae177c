/** The product's figures against independently computed answers, through the public API only. */
// A product of its own: every way of every set is a namespace, and together they have many services.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, it, expect } from 'vitest';
import { RECORDED_DATA } from '../harness/recorded-data.js';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { CHECKS, mismatchesOf, type Target } from './checks.js';
import { arrived, deliverSet } from './deliver-set.js';
import { BACK_OFFICE, backOfficeSet, generatedSet, LARGE, SMALL } from './generated-set.js';
import { readSet, setsIn } from './recorded-set.js';
import { VARIANTS } from './variants.js';
import type { DataSet } from './data-set.js';

const { full, data = RECORDED_DATA } = scenarioFlags(['data']);
/** Of a systematic fault the rest says the same. */
const SHOWN = 12;

/** Sets are read one after the other: a recorded day fills the memory once. */
const generated = Object.entries(full ? LARGE : { 'generated-small': SMALL });
const recorded = existsSync(data) ? setsIn(data).filter((name) => full || name === 'trainticket-small') : [];
const sets: { name: string; read: () => DataSet }[] = [
  ...generated.map(([name, options]) => ({ name, read: () => generatedSet(name, options) })),
  { name: 'generated-office', read: () => backOfficeSet('generated-office', BACK_OFFICE) },
  ...recorded.map((name) => ({ name, read: () => readSet(data, name) })),
];

let product: Product;

beforeAll(async () => {
  product = await Product.start({ environment: { SPANWISE_LIMIT_SERVICES: '5000' } });
});
afterAll(() => product?.stop());

it.skipIf(recorded.length > 0)('recorded sets are not there (--data FOLDER)', (context) => context.skip());

describe.each(sets)('$name', ({ name, read }) => {
  let set: DataSet;
  beforeAll(() => {
    set = read();
  });

  describe.each(VARIANTS)('as $name', (variant) => {
    let target: Target;

    it('is taken and counted, every span once', async () => {
      const namespace = `${name}-${variant.name.replaceAll(' ', '-')}`;
      target = await deliverSet(set, variant, product, { namespace });
      await arrived(target);
    });

    it.for(CHECKS)('has the right $name', async (check, context) => {
      if (!check.isAsked(set)) return context.skip('the answers of the set do not say');
      expect((await mismatchesOf(check, target)).slice(0, SHOWN)).toEqual([]);
    });
  });
});
