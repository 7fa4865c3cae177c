/**
 * `npm run test:system -- console [--full] [--pictures FOLDER]`: the console in a real browser, before a running product. A person
 * signs in and sees how to send data; then data are sent, and every screen shows the figures of the API, has no fault of
 * accessibility in either theme, and nothing that its own policy forbids. What fires is taken over, silenced and switched off.
 * `--small` leaves out German and other widths.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import { generate } from '@spanwise/telemetry/shop/generate';
import { walkAlerts, watchService } from './console/alerts-walk.js';
import { launchBrowser } from './console/browser.js';
import { walkComparison } from './console/compare-walk.js';
import { walkData } from './console/data-walk.js';
import { differences, exactNumber, expectedTiles } from './console/figures.js';
import { screensOf, type Screen } from './console/screens.js';
import { Visit, type VisitOptions } from './console/visit.js';
import { longTrace } from './console/long-trace.js';
import { Mails } from './console/mails.js';
import { walkMap } from './console/map-walk.js';
import { walkOrganizations } from './console/organizations-walk.js';
import { ODD_NAME, oddlyNamed } from './console/odd-name.js';
import { REQUESTS_OF_EACH, twoVersions } from './console/two-versions.js';
import { call, must } from './isolation/http.js';
import { Product } from './product.js';

const { values } = parseArgs({
  options: { small: { type: 'boolean', default: false }, pictures: { type: 'string' } },
});

const EMAIL = 'admin@spanwise.local';
const PASSWORD = 'correct horse 9 battery';
const NEW_PASSWORD = 'battery 9 horse correct';
const MINUTE_MICROS = 60_000_000;
const HISTORY_MINUTES = values.small ? 12 : 55;
const TRACES_PER_MINUTE = 40;
const MAX_SCRIPT_BYTES = 250_000;
const COUNTED_WITHIN_MS = 120_000;
const LARGE_SPANS = 10_000;
const MAX_ELEMENTS = 3_000;
const WIDTHS = [390, 1280, 1920];

const failures: string[] = [];
let lapMs = performance.now();
/** What a part took, for whoever makes it shorter. */
function lap(part: string): void {
  console.log(`  ${((performance.now() - lapMs) / 1000).toFixed(1)} s ${part}`);
  lapMs = performance.now();
}
let passed = 0;
function expectNone(what: string, faults: readonly string[]): void {
  if (faults.length === 0) passed++;
  else failures.push(...faults.map((fault) => `${what}: ${fault}`));
  console.log(`  ${faults.length === 0 ? 'ok    ' : 'FAILED'} ${what}`);
}
const expectThat = (what: string, holds: boolean, otherwise = 'it is not so'): void =>
  expectNone(what, holds ? [] : [otherwise]);

