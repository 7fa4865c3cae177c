/** A person in front of an incident. Each test goes on where the one before has left it. */
import { expect } from '@playwright/test';
import { RULE } from './alert-rule.js';
import { test, type Api } from './fixtures.js';
import { testLooks } from './looks.js';
import { firstService } from './screens.js';
import { requestTo, send } from './telemetry.js';

const SILENCE = 'Planned upgrade';
/** A step is evaluated a minute or two after the data it is about. */
const FIRES_WITHIN_MS = 900_000;

const ruleOf = async (api: Api) => (await api<'AlertRules'>('alerts/rules')).find(({ name }) => name === RULE)!;
const incidentOf = async (api: Api) => {
  const { id } = await ruleOf(api);
  return (await api<'Incidents'>('alerts/incidents?scope=all')).find(({ rule_id: rule }) => rule === id);
};
const silenceOf = async (api: Api) => (await api<'Silences'>('alerts/mutes')).find(({ name }) => name === SILENCE);

test.describe('an incident', () => {
  test.describe.configure({ mode: 'serial', timeout: 2 * FIRES_WITHIN_MS });

  test('is acknowledged by keys, and commented on', async ({ page, view, api }) => {
    const fired = async () => {
      const incident = await incidentOf(api);
      // On a busy machine the first data are too old by now, or the platform refused some and no rule fires on them.
      if (incident === undefined) await send([requestTo(await firstService(api), Date.now() * 1_000)]);
      return incident;
    };
    await expect.poll(fired, { timeout: FIRES_WITHIN_MS, intervals: [2_000] }).toBeDefined();
    const { id } = (await incidentOf(api))!;
    await view.open('/alerts', '.table');
    await page.locator(`a[href^="/alerts/incidents/${id}"]`).press('Enter');
    await view.settled('.timeline [data-entry=opened]');
    await expect(page.locator('h1')).toContainText(RULE);
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).press('Enter');
    await expect(page.locator('[data-status=acknowledged]').first()).toBeVisible();
    await expect(page.locator('.timeline [data-entry=acknowledged]')).toBeVisible();
    expect.soft((await api<'Incident'>(`alerts/incidents/${id}`)).status).toBe('acknowledged');
    const timeline = await api<'IncidentTimeline'>(`alerts/incidents/${id}/timeline`);
    expect.soft(timeline.map(({ kind }) => kind)).toContain('acknowledged');
    const comment = page.getByLabel('Comment');
    await comment.fill('It is the upgrade');
    await page.keyboard.press('Enter');
    await expect(page.locator('.timeline blockquote')).toHaveText('It is the upgrade');
    await expect(comment).toHaveValue('');
  });

  test('stays as it is when the API refuses an action, and says so', async ({ page, view, api }) => {
    await view.open(`/alerts/${(await incidentOf(api))!.id}`, '.timeline li');
    // Mails that were sent before lead here.
    await expect(page).toHaveURL(/\/alerts\/incidents\//);
    await page.route('**/resolve', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }));
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('permission');
    await expect(page.locator('[data-status=acknowledged]').first()).toBeVisible();
  });

  test('of a service can be silenced by a form', async ({ page, view, api }) => {
    const service = await firstService(api);
    await view.open('/alerts/silences', '.table, .empty');
    await page.getByRole('button', { name: 'New silence' }).click();
    const form = page.locator('form');
    await expect(form.locator('input[name=reason]')).toBeVisible();
    expect.soft(await view.violations()).toEqual([]);
    await form.locator('input[name=reason]').fill(SILENCE);
    await form.getByLabel('Value').fill(service);
    await form.locator('button[type=submit]').click();
    const row = page.getByRole('row').filter({ hasText: SILENCE });
    await expect(row).toBeVisible();
    expect.soft(await view.violations()).toEqual([]);
    expect
      .soft(await silenceOf(api))
      .toMatchObject({ enabled: true, matchers: [{ label: 'service', value: service }] });
    await row.locator('[data-column=end] button').press('Enter');
    await expect.poll(async () => (await silenceOf(api))?.enabled).toBe(false);
    await expect(row.locator('[data-column=state]')).toContainText('expired');
    await expect(row.locator('[data-column=end] button')).toHaveCount(0);
  });

  test('ends when its rule is disabled', async ({ page, view, api }) => {
    const { id } = (await incidentOf(api))!;
    await view.open('/alerts/rules', '.table');
    await page.getByRole('row').filter({ hasText: RULE }).locator('.switch').click();
    await expect.poll(() => ruleOf(api)).toMatchObject({ enabled: false, version: 1 });
    expect.soft((await api<'Incident'>(`alerts/incidents/${id}`)).resolved_reason).toBe('rule_disabled');
    await view.open(`/alerts/incidents/${id}`, '.timeline [data-entry=resolved]');
    await expect(page.locator('.facts').first()).toContainText('disabled');
  });
});

testLooks([
  { name: 'incident', path: async (api) => `/alerts/incidents/${(await incidentOf(api))!.id}`, ready: '.timeline li' },
  { name: 'rule', path: async (api) => `/alerts/rules/${(await ruleOf(api)).id}`, ready: '[data-column=version]' },
]);
