import { expect } from '@playwright/test';
import { test } from './fixtures.js';
import type { ScreenCase } from './screens.js';

/** Tests with the tag can be left out for a quick run. */
const FULL = { tag: '@full' };
const LOOKS = [
  { name: '1280', details: {}, use: {} },
  { name: '390', details: FULL, use: { viewport: { width: 390, height: 800 } } },
  { name: '1920', details: FULL, use: { viewport: { width: 1920, height: 800 } } },
  { name: '1280-de', details: FULL, use: { locale: 'de' } },
  // For screenshots alone.
  ...(process.env.PICTURES === undefined
    ? []
    : [{ name: '1400', details: FULL, use: { viewport: { width: 1400, height: 900 } } }]),
];

/** Tests each screen at every width, in both themes, and in German. Themes differ in colours alone. */
export function testLooks(screens: readonly ScreenCase[]): void {
  for (const { name: look, details, use } of LOOKS)
    test.describe(look, details, () => {
      test.use(use);
      for (const { name, path, ready } of screens)
        test(`${name} is accessible, and readable in the dark`, async ({ page, api, view }) => {
          await view.open(typeof path === 'string' ? path : await path(api), ready);
          await view.picture(`${name}-light-${look}`);
          expect.soft(await view.violations()).toEqual([]);
          const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          expect.soft(isTooWide, 'something is beyond the edge').toBe(false);
          await page.emulateMedia({ colorScheme: 'dark' });
          await view.picture(`${name}-dark-${look}`);
          expect.soft(await view.violations({ rules: ['color-contrast', 'link-in-text-block'] })).toEqual([]);
        });
    });
}
