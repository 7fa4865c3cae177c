import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApmQuery, Overview } from '@spanwise/contracts/apm/apm';
import { Figures, HOUR, ORGANIZATION, OTHER_ORGANIZATION, type Request } from '../queries.fixture.js';
import { Overviews } from '../overview/overview.js';
import { BlockCache } from './block-cache.js';

const DAY = 24 * HOUR;

let figures: Figures;
let controller: Overviews;
/** Start of a day that has come to rest. */
let first: number;
/** In the past: rates are over the part of the range that has gone by. */
let end: number;

const requests = (atMicros: number, count: number, change: Request = {}): Request[] =>
  Array.from({ length: count }, (_, index) => ({
    service: `service-${index % 3}`,
    version: String(index % 2),
    atMicros: atMicros + index * 1_000,
    durationMicros: 1_000 * (index + 1),
    ...change,
  }));

beforeAll(async () => {
  figures = await Figures.start();
  controller = new Overviews(figures.reads, figures.incidents);
  end = figures.nowMicros - HOUR;
  first = Math.floor((figures.nowMicros - HOUR) / DAY) * DAY - DAY;
  for (let at = first; at < figures.nowMicros - 4 * HOUR; at += 5 * HOUR) await figures.record(requests(at, 9));
  await figures.record(requests(figures.nowMicros - 3 * HOUR, 5));
  await figures.record(requests(first, 2), OTHER_ORGANIZATION);
});
afterAll(() => figures.stop());

const days = (): ApmQuery => ({ from: first, to: end, resolution: 'hour' });
const minutes = (): ApmQuery => ({ from: end - 20 * HOUR, to: end, resolution: 'minute' });

async function overview(query: ApmQuery, organization?: string): Promise<Omit<Overview, 'meta'>> {
  const { meta: _, ...figuresOf } = await controller.overview(query, figures.contextOf(organization));
  return figuresOf;
}

/** The same from a process that has kept nothing. */
async function reread(query: ApmQuery): Promise<Omit<Overview, 'meta'>> {
  const fresh = new Overviews(figures.newReads(), figures.incidents);
  const { meta: _, ...figuresOf } = await fresh.overview(query, figures.contextOf());
  return figuresOf;
}
const requestsIn = (answer: Omit<Overview, 'meta'>) => answer.red.request_count;
const inTrend = (answer: Omit<Overview, 'meta'>) => answer.trend.reduce((sum, { red }) => sum + red.request_count, 0);

describe('blocks that have come to rest', () => {
  it.each([
    ['days of hours', days],
    ['hours of minutes', minutes],
  ])('%s answer the same whether they are kept or read', async (_, query) => {
    const asked = query();
    const cold = await overview(asked);
    expect(requestsIn(cold)).toBeGreaterThan(0);
    expect(inTrend(cold)).toBe(requestsIn(cold));
    expect(await overview(asked)).toEqual(cold);
    expect(await reread(asked)).toEqual(cold);
  });

  it.each([
    ['an old hour', () => first + 3 * HOUR, days],
    ['an old minute', () => figures.nowMicros - 5 * HOUR, minutes],
  ])('are read again when a late span has changed %s', async (_, at, query) => {
    const asked = query();
    const before = await overview(asked);
    await figures.record(requests(at(), 4, { service: 'late' }));
    const after = await overview(asked);
    expect(requestsIn(after)).toBe(requestsIn(before) + 4);
    expect(inTrend(after)).toBe(requestsIn(after));
    expect(await reread(asked)).toEqual(after);
  });

  it.each([
    ['rollup_hours', 'insert', days],
    ['rollup_hours', 'update', days],
    ['rollup_hours', 'delete', days],
    ['rollup_minutes', 'delete', minutes],
  ])('are read again after any write to %s, such as an %s behind the product', async (table, event, query) => {
    const asked = query();
    await overview(asked);
    const rows = `organization_id = '${ORGANIZATION}' and kind = 1 and bucket < ${Math.floor((figures.nowMicros - HOUR) / (table === 'rollup_hours' ? HOUR : HOUR / 60))}`;
    await figures.admin.query(
      {
        insert: `insert into apm.${table} select organization_id, kind, bucket + 1, series_id, red from apm.${table} where ${rows} on conflict do nothing`,
        update: `update apm.${table} set red = (select red from apm.${table} where ${rows} order by octet_length(red) desc limit 1) where ${rows}`,
        delete: `delete from apm.${table} where ${rows} and series_id % 2 = 0`,
      }[event]!,
    );
    expect(await overview(asked)).toEqual(await reread(asked));
  });

  it('are kept: rows that change without a revision are not seen', async () => {
    const asked = days();
    const before = await overview(asked);
    await figures.admin.query('alter table apm.rollup_hours disable trigger user');
    await figures.admin.query('delete from apm.rollup_hours where organization_id = $1 and bucket < $2', [
      ORGANIZATION,
      Math.floor(first / HOUR) + 24,
    ]);
    await figures.admin.query('alter table apm.rollup_hours enable trigger user');
    expect(await overview(asked)).toEqual(before);
    expect(requestsIn(await reread(asked))).toBeLessThan(requestsIn(before));
  });

  it("are an organization's own", async () => {
    expect(requestsIn(await overview(days(), OTHER_ORGANIZATION))).toBe(2);
  });
});

describe('the memory of blocks', () => {
  it('is bounded, and what was used last stays', () => {
    const cache = new BlockCache(100);
    for (const key of ['a', 'b', 'c']) cache.keep(key, key, 30);
    expect(cache.find('a')).toBe('a');
    cache.keep('d', 'd', 30);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key))).toEqual(['a', undefined, 'c', 'd']);
    cache.keep('huge', 'x', 200);
    expect(['a', 'c', 'd', 'huge'].map((key) => cache.find(key))).toEqual([undefined, undefined, undefined, undefined]);
  });
});
