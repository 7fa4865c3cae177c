import { expect } from '@playwright/test';
import { generate } from '@spanwise/telemetry/shop/generate';
import { createRule } from './alert-rule.js';
import { test } from './fixtures.js';
import { setup } from './setup.js';
import { ODD_NAME, requestTo, send, twoVersions } from './telemetry.js';

const SECOND_MICROS = 1_000_000;
const TRACES_PER_MINUTE = 40;
const MAX_SCRIPT_BYTES = 250_000;

test('the first data replace the onboarding', async ({ page, view, api }) => {
  const { baseUrl, from, to } = setup();
  await test.step('without data the overview shows how to send some', async () => {
    await view.open('/', '[data-onboarding]');
    const onboarding = page.locator('[data-onboarding]');
    await expect(onboarding).toContainText(`OTEL_EXPORTER_OTLP_ENDPOINT=${baseUrl}`);
    await onboarding.getByRole('button', { name: 'Collector' }).click();
    await expect(page).toHaveURL(/send=collector/);
    await onboarding.getByRole('button', { name: 'Insert my token' }).click();
    await expect(onboarding.locator('pre')).toContainText(/Bearer(?!.*<token>)/s);
    expect.soft(await view.violations()).toEqual([]);
    await view.picture('onboarding');
  });

  await test.step('scripts are within their budget', async () => {
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    console.log(`${Math.round(bytes / 1000)} kB of compressed scripts`);
    expect.soft(bytes).toBeGreaterThan(0);
    expect.soft(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  });

  await test.step('the overview shows the figures of the first data without a reload', async () => {
    const shop = generate({ seed: 'console', fromMicros: from, toMicros: to, tracesPerMinute: TRACES_PER_MINUTE });
    const { spans } = await send([...shop, requestTo(ODD_NAME, to - SECOND_MICROS), ...twoVersions(to)]);
    await expect
      .poll(async () => {
        const { projector, rollups } = (await api<'ApmHealth'>('apm/health')).runtime;
        const received = projector.shards.reduce((sum, shard) => sum + shard.received, 0);
        return { complete: received >= spans, pending: rollups.some(({ pending_deltas: count }) => count !== 0) };
      })
      .toEqual({ complete: true, pending: false });
    await view.settled('.tiles');
    await expect(page.locator('[data-onboarding]')).toBeHidden();
  });
  await createRule(page, api);
});
