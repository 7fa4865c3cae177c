/**
 * `npm run test:system -- paging [--full] [--rows N] [--cursors N] [--seed S]`: a list of the running product read forward and
 * back over HTTP while others write into it, and cursors that were changed. A row that was there throughout and whose own
 * figures stood still comes once; every changed cursor is a 400. Part of `npm test` (`--small`).
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { ApiClient, MAX_PAGE, type Page } from '../harness/api-client.js';
import { post, type Sending } from '../crash/client.js';
import { makeSpan, type SpanUnit } from '../crash/workload.js';
import { mutated } from './mutations.js';
import { Product } from '../harness/product.js';
import { seedOf } from '../harness/seed.js';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    rows: { type: 'string' },
    cursors: { type: 'string' },
    seed: { type: 'string' },
  },
});

const rows = Number(values.rows ?? (values.small ? 1_500 : 10_000));
const cursors = Number(values.cursors ?? (values.small ? 1_500 : 20_000));
const seed = seedOf(values);
const NAMESPACE = 'paging';
const SERVICES = 4;
const SPANS_PER_REQUEST = 500;
/** Fewer than a page holds: the end comes nearer with every page. */
const NEW_ROWS = 24;
const SETTLE_MS = 120_000;
const CONNECTIONS = 16;
const MINUTE_MS = 60_000;
const ORDERS = [
  { sort: 'request_count', direction: 'desc' },
  { sort: 'p95', direction: 'asc' },
] as const;

interface Item {
  transaction: { name: string };
}

const random = new Random(`paging ${seed}`);
/** All spans start here: rows of one closed minute. */
const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
const range = { namespace: NAMESPACE, from: startMs * 1_000, to: (startMs + MINUTE_MS) * 1_000 };

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

async function send(units: SpanUnit[], sending: Sending): Promise<void> {
  for (let at = 0; at < units.length; at += SPANS_PER_REQUEST) {
    const batch = units.slice(at, at + SPANS_PER_REQUEST);
    while (!(await post(batch, sending)).taken) await sleep(200);
  }
}

async function untilCounted(api: ApiClient, requests: number): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const { red } = await api.get<{ red: { request_count: number } }>('overview', range);
    if (red.request_count === requests) return;
    if (Date.now() > deadline) throw new Error(`${red.request_count} of ${requests} requests are counted`);
    await sleep(200);
  }
}

const oldRows = (pages: Page<Item>[]): string[] =>
  pages
    .flatMap(({ items }) => items.map(({ transaction }) => transaction.name))
    .filter((name) => name.includes('/row/'));

/** True when every row that was there before comes exactly once. */
function report(what: string, pages: Page<Item>[]): boolean {
  const seen = oldRows(pages);
  const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
  const [repeats, gaps] = [seen.length - new Set(seen).size, rows - new Set(seen).size];
  console.log(
    `  ${what}: ${pages.length} pages, ${shown} rows, of ${rows} old ones ${repeats} repeated, ${gaps} missing`,
  );
  return repeats === 0 && gaps === 0;
}

let written = 0;

/** New rows at every place of every order: counts of 1 to 3 and durations of all sizes. */
async function write(sending: Sending): Promise<void> {
  const units = Array.from({ length: NEW_ROWS }, (_, index) => unitsOf(`/new/${written + index}`, index)).flat();
  written += NEW_ROWS;
  await send(units, sending);
}

/** Reads page after page; while one is read the rows that were sent after the one before become visible. */
async function readOn(
  start: Page<Item>,
  read: (page: Page<Item>) => Promise<Page<Item> | undefined>,
  sending: Sending,
): Promise<Page<Item>[]> {
  const pages = [start];
  for (let page: Page<Item> | undefined = start; page !== undefined; page = await read(page)) {
    if (page !== start) pages.push(page);
    await write(sending);
  }
  return pages;
}

async function pagesWhileWriting(api: ApiClient, sending: Sending): Promise<boolean[]> {
  const verdicts: boolean[] = [];
  for (const order of ORDERS) {
    const get = (more: object) => api.get<Page<Item>>('transactions', { ...range, ...order, limit: MAX_PAGE, ...more });
    const at = async (cursor: string | null) => (cursor === null ? undefined : get({ cursor }));
    const forward = await readOn(await get({}), (page) => at(page.next_cursor), sending);
    verdicts.push(report(`${order.sort} ${order.direction}, forward`, forward));
    const back = await readOn(forward.at(-1)!, (page) => at(page.previous_cursor), sending);
    verdicts.push(report(`${order.sort} ${order.direction}, back`, back));
  }
  console.log(`  meanwhile ${written} new rows were written`);
  return verdicts;
}

async function changedCursors(product: Product, api: ApiClient): Promise<boolean> {
  const first = await api.get<Page<Item>>('transactions', { ...range, limit: 10 });
  const other = await api.get<Page<Item>>('transactions', { ...range, sort: 'p95', limit: 10 });
  const statuses = new Map<number, number>();
  let left = cursors;
  const { baseUrl, readToken } = product;
  const connection = async () => {
    while (left-- > 0) {
      const url = new URL('/api/v1/apm/transactions', baseUrl);
      url.searchParams.set('cursor', mutated(first.next_cursor!, other.next_cursor!, random));
      const response = await fetch(url, { headers: { authorization: `Bearer ${readToken}` } });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  console.log(
    `  ${cursors} changed cursors: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`,
  );
  return statuses.size === 1 && statuses.get(400) === cursors;
}

console.log(`paging: ${rows} rows, ${cursors} changed cursors, seed ${seed}`);
const product = await Product.start({
  environment: {
    LOG_LEVEL: 'error',
    SPANWISE_TRACING: 'false',
    SPANWISE_LIMIT_TRANSACTIONS: '100000',
    // Cursors are judged here, not rates.
    SPANWISE_RATE_ACCOUNT: '1000000',
    SPANWISE_RATE_ORGANIZATION: '1000000',
  },
});
const results: boolean[] = [];
try {
  const sending: Sending = { baseUrl: product.baseUrl, token: product.intakeToken, namespace: NAMESPACE, random };
  const api = new ApiClient(product.baseUrl, product.readToken);
  const units = Array.from({ length: rows }, (_, row) => unitsOf(`/row/${row}`, row)).flat();
  await send(units, sending);
  await untilCounted(api, units.length);
  results.push(...(await pagesWhileWriting(api, sending)), await changedCursors(product, api));
} finally {
  product.stop();
}
const failed = results.filter((ok) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
