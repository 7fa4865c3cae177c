/** A person who asks what became of the data: sums, and a recount of what is stored. */
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../isolation/http.js';
import type { Access } from '../product.js';
import { exactNumber } from './figures.js';
import type { Visit } from './visit.js';

interface Health {
  runtime: { projector: { shards: Record<string, number>[] } };
}
interface Recounted {
  status: string;
  services: { rollups: { requests: number }; recount: { requests: number } }[];
}
type Expect = (what: string, holds: boolean, otherwise?: string) => void;

/** What has just come is stored within this, and is not compared before. */
const STORED_WITHIN_MS = 120_000;
const COUNTERS = ['received', 'counted', 'duplicates', 'late', 'dead'];

export async function walkData(
  visit: Visit,
  { baseUrl, readToken }: Access,
  { from, to }: { from: number; to: number },
  expectThat: Expect,
): Promise<void> {
  const { page } = visit;
  const query = `from=${from}&to=${to}`;
  await visit.open(`/data?${query}`, '.tiles');
  const { runtime } = await must<Health>(baseUrl, `GET /api/v1/apm/health?${query}`, readToken);
  const answered = COUNTERS.map((name) => runtime.projector.shards.reduce((sum, shard) => sum + shard[name], 0));
  const tiles = await visit.tiles();
  const shown = COUNTERS.map((name) => exactNumber(tiles[name]));
  expectThat('sums of what was received are the API’s', shown.join() === answered.join(), shown.join());
  const asked = page.waitForResponse(/\/apm\/reconcile\?/);
  await page.click('button:has-text("Count again")');
  const path = new URL((await asked).url());
  const answer = await comparable(() => must(baseUrl, `GET ${path.pathname}${path.search}`, readToken));
  await page.reload();
  await visit.settled('[data-recount]');
  const status = await page.getAttribute('[data-recount]', 'data-recount');
  expectThat('figures are equal to a recount of the stored spans', status === 'equal', String(status));
  const [counted, recounted] = await Promise.all([visit.cells('counted'), visit.cells('recounted')]);
  const rows = counted.map((cell, at) => [exactNumber(cell), exactNumber(recounted[at])].join());
  const expected = answer.services.map(({ rollups, recount }) => [rollups.requests, recount.requests].join());
  expectThat('service by service as the API says', rows.join(' ') === expected.join(' '), rows.join(' '));
}

async function comparable(ask: () => Promise<Recounted>): Promise<Recounted> {
  const deadline = Date.now() + STORED_WITHIN_MS;
  for (;;) {
    const answer = await ask();
    if (answer.status !== 'incomplete') return answer;
    if (Date.now() > deadline) throw new Error('the recount is still incomplete');
    await sleep(500);
  }
}
