import { expect, type Page } from '@playwright/test';
import type { Api } from './fixtures.js';
import { firstService } from './screens.js';
import { setup } from './setup.js';

export const RULE = 'Any request of a service';

/** A rule that every request of the first service breaches, created with the session of the browser. */
export async function createRule(page: Page, api: Api): Promise<void> {
  const filters = { service: await firstService(api) };
  const stream = { name: 'default', stream_type: 'traces' };
  const answer = await page.request.post('/api/v1/alerts/rules', {
    headers: { origin: setup().baseUrl },
    data: {
      name: RULE,
      query: { language: 'condition', statement: RULE, period_secs: 600, stream },
      condition: { type: 'red', of: 'service', figure: 'count', filters, group_by: ['service'] },
      trigger: { operator: 'gte', threshold: 1, for_periods: 1 },
      thresholds: [{ severity: 'critical', operator: 'gte', threshold: 1, for_periods: 1 }],
      evaluation: { settle_secs: 0, new_series_grace_steps: 0, keep_firing_steps: 1_440 },
    },
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
}
