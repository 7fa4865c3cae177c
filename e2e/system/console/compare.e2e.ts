import { expect } from '@playwright/test';
import { test } from './fixtures.js';
import { range } from './screens.js';
import { REGRESSED, SLOW_OPERATION } from './telemetry.js';

test('a regression is found from its service, and explained by a trace', async ({ page, view, api }) => {
  const { service, environment, baseline, candidate } = REGRESSED;
  const verdict = page.locator('[data-verdict]');
  await test.step('a version is compared with the one before it', async () => {
    await view.open(`/services/${service}?${range()}&environment=${environment}`, '[data-column=version]');
    await page.locator(`[data-column=compare] a[aria-label*="${candidate}"]`).first().click();
    await expect(page).toHaveURL(/\/compare\?/);
    await view.settled('[data-verdict]');
    const versions = page.locator('.filters select');
    await expect(versions).toHaveCount(2);
    await expect(versions.first()).toHaveValue(baseline);
    await expect(versions.last()).toHaveValue(candidate);
  });

  await test.step('verdict, figures and regressed transactions are the API’s', async () => {
    const answer = await api<'VersionComparison'>(
      `apm/versions/compare?${new URLSearchParams(REGRESSED).toString()}&${range()}`,
    );
    const expected = answer.sufficient_data ? answer.evidence.verdict : 'insufficient_data';
    await expect.soft(verdict).toHaveAttribute('data-verdict', expected);
    for (const side of ['baseline', 'candidate'] as const) {
      const { request_count: requests, p95_micros: p95 } = answer[side].red;
      const shown = await view.numbers(side);
      expect.soft([shown[0], shown[3]], side).toEqual([requests, p95]);
    }
    const worse = answer.regressed_transactions.map(({ transaction }) => transaction.name);
    expect(worse).not.toEqual([]);
    expect.soft(await view.cells('transaction')).toEqual(worse);
  });

  await test.step('two traces show which operation got slower', async () => {
    await view.settled('[data-explained]');
    await expect(page.locator('[data-explained]')).toContainText(SLOW_OPERATION);
  });

  await test.step('swapped, the older version is no regression; Back returns', async () => {
    await page.locator('.filters button').first().click();
    await page.waitForURL((url) => url.searchParams.get('baseline') === candidate);
    await expect(verdict).toHaveAttribute('data-verdict', /improved|inconclusive|unchanged/);
    await page.goBack();
    await expect(verdict).toHaveAttribute('data-verdict', 'regressed');
    expect(page.url()).not.toContain('baseline=');
  });

  await page.locator('[data-column=trace] a').first().click();
  await expect(page).toHaveURL(/\/traces\/[0-9a-f]{32}/);
  await view.settled('.waterfall .row');
});