const mails = new Mails();
const product = await Product.start({
  environment: {
    LOG_LEVEL: 'error',
    SPANWISE_TRACING: 'false',
    SPANWISE_APM_MIN_SAMPLES: String(REQUESTS_OF_EACH),
    SPANWISE_ADMIN_PASSWORD: PASSWORD,
    SPANWISE_SMTP_URL: await mails.start(),
  },
});
lap('the product');
const browser = await launchBrowser();
try {
  const visit = await Visit.begin(browser, product.baseUrl);
  await signingIn(visit);
  lap('signing in');
  const window = await sendData();
  await visit.settled('.tiles');
  expectThat('the first span shows its figures by itself', !(await visit.page.isVisible('[data-onboarding]')));
  const screens = await screensOf(product, window);
  const watched = await watchService(visit, product, window);
  lap('data');
  await figures(visit, window);
  await transactionFigures(visit, window);
  await callFigures(visit, window);
  await walkMap(visit, product, window, expectThat);
  await walkComparison(visit, product, window, expectThat);
  await walkData(visit, product, window, expectThat);
  await states(visit, window);
  await walkOrganizations(visit, expectThat);
  lap('figures and states');
  if (!values.small) await largeTrace(visit);
  await looks(visit, screens);
  lap('looks');
  await looks(visit, await walkAlerts(visit, product, watched, expectThat));
  lap('alerts');
  await endOfSession(visit);
  expectNone('no complaint of the browser', visit.complaints);
  await visit.end();
} finally {
  await browser.close();
  await mails.stop();
  product.stop();
}
for (const failure of failures) console.log(`  ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function signingIn(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.goto('/services?range=6h');
  await page.waitForURL(/\/signin/);
  expectThat('who is not signed in is led to the sign-in', page.url().includes('next='));
  await visit.signIn(EMAIL, 'a wrong password');
  await page.waitForSelector('[role=alert]');
  expectNone('sign-in has no fault of accessibility', await visit.accessibilityFaults());
  await picture(visit, 'signin');
  await newPassword(visit);
  await visit.signIn(EMAIL, NEW_PASSWORD);
  // The first owner administers the platform too, and so belongs to two organizations.
  await page.waitForSelector('.choices .button');
  await picture(visit, 'organizations');
  await page.click('.choices .button:has-text("Default")');
  await page.waitForURL(/\/services\?range=6h/);
  const cookies = await visit.cookies();
  const session = cookies.find(({ name }) => name === 'spanwise_session');
  expectThat(
    'the session is in a cookie that no script reads',
    session?.httpOnly === true && session.sameSite === 'Strict',
  );
  const kept = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  expectThat('and nothing of it is within reach of scripts', !kept.includes(session!.value), kept);
  await visit.open('/', '[data-onboarding]');
  const commands = await page.textContent('[data-onboarding]');
  expectThat(
    'who has no data sees how to send some',
    commands!.includes(`OTEL_EXPORTER_OTLP_ENDPOINT=${product.baseUrl}`),
  );
  await page.click('[data-onboarding] button:has-text("Collector")');
  await page.waitForURL(/send=collector/);
  await page.click('[data-onboarding] button:has-text("Put my token")');
  await page.waitForSelector('[data-onboarding] pre:has-text("Bearer"):not(:has-text("<token>"))');
  expectNone('and that has no fault of accessibility', await visit.accessibilityFaults());
  await picture(visit, 'onboarding');
  const bytes = await visit.scriptBytes();
  expectThat(`${Math.round(bytes / 1000)} kB of scripts`, bytes > 0 && bytes <= MAX_SCRIPT_BYTES, `${bytes} bytes`);
}

/** By a mailed link, whose secret leaves the address at once. */
async function newPassword(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.click('.more .button');
  await page.fill('input[name=email]', EMAIL);
  await page.click('button[type=submit]');
  await page.waitForSelector('input[name=password]');
  const link = await mails.linkIn(/http\S+#reset_token=[\w-]+/);
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForSelector('input[name=new_password]');
  expectThat('the secret of a mailed link leaves the address', !page.url().includes('reset_token'), page.url());
  await page.fill('input[name=new_password]', NEW_PASSWORD);
  await page.click('button[type=submit]');
  await page.waitForSelector('input[name=password]');
  await page.goto('/services?range=6h');
  await page.waitForURL(/\/signin/);
}

/** The last minutes of the shop, counted. */
async function sendData(): Promise<{ from: number; to: number }> {
  const to = Math.floor(Date.now() / 60_000) * MINUTE_MICROS;
  const from = to - HISTORY_MINUTES * MINUTE_MICROS;
  const requests = generate({ seed: 'console', fromMicros: from, toMicros: to, tracesPerMinute: TRACES_PER_MINUTE });
  const { baseUrl, intakeToken: token } = product;
  const { spans } = await sendAll([...requests, oddlyNamed(to), ...twoVersions(to)], {
    baseUrl,
    token,
    encoding: 'protobuf',
    connections: 4,
  });
  const deadline = Date.now() + COUNTED_WITHIN_MS;
  interface Health {
    runtime: { projector: { shards: { received: number }[] }; rollups: { pending_deltas?: number }[] };
  }
  for (;;) {
    const { runtime } = await must<Health>(baseUrl, 'GET /api/v1/apm/health', product.readToken);
    const received = runtime.projector.shards.reduce((sum, shard) => sum + shard.received, 0);
    if (received >= spans && runtime.rollups.every(({ pending_deltas: pending }) => pending === 0)) break;
    if (Date.now() > deadline) throw new Error(`${received} of ${spans} spans are counted`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { from, to };
}

interface Overview {
  red: Parameters<typeof expectedTiles>[0];
  trend: { red: { request_count: number } }[];
  meta: { range: { from: number; to: number } };
}
/** And calls of services. */
interface Services {
  items: { service: { name: string }; red: { request_count: number } }[];
}

/** What is shown is what the API answers to somebody else. */
async function figures(visit: Visit, { from, to }: { from: number; to: number }): Promise<void> {
  const query = `from=${from}&to=${to}`;
  const { baseUrl, readToken } = product;
  const overview = await must<Overview>(baseUrl, `GET /api/v1/apm/overview?${query}`, readToken);
  await visit.open(`/?${query}`, '.tiles');
  await tilesAre(visit, 'tiles are the API’s', overview);
  const rows = await visit.chartTable('Requests per second');
  const rates = overview.trend.map(({ red }) => red.request_count / 60);
  const wrong = rates.filter(
    (value, at) => Math.abs(exactNumber(rows[at]?.at(-1) ?? '') - value) > 0.006 * Math.max(1, value),
  );
  expectThat(
    'the table of a chart is the API’s',
    rows.length === rates.length && wrong.length === 0,
    `${wrong.length} of ${rates.length} differ`,
  );
  const services = await must<Services>(baseUrl, `GET /api/v1/apm/services?${query}&limit=50`, readToken);
  await visit.open(`/services?${query}`, '.table');
  const names = await visit.cells('service');
  expectThat(
    'services are the API’s, in its order',
    names.join() === services.items.map(({ service }) => service.name).join(),
    names.join(),
  );
  const counts = (await visit.cells('requests')).map(exactNumber);
  expectThat(
    'and their requests',
    counts.join() === services.items.map(({ red }) => red.request_count).join(),
    counts.join(),
  );
}

async function tilesAre(visit: Visit, what: string, { red, meta: { range } }: Omit<Overview, 'trend'>): Promise<void> {
  const shown = Object.fromEntries(
    Object.entries(await visit.tiles()).map(([name, text]) => [name, exactNumber(text)]),
  );
  expectNone(what, differences(shown, expectedTiles(red, (range.to - range.from) / 1e6)));
}

interface Transaction {
  transaction: { red: Overview['red'] };
  meta: Overview['meta'];
}

/** From its row in a table, whatever characters its name has. */
async function transactionFigures(visit: Visit, { from, to }: { from: number; to: number }): Promise<void> {
  const { baseUrl, readToken } = product;
  const query = `from=${from}&to=${to}&service=${encodeURIComponent(ODD_NAME)}`;
  const path = `GET /api/v1/apm/transactions/${encodeURIComponent(ODD_NAME)}?${query}`;
  const answer = await must<Transaction>(baseUrl, path, readToken);
  await visit.open(`/services/${encodeURIComponent(ODD_NAME)}?from=${from}&to=${to}`, '.tiles');
  await visit.page.click('[data-column=transaction] a');
  await visit.page.waitForURL(/\/transactions\//);
  // Loaded anew: the address alone says which one it is.
  await visit.page.reload();
  await visit.settled('.tiles');
  await tilesAre(visit, 'a transaction’s tiles are the API’s', { ...answer, red: answer.transaction.red });
  const heatmap = `GET /api/v1/apm/heatmap?${query}&transaction=${encodeURIComponent(ODD_NAME)}`;
  const { cells } = await must<{ cells: { request_count: number }[] }>(baseUrl, heatmap, readToken);
  await visit.settled('[data-chart="Durations of requests"] canvas');
  const shown = (await visit.chartTable('Durations of requests')).map((row) => exactNumber(row.at(-1)!));
  const counted = cells.map(({ request_count: requests }) => requests);
  expectThat('cells of its heatmap are the API’s', shown.join() === counted.join(), shown.join());
  const title = await visit.page.title();
  expectThat('and its name has every character', title.startsWith(`${ODD_NAME} ·`), title);
}

/** Who calls what, as a list. */
async function callFigures(visit: Visit, { from, to }: { from: number; to: number }): Promise<void> {
  const query = `from=${from}&to=${to}&sort=p95`;
  const path = `GET /api/v1/apm/dependencies?${query}&limit=50`;
  const { items } = await must<Services>(product.baseUrl, path, product.readToken);
  await visit.open(`/dependencies?${query}`, '.table');
  const [callers, requests] = [await visit.cells('caller'), await visit.cells('requests')];
  const shown = callers.map((caller, at) => `${caller} ${exactNumber(requests[at])}`);
  const answered = items.map(({ service, red }) => `${service.name} ${red.request_count}`);
  expectThat('calls are the API’s, in its order', shown.length > 0 && shown.join() === answered.join(), shown.join());
}

/** The address holds the state, and what is broken in it is said. */
async function states(visit: Visit, { from, to }: { from: number; to: number }): Promise<void> {
  const { page } = visit;
  await visit.open(`/services?from=${from}&to=${to}`, '.table');
  await page.click('th button:has-text("p95")');
  await page.waitForURL(/sort=p95/);
  await visit.settled('th[aria-sort=descending]:has-text("p95")');
  await page.goto('/services?sort=colour&range=never&direction=asc');
  await visit.settled('[data-problems="2"]');
  await picture(visit, 'broken-address');
  await page.goBack();
  await visit.settled('th[aria-sort=descending]:has-text("p95")');
  expectThat('Back keeps sorting and range', page.url().includes(`from=${from}`) && page.url().includes(`to=${to}`));
  await page.click('.trust');
  const words = await page.textContent('.trust-words');
  expectThat('trust is in words', /Complete to|may still come/.test(words!) && /Percentiles/.test(words!), words!);
  // What is opened stands outside of the page's parts while it is open.
  expectNone('and without a fault of accessibility', await visit.accessibilityFaults('region'));
  await page.keyboard.press('Escape');
  await picture(visit, 'trust');
  await page.goto('/?environment=staging');
  await visit.settled('.tiles');
  await page.click('.chip');
  await page.waitForURL((url) => !url.search.includes('environment'));
  expectThat('a filter is said, and can be taken away', (await page.locator('.chip').count()) === 0);
  const missing = await fetch(`${product.baseUrl}/api/v1/no-such-thing`, { headers: { accept: 'text/html' } });
  expectThat(
    'paths of the API keep their 404',
    missing.status === 404 && missing.headers.get('content-type') === 'application/json',
  );
}

/** Of a trace that is far longer than a screen, no more than what is seen is in the page. */
async function largeTrace(visit: Visit): Promise<void> {
  const { page } = visit;
  const { request, traceId } = longTrace(LARGE_SPANS, Date.now());
  const { baseUrl, intakeToken: token } = product;
  await sendAll([request], { baseUrl, token, encoding: 'protobuf', connections: 1 });
  interface Found {
    span_count: number;
  }
  const deadline = Date.now() + COUNTED_WITHIN_MS;
  for (;;) {
    const { status, text } = await call(baseUrl, 'GET', `/api/v1/traces/${traceId}`, product.readToken);
    if (status === 200 && (JSON.parse(text) as Found).span_count === LARGE_SPANS) break;
    if (Date.now() > deadline) throw new Error(`the large trace is not stored: ${status} ${text.slice(0, 200)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await visit.open(`/traces/${traceId}`, '.waterfall .row');
  const nodes = () => page.evaluate<number>(`document.querySelectorAll('*').length`);
  await page.focus('.waterfall .rows');
  await page.keyboard.press('End');
  await page.waitForSelector(`.row[aria-rowindex="${LARGE_SPANS}"][aria-selected=true]`);
  const most = await nodes();
  expectThat(`${LARGE_SPANS} spans, the last one by its key, with ${most} elements`, most <= MAX_ELEMENTS);
  await page.keyboard.press('Home');
  await page.waitForSelector('.row[aria-rowindex="1"][aria-selected=true]');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('.rows[aria-rowcount="1"]');
  expectThat('all below a span are folded away by its key', (await page.locator('.waterfall .row').count()) === 1);
  await picture(visit, 'large-trace');
}

/** Every screen in both themes; and in German and at other widths. Themes differ in colours alone. */
async function looks(visit: Visit, screens: readonly Screen[]): Promise<void> {
  const options: VisitOptions[] = values.small ? [{}] : [...WIDTHS.map((width) => ({ width })), { language: 'de' }];
  for (const option of options) {
    const { width = 1280, language = 'en' } = option;
    const other = await Visit.begin(browser, product.baseUrl, option);
    await other.withSession(visit);
    for (const { name, path, ready } of screens) {
      const look = `${name} ${width} ${language}`;
      await other.open(path, ready);
      await picture(other, `${name}-light-${width}-${language}`);
      expectNone(`${look}: accessible`, await other.accessibilityFaults());
      const wide = await other.page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      expectThat(`${look}: nothing beyond the edge`, !wide);
      await other.page.emulateMedia({ colorScheme: 'dark' });
      await picture(other, `${name}-dark-${width}-${language}`);
      expectNone(`${look}: readable in the dark`, await other.contrastFaults());
      await other.page.emulateMedia({ colorScheme: 'light' });
    }
    expectNone(`${width} ${language}: no complaint of the browser`, other.complaints);
    await other.end();
  }
}

async function endOfSession(visit: Visit): Promise<void> {
  const { page } = visit;
  await visit.open('/errors?range=6h', '.frame');
  const ended = await page.evaluate<number>(
    `fetch('/api/v1/auth/session', { method: 'DELETE' }).then(({ status }) => status)`,
  );
  await page.click('nav a[href^="/traces"]');
  await page.waitForURL(/\/signin\?next=/);
  expectThat(
    'a session that has ended leads to the sign-in, and back',
    ended === 204 && page.url().includes('traces'),
    page.url(),
  );
}

async function picture(visit: Visit, name: string): Promise<void> {
  if (values.pictures === undefined) return;
  mkdirSync(values.pictures, { recursive: true });
  await visit.page.screenshot({ path: join(values.pictures, `${name}.png`) });
}
