import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApmQuery, Page, ServiceSummary, TransactionSummary } from '@spanwise/contracts/apm/apm';
import { Figures, HOUR, MINUTE, type Request } from '../queries.fixture.js';
import { Transactions } from '../transactions/transactions.js';
import { Lists } from './list.js';

const ROWS = 1_000;
const SERVICES = 4;

type Item = TransactionSummary & Partial<ServiceSummary>;

let figures: Figures;
let controller: Transactions;
let hourMicros: number;
let writes = 0;

beforeAll(async () => {
  figures = await Figures.start({ transactions: 2_000 });
  controller = new Transactions(new Lists(figures.reads, figures.config));
  hourMicros = Math.floor(figures.nowMicros / HOUR) * HOUR - 2 * HOUR;
  const requests: Request[] = [];
  for (let row = 0; row < ROWS; row++) {
    const times = 1 + (row % 3);
    for (let time = 0; time < times; time++) requests.push(request(`/row/${row}`, row % SERVICES, row));
  }
  await figures.record(requests);
});
afterAll(() => figures.stop());

const request = (route: string, service: number, durationMicros: number): Request => ({
  service: `service-${service}`,
  route,
  atMicros: hourMicros + MINUTE,
  durationMicros,
});

/** New rows at every place of the order, while the pages are read: counts 1 to 4, durations of all sizes. */
async function write(): Promise<void> {
  const round = writes++;
  const requests: Request[] = [];
  for (let fresh = 0; fresh < 20; fresh++) {
    for (let time = 0; time <= fresh % 4; time++)
      requests.push(request(`/new/${round}/${fresh}`, fresh % SERVICES, fresh * 50));
  }
  await figures.record(requests);
}

const page = (query: Partial<ApmQuery>): Promise<Page<Item>> => controller.list(query, figures.contextOf());

/** Names of the rows that were there before the first page was read. */
const oldRows = (pages: Page<Item>[]): string[] =>
  pages.flatMap(({ items }) =>
    items.map(({ transaction }) => transaction.name).filter((name) => name.includes('/row/')),
  );

describe('a list that others are written into while it is read', () => {
  it('shows each row that was there throughout once, forward and back', async () => {
    const first = { sort: 'request_count', limit: 50, from: hourMicros, to: hourMicros + HOUR };
    const forward = [await page(first)];
    for (let next = forward[0]!.next_cursor; next !== null; next = forward.at(-1)!.next_cursor) {
      if (forward.length % 5 === 0) await write();
      forward.push(await page({ cursor: next }));
    }
    const seen = oldRows(forward);
    expect([seen.length, new Set(seen).size]).toEqual([ROWS, ROWS]);

    const back = [forward.at(-1)!];
    for (let previous = back[0]!.previous_cursor; previous !== null; previous = back.at(-1)!.previous_cursor) {
      if (back.length % 5 === 0) await write();
      back.push(await page({ cursor: previous }));
    }
    const seenBack = oldRows(back);
    expect([seenBack.length, new Set(seenBack).size]).toEqual([ROWS, ROWS]);
  });
});
