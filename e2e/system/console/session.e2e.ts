/** With sessions of their own: what these tests change must not reach the others. */
import { expect } from '@playwright/test';
import { test } from './fixtures.js';
import { EMAIL, NEW_PASSWORD, setup } from './setup.js';

test.use({ storageState: { cookies: [], origins: [] } });

test.beforeEach(async ({ page }) => {
  const post = (path: string, data: object) =>
    page.request.post(`/api/v1/auth/session${path}`, { headers: { origin: setup().baseUrl }, data });
  await expect(await post('', { email: EMAIL, password: NEW_PASSWORD })).toBeOK();
  const organizations = (await (await page.request.get('/api/v1/orgs')).json()) as { id: string; name: string }[];
  const { id } = organizations.find(({ name }) => name === 'Default')!;
  await expect(await post('/organization', { id })).toBeOK();
});

test('another organization shows nothing of this one', async ({ page, view }) => {
  const menu = page.locator('.top > .opens:first-child');
  const choose = async (): Promise<string> => {
    await menu.click();
    const other = page.getByRole('menuitem').first();
    const name = (await other.textContent())!.trim();
    await other.click();
    await expect(menu).toContainText(name);
    return name;
  };
  await view.open('/', '.tiles');
  const there = await choose();
  await page.locator('[data-onboarding], .tiles, .empty').first().waitFor();
  await expect(page.locator('[data-column=service]')).toHaveCount(0);
  const back = await choose();
  await view.settled('.tiles');
  expect(there).not.toBe(back);
});

test('a session that has ended leads to the sign-in, and back', async ({ page, view }) => {
  await view.open('/errors?range=6h', '.frame');
  const ended = await page.request.delete('/api/v1/auth/session', { headers: { origin: setup().baseUrl } });
  expect(ended.status()).toBe(204);
  await page.locator('nav a[href^="/traces"]').click();
  await expect(page).toHaveURL(/\/signin\?next=.*traces/);
});
