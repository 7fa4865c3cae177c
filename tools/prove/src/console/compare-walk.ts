/** A person who asks what a version has changed: from its service to the verdict, what is worse, and where in a trace. */
import { must } from '../isolation/http.js';
import type { Access } from '../product.js';
import { exactNumber } from './figures.js';
import { REGRESSED, SLOW_OPERATION } from './two-versions.js';
import type { Visit } from './visit.js';

interface Red {
  request_count: number;
  p95_micros?: number;
}
interface Comparison {
  sufficient_data: boolean;
  evidence: { verdict: string };
  baseline: { version: string; red: Red };
  candidate: { version: string; red: Red };
  regressed_transactions: { transaction: { name: string } }[];
}

type Expect = (what: string, holds: boolean, otherwise?: string) => void;

/** Two clicks from the service to the slow trace, and figures are the API's. */
export async function walkComparison(
  visit: Visit,
  { baseUrl, readToken }: Access,
  { from, to }: { from: number; to: number },
  expectThat: Expect,
): Promise<void> {
  const { page } = visit;
  const range = `from=${from}&to=${to}`;
  const { service, environment, baseline, candidate } = REGRESSED;
  await visit.open(`/services/${service}?${range}&environment=${environment}`, '[data-column=version]');
  await page.click(`[data-column=compare] a[aria-label*="${candidate}"] >> nth=0`);
  await page.waitForURL(/\/compare\?/);
  await visit.settled('[data-verdict]');
  const query = new URLSearchParams({ ...REGRESSED, from: String(from), to: String(to) }).toString();
  const answer = await must<Comparison>(baseUrl, `GET /api/v1/apm/versions/compare?${query}`, readToken);
  const chosen = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.filters select')].map(({ value }) => value)`,
  );
  expectThat(
    'a version is compared with the one before it',
    chosen.join() === `${baseline},${candidate}`,
    chosen.join(),
  );
  const verdict = await page.getAttribute('[data-verdict]', 'data-verdict');
  const expected = answer.sufficient_data ? answer.evidence.verdict : 'insufficient_data';
  expectThat(`its verdict is the API’s: ${expected}`, verdict === expected, String(verdict));
  const sides = await Promise.all([visit.cells('baseline'), visit.cells('candidate')]);
  const shown = sides.map((cells) => [exactNumber(cells[0]), exactNumber(cells[3])].join());
  const answered = [answer.baseline, answer.candidate].map(({ red }) => [red.request_count, red.p95_micros].join());
  expectThat('figures of both versions are the API’s', shown.join(' ') === answered.join(' '), shown.join(' '));
  const worse = answer.regressed_transactions.map(({ transaction }) => transaction.name);
  const listed = worse.length === 0 ? [] : await visit.cells('transaction');
  expectThat('so are transactions that got worse', listed.join() === worse.join() && worse.length > 0, listed.join());
  await visit.settled('[data-explained]');
  const words = await page.textContent('[data-explained]');
  expectThat('and two traces show in what', words!.includes(SLOW_OPERATION), words!);
  await swapped(visit, expectThat);
  await page.click('[data-column=trace] a >> nth=0');
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/);
  await visit.settled('.waterfall .row');
}

/** The address holds which is which, and Back leads back. */
async function swapped({ page }: Visit, expectThat: Expect): Promise<void> {
  await page.click('.filters button');
  await page.waitForURL((url) => url.searchParams.get('baseline') === REGRESSED.candidate);
  await page.waitForSelector('[data-verdict=improved], [data-verdict=inconclusive], [data-verdict=unchanged]');
  await page.goBack();
  await page.waitForSelector('[data-verdict=regressed]');
  expectThat('swapped, the older version is not worse; Back leads back', !page.url().includes('baseline='), page.url());
}
