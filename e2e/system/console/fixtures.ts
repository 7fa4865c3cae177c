import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import type { Schemas } from '@spanwise/api-client/client';
import { setup } from './setup.js';

/** Reads the API as another client, with a token of its own; answers have their name in the API description. */
export type Api = <Name extends keyof Schemas>(path: string) => Promise<Schemas[Name]>;

interface Fixtures {
  api: Api;
  view: View;
  /** Fails a test in which a script threw, or the page's own policy refused something. */
  complaints: void;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(setup().baseUrl),
  api: async ({ playwright }, use) => {
    const { baseUrl, readToken } = setup();
    const client = await playwright.request.newContext({
      baseURL: `${baseUrl}/api/v1/`,
      extraHTTPHeaders: { authorization: `Bearer ${readToken}` },
    });
    await use(async <Name extends keyof Schemas>(path: string) => {
      const response = await client.get(path);
      expect(response.status(), `${path}: ${(await response.text()).slice(0, 500)}`).toBeLessThan(300);
      return (await response.json()) as Schemas[Name];
    });
    await client.dispose();
  },
  view: async ({ page }, use) => use(new View(page)),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        // A test may provoke refusals of the API.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          complaints.push(message.text());
      });
      await use();
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Reads what a screen of the console shows. */
export class View {
  constructor(private readonly page: Page) {}

  /** Opens a path and waits for `ready`, a selector, and until nothing is loading. */
  async open(path: string, ready: string): Promise<void> {
    await this.page.goto(path);
    await this.settled(ready);
  }

  async settled(ready: string): Promise<void> {
    await this.page.locator(ready).first().waitFor();
    await expect(this.page.locator('.skeleton')).toHaveCount(0);
    await this.page.evaluate(() => document.fonts.ready.then(() => undefined));
  }

  /** Violations of accessibility, as sentences. `rules` limits them; rules `without` do not apply. */
  async violations({ rules, without = [] }: { rules?: string[]; without?: string[] } = {}): Promise<string[]> {
    // The pages have no frames of other origins, which alone need the slower mode with a page of its own.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode().disableRules(without);
    const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }

  /** Exact figures of the tiles, by name. */
  async tiles(): Promise<Record<string, number>> {
    const texts = await this.page
      .locator('[data-figure]')
      .evaluateAll((tiles) =>
        tiles.map((tile) => [
          tile.getAttribute('data-figure')!,
          tile.querySelector('.figure [title]')?.getAttribute('title') ?? '',
        ]),
      );
    return Object.fromEntries(texts.map(([name, text]) => [name, exactNumber(text!)]));
  }

  /** Texts of a column, of the first table that has it. */
  cells(column: string): Promise<string[]> {
    const cell = `[data-column="${column}"]`;
    return this.page
      .locator('table', { has: this.page.locator(cell) })
      .first()
      .locator(cell)
      .evaluateAll((cells) =>
        cells.map((one) => one.querySelector('[title]')?.getAttribute('title') ?? one.textContent),
      );
  }

  async numbers(column: string): Promise<number[]> {
    return (await this.cells(column)).map(exactNumber);
  }

  /** The last figure of each row in the table behind a chart. */
  async chartFigures(title: string): Promise<number[]> {
    const rows = this.page.locator(`[data-chart="${title}"] tbody tr`);
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td.number')].at(-1)?.textContent ?? ''),
    );
    return texts.map(exactNumber);
  }

  /** Keeps a screenshot in the folder PICTURES where it is set. */
  async picture(name: string): Promise<void> {
    const folder = process.env.PICTURES;
    if (folder !== undefined) await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }
}

/** The number in an exact text such as `12,345.5 µs` or `0.25 %`; NaN where there is none. */
export const exactNumber = (text: string): number => Number(/-?[\d,]+(\.\d+)?/.exec(text)?.[0].replaceAll(',', ''));
