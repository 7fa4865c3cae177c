/** The data folder of an earlier commit under the present programs: figures, tokens and duplicate keys live on. */
// A product of its own: it is first one of the earlier programs.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS, mismatchesOf } from '../figures/checks.js';
import { arrived, deliverSet } from '../figures/deliver-set.js';
import { generatedSet, SMALL } from '../figures/generated-set.js';
import { VARIANTS } from '../figures/variants.js';
import { ApiClient } from '../harness/api-client.js';
import { newDataDir, Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { earlierProgram, revisionOf } from './earlier-program.js';

const { from = 'HEAD^' } = scenarioFlags(['from']);
const revision = revisionOf(from);
const LISTS = { services: 'service', transactions: 'transaction', dependencies: 'dependency', errors: 'error' };
const NAMESPACE = 'upgrade';
const SETTLE_MS = 2_000;

const set = generatedSet('generated-small', SMALL);
const protobuf = VARIANTS.find(({ name }) => name === 'protobuf')!;
const nowMs = Date.now();
const range = { from: nowMs * 1_000 - 3 * 3_600_000_000, to: nowMs * 1_000 };
const sendSet = (product: Product) =>
  deliverSet(set, protobuf, product, { namespace: NAMESPACE, atNanos: BigInt(nowMs) * 1_000_000n });

interface Row extends Record<string, unknown> {
  red: { request_count: number; error_count: number; p95_micros?: number };
}

/** What each list shows for the time of the set, row by row. */
async function shown(product: Product): Promise<string[]> {
  const api = new ApiClient(product.baseUrl, product.readToken);
  const rows: string[] = [];
  for (const [list, name] of Object.entries(LISTS)) {
    for (const { red, ...row } of await api.list<Row>(list, { ...range, namespace: NAMESPACE })) {
      const figures = [red.request_count, red.error_count, red.p95_micros];
      rows.push(`${list} ${JSON.stringify([row.service, row[name]])}: ${figures.join(' ')}`);
    }
  }
  return rows.toSorted();
}

/** Two readings alike: nothing is on its way any more. */
async function settledRows(product: Product): Promise<string[]> {
  for (let last = ''; ;) {
    await sleep(SETTLE_MS);
    const rows = await shown(product);
    if (rows.length > 0 && rows.join() === last) return rows;
    last = rows.join();
  }
}

describe.skipIf(revision === undefined)(`after an upgrade of the data folder of ${revision}`, () => {
  let product: Product;
  let before: { rows: string[]; token: string };

  beforeAll(async () => {
    const dataDir = newDataDir();
    const program = earlierProgram(from);
    const earlier = await Product.start({ root: program.root, dataDir });
    try {
      await arrived(await sendSet(earlier));
      before = { rows: await settledRows(earlier), token: earlier.readToken };
      await earlier.halt();
    } catch (error) {
      earlier.stop();
      throw error;
    } finally {
      program.remove();
    }
    product = await Product.start({ dataDir });
  }, 600_000);
  afterAll(() => product?.stop());

  it('the tokens are those of before', () => expect(product.readToken).toBe(before.token));

  it('every row of every list is as it was', async () => {
    expect(before.rows.length).toBeGreaterThan(50);
    expect(await settledRows(product)).toEqual(before.rows);
  });

  it('the same spans, sent again, change nothing', async () => {
    await sendSet(product);
    expect(await settledRows(product)).toEqual(before.rows);
  });

  it('new spans are counted as ever', async () => {
    const target = await deliverSet(set, protobuf, product, { namespace: 'fresh' });
    await arrived(target);
    for (const check of CHECKS.filter(({ isAsked }) => isAsked(set)))
      expect((await mismatchesOf(check, target)).slice(0, 5), check.name).toEqual([]);
  });
});
