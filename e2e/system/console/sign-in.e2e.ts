import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.js';
import { EMAIL, NEW_PASSWORD, SESSION_FILE, setup } from './setup.js';

async function signIn(page: Page, password: string): Promise<void> {
  await page.locator('input[name=email]').fill(EMAIL);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('signs in with a password that was reset by mail', async ({ page, context, view }) => {
  await test.step('the sign-in refuses a wrong password', async () => {
    await page.goto('/services?range=6h');
    await expect(page).toHaveURL(/\/signin.*next=/);
    await signIn(page, 'a wrong password');
    await expect(page.getByRole('alert')).toBeVisible();
    expect.soft(await view.violations()).toEqual([]);
    await view.picture('signin');
  });

  await test.step('a mailed link sets a new password, and its secret leaves the address', async () => {
    await page.locator('.more .button').click();
    await page.locator('input[name=email]').fill(EMAIL);
    await page.locator('button[type=submit]').click();
    await expect(page.locator('input[name=password]')).toBeVisible();
    const link = /http\S+#reset_token=[\w-]+/;
    const mails = () => readFileSync(setup().mailbox, { encoding: 'utf8', flag: 'a+' });
    await expect.poll(mails).toMatch(link);
    // A page that was never loaded: the same page would only change its hash.
    await page.goto('about:blank');
    await page.goto(link.exec(mails())![0]);
    await page.locator('input[name=new_password]').fill(NEW_PASSWORD);
    expect(page.url()).not.toContain('reset_token');
    await page.locator('button[type=submit]').click();
    await expect(page.locator('input[name=password]')).toBeVisible();
  });

  await test.step('the new password leads back to the page that was asked for', async () => {
    await page.goto('/services?range=6h');
    await expect(page).toHaveURL(/\/signin/);
    await signIn(page, NEW_PASSWORD);
    // The first owner also administers the platform, and so belongs to two organizations.
    await expect(page.locator('.choices .button').first()).toBeVisible();
    await view.picture('organizations');
    await page.getByRole('button', { name: 'Default' }).click();
    await expect(page).toHaveURL(/\/services\?range=6h/);
  });

  await test.step('no script can read the session', async () => {
    const session = (await context.cookies()).find(({ name }) => name === 'spanwise_session')!;
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const readable = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(readable).not.toContain(session.value);
  });
  await context.storageState({ path: SESSION_FILE });
});
