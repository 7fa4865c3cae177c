import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeProduct, type Faults } from './fake-product.js';
import type { DataSet } from './data-set.js';
import { generatedSet, SMALL } from './generated-set.js';
import { readSet } from './recorded-set.js';
import { proveSet } from './prove-set.js';
import { VARIANTS, type Variant } from './variants.js';

// A dozen services, a few hundred spans: several pages, and quick.
const set = generatedSet('tiny', { ...SMALL, toMicros: SMALL.fromMicros + 65_000_000, tracesPerMinute: 15 });

let product: FakeProduct | undefined;
afterEach(() => product?.stop());

async function prove(variant: Variant, faults: Faults = {}, proven: DataSet = set) {
  product = new FakeProduct(faults);
  const access = { baseUrl: await product.start(), intakeToken: 'i', readToken: 'r' };
  const options = { namespace: 'prove-test', print: () => undefined, stalledMs: 1_500 };
  const results = await proveSet(proven, variant, access, options);
  const failed = results.filter((result) => !result.passed);
  return {
    results,
    failed: failed.map((result) => result.name),
    sentences: failed.flatMap((result) => result.mismatches),
  };
}

const named = (name: string): Variant => {
  const found = VARIANTS.find((variant) => variant.name === name);
  if (!found) throw new Error(`no variant ${name}`);
  return found;
};

// Two sources that know nothing of each other: answers computed from the recording, and the oracle inside the stand-in.
const recorded = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
it.skipIf(!existsSync(recorded))(
  'the oracle agrees with the answers of a recorded set (skipped where the shared data are not there)',
  async () => {
    const { results } = await prove(named('protobuf'), {}, readSet(recorded, 'trainticket-small'));
    // The stand-in has no error groups, learns no callees and has no service map.
    const failed = results.filter(
      (result) => !result.passed && !['error groups', 'callees', 'consumers'].includes(result.name),
    );
    expect(failed.flatMap((result) => result.mismatches)).toEqual([]);
    expect(results.reduce((sum, result) => sum + result.rows, 0)).toBeGreaterThan(600);
  },
);

describe('proving a set', () => {
  it.each(VARIANTS.map((variant) => [variant.name, variant] as const))(
    'passes where the product is right: %s',
    async (_, variant) => {
      const { results, sentences } = await prove(variant);
      expect(sentences).toEqual([]);
      expect(results.map((result) => result.name)).toEqual([
        'delivery',
        ...['services', 'transactions', 'dependencies'].flatMap((list) => [`${list} (minute)`, `${list} (hour)`]),
        'versions',
        'trend per minute',
        ...['services', 'transactions', 'dependencies'].map((list) => `${list} per minute`),
        ...['services', 'transactions', 'dependencies'].map((list) => `paging of ${list}`),
        'services seen',
        'topology',
        'service graph',
      ]);
      expect(results.reduce((sum, result) => sum + result.percentiles, 0)).toBeGreaterThan(500);
    },
  );

  it('fails where percentiles are 2 % off, and says how far', async () => {
    const { failed, sentences } = await prove(named('json'), { percentileOff: 0.02 });
    expect(failed).toContain('services (minute)');
    expect(failed).not.toContain('delivery');
    expect(sentences[0]).toMatch(/nearest rank .* product .* % outside/);
  });

  it('fails where repetitions are counted', async () => {
    const { failed } = await prove(named('json three times'), { countsRepetitions: true });
    expect(failed).toContain('delivery');
    expect(failed).toContain('services per minute');
  });

  it('fails where an acknowledged request is lost', async () => {
    const { failed, sentences } = await prove(named('protobuf'), { losesEvery: 40 });
    expect(failed).toContain('delivery');
    expect(failed).toContain('trend per minute');
    expect(sentences[0]).toMatch(/^expected \d+ request spans and \d+ call spans, the product shows \d+/);
  });

  it('fails where a row is on two pages', async () => {
    const { failed } = await prove(named('json'), { repeatsAcrossPages: true });
    expect(failed).toEqual(['paging of services', 'paging of transactions', 'paging of dependencies']);
  });
});
