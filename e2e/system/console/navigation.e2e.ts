/** What is in the address of a screen, and what its keys do. */
import { expect } from '@playwright/test';
import { test } from './fixtures.js';
import { range } from './screens.js';
import { setup } from './setup.js';
import { longTrace, send } from './telemetry.js';

test('the address keeps sorting and range, and says what is wrong in it', async ({ page, view }) => {
  const sorted = 'th[aria-sort=descending]:has-text("p95")';
  await view.open(`/services?${range()}`, '.table');
  await page.getByRole('columnheader', { name: 'p95' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=p95/);
  await view.settled(sorted);
  await page.goto('/services?sort=colour&range=never&direction=asc');
  await view.settled('[data-problems="2"]');
  await view.picture('broken-address');
  await page.goBack();
  await view.settled(sorted);
  const { from, to } = setup();
  expect.soft(page.url()).toContain(`from=${from}`);
  expect.soft(page.url()).toContain(`to=${to}`);
});

test('words say how far figures can be trusted', async ({ page, view }) => {
  await view.open(`/services?${range()}`, '.table');
  await page.locator('.trust').first().click();
  const words = page.locator('.trust-words');
  await expect.soft(words).toContainText(/Complete to|may still arrive/);
  await expect.soft(words).toContainText('Percentiles');
  // What is opened stands outside of the page's landmarks while it is open.
  expect.soft(await view.violations({ without: ['region'] })).toEqual([]);
  await view.picture('trust');
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
});

test('a filter of the address is shown and can be removed', async ({ page, view }) => {
  await view.open('/?environment=staging', '.tiles');
  await page.locator('.chip').first().click();
  await page.waitForURL((url) => !url.search.includes('environment'));
  await expect(page.locator('.chip')).toHaveCount(0);
});

test('a browser whose language is no tag shows charts, and crashes on no screen', async ({ page, view }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true }),
  );
  await view.open(`/?${range()}`, '.u-wrap');
});

test('a path that nothing is at is the page that says so', async ({ page }) => {
  const answer = await page.goto('/logs');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Page not found')).toBeVisible();
});

test('an unknown path of the API is no screen', async ({ request }) => {
  const answer = await request.get('/api/v1/no-such-thing', { headers: { accept: 'text/html' } });
  expect(answer.status()).toBe(404);
  expect(answer.headers()['content-type']).toBe('application/json');
});

const SPANS = 10_000;
const MAX_ELEMENTS = 3_000;

test(
  'keys walk through a long trace, of which the page holds what is visible',
  { tag: '@full' },
  async ({ page, view, request }) => {
    const { readToken } = setup();
    const { request: spans, traceId } = longTrace(SPANS);
    await send([spans]);
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${readToken}` };
        const answer = await request.get(`/api/v1/traces/${traceId}`, { headers });
        return answer.ok() ? ((await answer.json()) as { span_count: number }).span_count : answer.status();
      })
      .toBe(SPANS);
    await view.open(`/traces/${traceId}`, '.waterfall .row');
    await page.locator('.waterfall .rows').focus();
    await page.keyboard.press('End');
    await page.locator(`.row[aria-rowindex="${SPANS}"][aria-selected=true]`).waitFor();
    expect.soft(await page.locator('*').count()).toBeLessThanOrEqual(MAX_ELEMENTS);
    await page.keyboard.press('Home');
    await page.locator('.row[aria-rowindex="1"][aria-selected=true]').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.rows[aria-rowcount="1"]').waitFor();
    await expect(page.locator('.waterfall .row')).toHaveCount(1);
    await view.picture('large-trace');
  },
);
