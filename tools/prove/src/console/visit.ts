/** A person in front of the console: signs in, opens screens, reads what they show. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Whatever is waited for comes in the end, also on a busy machine. */
const WAIT_MS = 60_000;

export interface VisitOptions {
  width?: number;
  height?: number;
  language?: 'en' | 'de';
}

export class Visit {
  /** What the browser complained of: scripts that failed, and what the policy of the page forbids. */
  readonly complaints: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async begin(browser: Browser, baseUrl: string, options: VisitOptions = {}): Promise<Visit> {
    const { width = 1280, height = 800, language = 'en' } = options;
    const context = await browser.newContext({
      baseURL: baseUrl,
      viewport: { width, height },
      colorScheme: 'light',
      locale: language,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(WAIT_MS);
    const visit = new Visit(context, await context.newPage());
    visit.page.on('pageerror', (error) => visit.complaints.push(String(error)));
    visit.page.on('console', (message) => {
      // What the API refuses on purpose is no complaint.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        visit.complaints.push(message.text());
    });
    return visit;
  }

  /** Another look at the same session. */
  async withSession(other: Visit): Promise<void> {
    await this.context.addCookies(await other.context.cookies());
  }

  cookies(): ReturnType<BrowserContext['cookies']> {
    return this.context.cookies();
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.page.fill('input[name=email]', email);
    await this.page.fill('input[name=password]', password);
    await this.page.click('button[type=submit]');
  }

  /** Opens a path and waits until nothing of it is on its way any more. */
  async open(path: string, ready: string): Promise<void> {
    await this.page.goto(path);
    await this.settled(ready);
  }

  async settled(ready: string): Promise<void> {
    await this.page.waitForSelector(ready);
    await this.page.waitForSelector('.skeleton', { state: 'detached' });
    await this.page.evaluate('document.fonts.ready.then(() => undefined)');
  }

  /** Violations as sentences. `without` names rules that do not apply. */
  accessibilityFaults(...without: string[]): Promise<string[]> {
    return this.violations({ rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) });
  }

  /** Those of colours alone. */
  contrastFaults(): Promise<string[]> {
    return this.violations({ runOnly: ['color-contrast', 'link-in-text-block'] });
  }

  private async violations(options: object): Promise<string[]> {
    await this.page.evaluate(AXE);
    const asked = JSON.stringify({ resultTypes: ['violations'], ...options });
    return this.page.evaluate(`axe.run(document, ${asked}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) =>
        id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`);
  }

  /** The exact texts of the tiles, by their names. */
  tiles(): Promise<Record<string, string>> {
    return this.page.evaluate(`Object.fromEntries([...document.querySelectorAll('[data-figure]')].map((tile) =>
      [tile.dataset.figure, tile.querySelector('.figure [title]')?.title ?? '']))`);
  }

  /** Texts of the cells of the first table that has the column. */
  cells(column: string): Promise<string[]> {
    return this.page.evaluate(`[...([...document.querySelectorAll('table')].find((table) =>
      table.querySelector('[data-column="${column}"]'))?.querySelectorAll('[data-column="${column}"]') ?? [])]
      .map((cell) => cell.querySelector('[title]')?.title ?? cell.textContent)`);
  }

  /** Rows of the table behind a chart, without its times. */
  async chartTable(title: string): Promise<string[][]> {
    return this.page.evaluate(`[...document.querySelectorAll('[data-chart="${title}"] tbody tr')].map((row) =>
      [...row.querySelectorAll('td.number')].map((cell) => cell.textContent))`);
  }

  /** Compressed bytes of the scripts that the page has loaded. */
  scriptBytes(): Promise<number> {
    return this.page.evaluate(`performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  }

  end(): Promise<void> {
    return this.context.close();
  }
}
