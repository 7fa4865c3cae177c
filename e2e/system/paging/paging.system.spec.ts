/** A list of the running product read forward and back over HTTP while others write into it, and cursors that were changed. */
// A product of its own: its limits of names and rates are raised.
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { post, type Sending } from '../crash/client.js';
import { makeSpan, type SpanUnit } from '../crash/workload.js';
import { ApiClient, MAX_PAGE, type Page } from '../harness/api-client.js';
import { Product } from '../harness/product.js';
import { scenarioFlags } from '../harness/scenario.js';
import { seedOf } from '../harness/seed.js';
import { changedCursor } from './changed-cursor.js';

const flags = scenarioFlags(['rows', 'cursors', 'seed']);
const rows = Number(flags.rows ?? (flags.full ? 10_000 : 1_500));
const cursors = Number(flags.cursors ?? (flags.full ? 20_000 : 1_500));
const seed = seedOf({ seed: flags.seed, small: !flags.full });
const SERVICES = 4;
const SPANS_PER_REQUEST = 500;
/** Fewer than a page holds: the end comes nearer with every page. */
const NEW_ROWS = 24;
const MINUTE_MS = 60_000;

interface Item {
  transaction: { name: string };
}

const random = new Random(`paging ${seed}`);
/** All spans start here: rows of one closed minute. */
const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
const range = { namespace: 'paging', from: startMs * 1_000, to: (startMs + MINUTE_MS) * 1_000 };

let product: Product;
let api: ApiClient;
let sending: Sending;
let written = 0;

beforeAll(async () => {
  console.log(`paging: ${rows} rows, ${cursors} changed cursors, seed ${seed}`);
  const environment = {
    LOG_LEVEL: 'error',
    SPANWISE_TRACING: 'false',
    SPANWISE_LIMIT_TRANSACTIONS: '100000',
    SPANWISE_RATE_ACCOUNT: '1000000',
    SPANWISE_RATE_ORGANIZATION: '1000000',
  };
  product = await Product.start({ environment });
  api = new ApiClient(product.baseUrl, product.readToken);
  sending = { baseUrl: product.baseUrl, token: product.intakeToken, namespace: range.namespace, random };
  const units = Array.from({ length: rows }, (_, row) => unitsOf(`/row/${row}`, row)).flat();
  await send(units);
  await eventually(
    async () => {
      const { red } = await api.get<{ red: { request_count: number } }>('overview', range);
      expect(red.request_count).toBe(units.length);
    },
    { takesMs: 60_000 },
  );
});
afterAll(() => product?.stop());

/** One to three spans of a route: many rows share a sort value. */
function unitsOf(route: string, index: number): SpanUnit[] {
  return Array.from({ length: 1 + (index % 3) }, () => {
    const span = makeSpan(random, BigInt(startMs) * 1_000_000n, false);
    const attributes = [
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.route', value: { stringValue: route } },
    ];
    return { service: `service-${index % SERVICES}`, span: { ...span, attributes } };
  });
}

async function send(units: SpanUnit[]): Promise<void> {
  for (let at = 0; at < units.length; at += SPANS_PER_REQUEST) {
    const batch = units.slice(at, at + SPANS_PER_REQUEST);
    while (!(await post(batch, sending)).taken) await sleep(200);
  }
}

/** New rows at every place of every order: counts of 1 to 3 and durations of all sizes. */
async function writeRows(): Promise<void> {
  await send(Array.from({ length: NEW_ROWS }, (_, index) => unitsOf(`/new/${written + index}`, index)).flat());
  written += NEW_ROWS;
}

/** Reads page after page; while one is read the rows that were sent after the one before become visible. */
async function readOn(start: Page<Item>, read: (page: Page<Item>) => Promise<Page<Item> | undefined>) {
  const pages = [start];
  for (let page: Page<Item> | undefined = start; page !== undefined; page = await read(page)) {
    if (page !== start) pages.push(page);
    await writeRows();
  }
  return pages;
}

/** Of the rows that were there before. */
function repeatedAndMissing(pages: Page<Item>[]): { repeated: number; missing: number } {
  const seen = pages.flatMap(({ items }) => items.map(({ transaction }) => transaction.name));
  const old = seen.filter((name) => name.includes('/row/'));
  return { repeated: old.length - new Set(old).size, missing: rows - new Set(old).size };
}

describe.each([
  { sort: 'request_count', direction: 'desc' },
  { sort: 'p95', direction: 'asc' },
])('while others write, a list by $sort $direction', (order) => {
  const get = (more: object) => api.get<Page<Item>>('transactions', { ...range, ...order, limit: MAX_PAGE, ...more });
  const at = async (cursor: string | null) => (cursor === null ? undefined : get({ cursor }));
  let last: Page<Item>;

  it('has every row once when it is read forward', async () => {
    const pages = await readOn(await get({}), (page) => at(page.next_cursor));
    last = pages.at(-1)!;
    expect(repeatedAndMissing(pages)).toEqual({ repeated: 0, missing: 0 });
  });

  it('has every row once when it is read back', async () => {
    expect(repeatedAndMissing(await readOn(last, (page) => at(page.previous_cursor)))).toEqual({
      repeated: 0,
      missing: 0,
    });
  });
});

it('every changed cursor is answered with 400', async () => {
  const first = await api.get<Page<Item>>('transactions', { ...range, limit: 10 });
  const other = await api.get<Page<Item>>('transactions', { ...range, sort: 'p95', limit: 10 });
  const limit = pLimit(16);
  const statuses = await limit.map(Array.from({ length: cursors }), async () => {
    const url = new URL('/api/v1/apm/transactions', product.baseUrl);
    url.searchParams.set('cursor', changedCursor(first.next_cursor!, other.next_cursor!, random));
    const response = await fetch(url, { headers: { authorization: `Bearer ${product.readToken}` } });
    await response.arrayBuffer();
    return response.status;
  });
  expect(statuses.filter((status) => status !== 400)).toEqual([]);
});
