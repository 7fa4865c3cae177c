import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Heatmap, HeatmapQuery } from '@spanwise/contracts/apm/heatmap';
import { Figures, HOUR, MINUTE, OTHER_ORGANIZATION, type Request } from '../queries.fixture.js';
import { Heatmaps } from './heatmap.js';

let figures: Figures;
let to: number;
let sent: (Request & { atMicros: number; durationMicros: number })[];

/** Durations of all orders of size, and some that are a row's first or last. */
const DURATIONS = [0, 3, 127, 128, 999, 1_023, 1_024, 1_279, 1_280, 45_000, 45_001, 2_000_000, 3_600_000_000];

beforeAll(async () => {
  figures = await Figures.start();
  to = Math.floor(figures.nowMicros / MINUTE) * MINUTE;
  sent = Array.from({ length: 600 }, (_, at) => ({
    atMicros: to - 9 * HOUR + ((at * 7_919) % (9 * 60)) * MINUTE + (at % 60) * 1_000_000,
    durationMicros: DURATIONS[at % DURATIONS.length]! + (at % 7),
    service: at % 3 === 0 ? 'shop' : 'cart',
    environment: at % 5 === 0 ? 'staging' : 'prod',
    route: at % 2 === 0 ? '/orders' : '/items',
  }));
  await figures.record(sent);
});
afterAll(() => figures.stop());

const ask = (query: HeatmapQuery, organization?: string): Promise<Heatmap> =>
  new Heatmaps(figures.reads).heatmap(query, figures.contextOf(organization));

/** Requests by column and row, of what was sent. */
function counted(of: typeof sent, { columns, column_micros: width, rows }: Heatmap): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { atMicros, durationMicros } of of) {
    const column = columns.findIndex((start) => atMicros >= start && atMicros < start + width);
    const row = rows.findLastIndex((start) => durationMicros >= start);
    if (column >= 0) counts[`${column} ${row}`] = (counts[`${column} ${row}`] ?? 0) + 1;
  }
  return counts;
}
const cellsOf = ({ cells }: Heatmap) =>
  Object.fromEntries(cells.map(({ column, row, request_count: count }) => [`${column} ${row}`, count]));

describe('a heatmap (APM-28)', () => {
  it.each<[string, number, Partial<HeatmapQuery>, (request: Request) => boolean]>([
    ['an hour', 1, {}, () => true],
    ['nine hours of minutes, in columns of several', 9, { resolution: 'minute' }, () => true],
    ['nine hours, by the hour', 9, { resolution: 'hour' }, () => true],
    ['a service', 9, { service: 'shop' }, ({ service }) => service === 'shop'],
    ['an environment', 9, { environment: 'staging' }, ({ environment }) => environment === 'staging'],
    ['a transaction', 9, { transaction: 'GET /orders' }, ({ route }) => route === '/orders'],
    [
      'a transaction of one service',
      9,
      { transaction: 'GET /orders', service: 'shop', kind: 'http' },
      ({ route, service }) => route === '/orders' && service === 'shop',
    ],
  ])('of %s counts every request in its cell', async (_, hours, query, isOf) => {
    const from = to - hours * HOUR;
    const answer = await ask({ from, to, ...query });
    const expected = sent.filter((request) => isOf(request) && request.atMicros >= from);
    expect(expected.length).toBeGreaterThan(5);
    expect(cellsOf(answer)).toEqual(counted(expected, answer));
    expect(answer.columns.length).toBeLessThanOrEqual(240);
    expect(answer.columns[0]).toBe(answer.meta.range.from);
    const within = (row: number, of: number[]) => row >= 0 && row < of.length;
    expect(
      answer.cells.every(({ column, row }) => within(column, answer.columns) && within(row + 1, answer.rows)),
    ).toBe(true);
  });

  it('begins and ends with rows that have requests', async () => {
    const { rows, cells } = await ask({ from: to - 9 * HOUR, to });
    const used = cells.map(({ row }) => row);
    expect([Math.min(...used), Math.max(...used)]).toEqual([0, rows.length - 2]);
  });

  it.each<[string, HeatmapQuery, string | undefined]>([
    ['a range without traffic', { from: 1, to: 2 }, undefined],
    ['an unknown service', { service: 'unknown' }, undefined],
    ['another organization', {}, OTHER_ORGANIZATION],
  ])('of %s has no rows', async (_, query, organization) => {
    const answer = await ask({ from: to - HOUR, to, ...query }, organization);
    expect([answer.rows, answer.cells]).toEqual([[], []]);
  });

  it('of an unknown transaction is not found, and a kind alone is refused', async () => {
    await expect(ask({ transaction: 'GET /nothing' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(ask({ kind: 'http' })).rejects.toMatchObject({
      kind: 'invalid_argument',
      details: [{ field: 'kind', reason: 'needs transaction' }],
    });
  });
});
