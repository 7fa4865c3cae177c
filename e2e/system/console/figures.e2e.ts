/** Figures of the screens are those that the API gives to another client. */
import { expect } from '@playwright/test';
import type { Schemas } from '@spanwise/api-client/client';
import { test, type View } from './fixtures.js';
import { range } from './screens.js';
import { ODD_NAME } from './telemetry.js';

/** Exact texts have six digits behind the point. */
const PRECISION = 1e-6;

async function expectTiles(
  view: View,
  red: Schemas['RedSummary'],
  { range: asked }: Schemas['Overview']['meta'],
): Promise<void> {
  const { p50_micros, p95_micros, p99_micros } = red;
  const rate = red.request_rate ?? red.request_count / ((asked.to - asked.from) / 1e6);
  const expected = { rate, errors: red.error_rate * 100, p50_micros, p95_micros, p99_micros };
  const shown = await view.tiles();
  for (const [name, value] of Object.entries(expected))
    if (value !== undefined)
      expect
        .soft(Math.abs(shown[name]! - value), `${name}: ${shown[name]} is shown, ${value} is answered`)
        .toBeLessThanOrEqual(PRECISION * Math.max(1, value));
}

test('overview: tiles and the table of a chart', async ({ view, api }) => {
  const overview = await api<'Overview'>(`apm/overview?${range()}`);
  await view.open(`/?${range()}`, '.tiles');
  await expectTiles(view, overview.red, overview.meta);
  const rates = overview.trend.map(({ red }) => red.request_count / 60);
  const shown = await view.chartFigures('Requests per second');
  expect(shown).toHaveLength(rates.length);
  // Tables of charts are rounded.
  const wrong = rates.filter((value, at) => !(Math.abs(shown[at]! - value) <= 0.006 * Math.max(1, value)));
  expect(wrong).toEqual([]);
});

test('services: their order and requests', async ({ view, api }) => {
  const { items } = await api<'ServicePage'>(`apm/services?${range()}&limit=50`);
  await view.open(`/services?${range()}`, '.table');
  expect.soft(await view.cells('service')).toEqual(items.map(({ service }) => service.name));
  expect.soft(await view.numbers('requests')).toEqual(items.map(({ red }) => red.request_count));
});

test('transaction: its tiles, heatmap and name, whatever characters that has', async ({ page, view, api }) => {
  const name = encodeURIComponent(ODD_NAME);
  const query = `${range()}&service=${name}`;
  const answer = await api<'TransactionDetail'>(`apm/transactions/${name}?${query}`);
  await view.open(`/services/${name}?${range()}`, '.tiles');
  await page.locator('[data-column=transaction] a').first().click();
  await expect(page).toHaveURL(/\/transactions\//);
  // The address alone says which transaction it is.
  await page.reload();
  await view.settled('.tiles');
  await expectTiles(view, answer.transaction.red, answer.meta);
  const heatmap = `apm/heatmap?${query}&transaction=${name}`;
  const { cells } = await api<'Heatmap'>(heatmap);
  await view.settled('[data-chart="Request duration distribution"] canvas');
  expect
    .soft(await view.chartFigures('Request duration distribution'))
    .toEqual(cells.map((cell) => cell.request_count));
  expect((await page.title()).startsWith(`${ODD_NAME} ·`), await page.title()).toBe(true);
});

test('dependencies: calls in the order of the API', async ({ view, api }) => {
  const query = `${range()}&sort=p95`;
  const { items } = await api<'DependencyPage'>(`apm/dependencies?${query}&limit=50`);
  await view.open(`/dependencies?${query}`, '.table');
  expect(items).not.toEqual([]);
  expect.soft(await view.cells('caller')).toEqual(items.map(({ service }) => service.name));
  expect.soft(await view.numbers('requests')).toEqual(items.map(({ red }) => red.request_count));
});

test('map: its table and drawing, which keys open', async ({ page, view, api }) => {
  const { edges } = await api<'ServiceGraph'>(`traces/service_graph?${range()}`);
  await view.open(`/map?${range()}`, '.map .node');
  expect(edges).not.toEqual([]);
  expect.soft(await view.numbers('requests')).toEqual(edges.map((edge) => edge.request_count));
  // Services of one name in two namespaces or environments are two nodes.
  const ends = edges.flatMap(({ environment, client_namespace, client_service, callee, server_service }) => [
    JSON.stringify([environment, client_namespace, client_service]),
    JSON.stringify([environment, ...(callee === undefined ? ['', server_service] : [callee.namespace, callee.name])]),
  ]);
  const names = [...new Set(ends)].map((end) => (JSON.parse(end) as string[])[2]);
  const nodes = page.locator('.map .node a');
  const drawn = await nodes.evaluateAll((all) => all.map((node) => node.getAttribute('aria-label')!));
  const drawnNames = drawn.map((label) => label.slice(0, label.indexOf(', ')));
  expect.soft(drawnNames.toSorted()).toEqual(names.toSorted());
  const { items } = await api<'ServicePage'>(`apm/services?${range()}&limit=200`);
  const isDrawn = ({ service: { environment, namespace, name } }: (typeof items)[number]) =>
    ends.includes(JSON.stringify([environment, namespace, name]));
  for (const health of ['critical', 'warning'] as const)
    await expect
      .soft(page.locator(`.map .node.${health}:has(a[href^="/services/"])`))
      .toHaveCount(items.filter((one) => isDrawn(one) && one.health === health).length);
  await page.locator('.map-box').focus();
  await page.keyboard.press('Tab');
  await expect(nodes.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/services/') || url.searchParams.has('service'));
});

const COUNTERS = ['received', 'counted', 'duplicates', 'late', 'dead'] as const;

test('data: sums, and a recount of the stored spans', async ({ page, view, api }) => {
  await view.open(`/data?${range()}`, '.tiles');
  const { shards } = (await api<'ApmHealth'>(`apm/health?${range()}`)).runtime.projector;
  const tiles = await view.tiles();
  const sums = COUNTERS.map((name) => shards.reduce((sum, shard) => sum + shard[name], 0));
  expect.soft(COUNTERS.map((name) => tiles[name])).toEqual(sums);
  await page.getByRole('button', { name: 'Reconcile now' }).click();
  await expect(page).toHaveURL(/recount=yes/);
  // The page counts up to where the data are complete, which moves: the API is asked for the same range as the page.
  let asked = '';
  page.on('request', (request) => {
    if (request.url().includes('/apm/reconcile?')) asked = new URL(request.url()).search;
  });
  const result = page.locator('[data-recount]');
  await expect(async () => {
    await page.reload();
    await view.settled('[data-recount]');
    // The latest spans are stored a little later, and not compared before.
    expect(await result.getAttribute('data-recount')).not.toBe('incomplete');
  }).toPass({ timeout: 120_000 });
  await expect(result).toHaveAttribute('data-recount', 'equal');
  const { services } = await api<'Reconciliation'>(`apm/reconcile${asked}`);
  expect.soft(await view.numbers('counted')).toEqual(services.map(({ rollups }) => rollups.requests));
  expect.soft(await view.numbers('recounted')).toEqual(services.map((service) => service.recount.requests));
});
