/** Wrong answers that only the checks as a whole can see: of pages, and of answers without rows. */
import { expect, it } from 'vitest';
import type { ApiClient, Page } from '../harness/api-client.js';
import { CHECKS, mismatchesOf, type Target } from './checks.js';
import type { ApiItem, DataSet } from './data-set.js';

const service = (name: string): ApiItem => ({
  service: { namespace: '', name, environment: '' },
  red: { request_count: 2, error_count: 0, sampled_count: 2 },
});

/** A product with the given pages of services; whole lists and large pages are right. */
function targetOf(forward: string[][], back: string[][] = forward): Target {
  const right = ['a', 'b', 'c'];
  const page = (names: string[]) => ({ items: names.map(service) }) as Page<ApiItem>;
  const api: Partial<ApiClient> = {
    list: async <T>() => right.map(service) as T[],
    pages: async <T>(_: string, __: object, limit: number) => (limit > 7 ? [right] : forward).map(page) as Page<T>[],
    pagesBack: async <T>() => back.slice(0, -1).toReversed().map(page) as Page<T>[],
  };
  const rows = right.map((key) => ({ key, count: 2, errors: 0 }));
  const tables = [{ list: 'services' as const, keyOf: (item: ApiItem) => item.service.name, rows, perMinute: [] }];
  const set: Partial<DataSet> = { tables, firstStartMicros: 0, lastStartMicros: 0 };
  return { api: api as ApiClient, set: set as DataSet, namespace: 'n', offsetMicros: 0 };
}

const found = (name: string, target: Target) =>
  mismatchesOf(
    CHECKS.find((check) => check.name === name)!,
    target,
  );

it.each<[string, string[][], string[][] | undefined, RegExp | undefined]>([
  ['right', [['a', 'b'], ['c']], undefined, undefined],
  [
    'with a row on two pages',
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    undefined,
    /is on two pages/,
  ],
  ['without a row', [['a', 'b']], undefined, /is on no small page/],
  ['with another order back', [['a', 'b'], ['c']], [['b', 'a'], ['c']], /backwards/],
])('pages that are %s', async (_, forward, back, sentence) => {
  const mismatches = await found('pages of services', targetOf(forward, back));
  if (sentence === undefined) expect(mismatches).toEqual([]);
  else expect(mismatches).toContainEqual(expect.stringMatching(sentence));
});

it('a wrong row, and an answer with nothing to compare, are found', async () => {
  const target = targetOf([]);
  expect(await found('services by hour', target)).toEqual([]);
  target.set.tables[0]!.rows[0]!.count = 3;
  expect(await found('services by hour', target)).toEqual([expect.stringMatching(/a: requests expected 3, product 2/)]);
  target.set.tables[0]!.rows = [];
  target.api.list = async () => [];
  expect(await found('services by hour', target)).toEqual(['nothing was compared']);
});
