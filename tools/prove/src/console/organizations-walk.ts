import type { Visit } from './visit.js';

/** To the other organization and back, of which nothing is seen there. */
export async function walkOrganizations(
  { page }: Visit,
  expectThat: (what: string, holds: boolean, otherwise?: string) => void,
): Promise<void> {
  const other = async (): Promise<string> => {
    await page.click('.top .opens');
    const chosen = (await page.textContent('[role=menuitem]'))!.trim();
    await page.click('[role=menuitem]');
    await page.waitForSelector(`.top .opens:has-text("${chosen}")`);
    return chosen;
  };
  const services = () => page.locator('[data-column=service]').count();
  await page.waitForSelector('.top .opens');
  const there = await other();
  await page.waitForSelector('[data-onboarding], .tiles, .empty');
  const shown = await services();
  const back = await other();
  await page.waitForSelector('.tiles');
  expectThat('another organization shows nothing of this one', there !== back && shown === 0, `${shown} services`);
}
