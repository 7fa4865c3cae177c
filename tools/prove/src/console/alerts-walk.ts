/** A person in front of what fires: takes an incident over, writes, silences a service, switches a rule off. */
import { must } from '../isolation/http.js';
import type { Access } from '../product.js';
import type { Screen } from './screens.js';
import type { Visit } from './visit.js';

/** A step is judged a minute or two after what it is about. */
const WAIT_MS = 300_000;
const POLL_MS = 500;
const RULE = 'Any request of a service';
const SILENCED = 'Upgrade of the proof';

interface Incident {
  id: string;
  status: string;
  rule_id?: string;
  resolved_reason?: string;
}
interface Mute {
  name: string;
  enabled: boolean;
  matchers: { label: string; value: string }[];
}
interface Rule {
  id: string;
  enabled: boolean;
  version: number;
}

export interface Watched {
  ruleId: string;
  service: string;
}

type Expect = (what: string, holds: boolean, otherwise?: string) => void;

interface Services {
  items: { service: { name: string } }[];
}

/** A rule that every request of the first service breaches; it is made by the session of the browser. */
export async function watchService(
  { page }: Visit,
  { baseUrl, readToken }: Access,
  { from, to }: { from: number; to: number },
): Promise<Watched> {
  const path = `GET /api/v1/apm/services?from=${from}&to=${to}&limit=1`;
  const service = (await must<Services>(baseUrl, path, readToken)).items[0].service.name;
  const rule = {
    name: RULE,
    query: {
      language: 'condition',
      statement: RULE,
      period_secs: 600,
      stream: { name: 'default', stream_type: 'traces' },
    },
    condition: { type: 'red', of: 'service', figure: 'count', filters: { service }, group_by: ['service'] },
    trigger: { operator: 'gte', threshold: 1, for_periods: 1 },
    thresholds: [{ severity: 'critical', operator: 'gte', threshold: 1, for_periods: 1 }],
    evaluation: { settle_secs: 0, new_series_grace_steps: 0, keep_firing_steps: 1_440 },
  };
  const made = await page.evaluate<{ status: number; text: string }>(
    `fetch('/api/v1/alerts/rules', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(rule))} })
      .then(async (response) => ({ status: response.status, text: await response.text() }))`,
  );
  if (made.status >= 300) throw new Error(`the rule was refused: ${made.status} ${made.text.slice(0, 500)}`);
  return { ruleId: (JSON.parse(made.text) as Rule).id, service };
}

/** Asks until it holds; throws in the end. */
async function until<T>(what: string, ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(answer).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Returns the screens of what was walked through. */
export async function walkAlerts(
  visit: Visit,
  access: Access,
  watched: Watched,
  expectThat: Expect,
): Promise<Screen[]> {
  const ask = <T>(path: string) => must<T>(access.baseUrl, `GET /api/v1/alerts/${path}`, access.readToken);
  const incidents = await until(
    'the rule has not fired',
    () => ask<Incident[]>('incidents'),
    (all) => all.some(({ rule_id: rule }) => rule === watched.ruleId),
  );
  const { id } = incidents.find(({ rule_id: rule }) => rule === watched.ruleId)!;
  await takesOver(visit, id, ask, expectThat);
  await silences(visit, watched, ask, expectThat);
  await switchesOff(visit, watched, id, ask, expectThat);
  return [
    { name: 'incident', path: `/alerts/${id}`, ready: '.timeline li' },
    { name: 'rule', path: `/alerts/rules/${watched.ruleId}`, ready: '[data-column=version]' },
  ];
}

type Ask = <T>(path: string) => Promise<T>;

async function takesOver(visit: Visit, id: string, ask: Ask, expectThat: Expect): Promise<void> {
  const { page } = visit;
  await visit.open('/alerts', '.table');
  await page.locator(`a[href^="/alerts/${id}"]`).press('Enter');
  await visit.settled('.timeline [data-entry=opened]');
  expectThat('an incident is opened from the list', (await page.textContent('h1'))!.includes(RULE));
  await page.locator('button:has-text("Take over")').press('Enter');
  await page.waitForSelector('[data-status=acknowledged]');
  await page.waitForSelector('.timeline [data-entry=acknowledged]');
  const taken = await ask<Incident>(`incidents/${id}`);
  const entries = await ask<{ kind: string }[]>(`incidents/${id}/timeline`);
  expectThat(
    'it is taken over by a key, as the API says too',
    taken.status === 'acknowledged' && entries.some(({ kind }) => kind === 'acknowledged'),
    JSON.stringify(taken).slice(0, 300),
  );
  await page.fill('input[aria-label=Comment]', 'It is the proof');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.timeline blockquote:has-text("It is the proof")');
  expectThat('and what is written stands in its timeline', (await page.inputValue('input[aria-label=Comment]')) === '');
  await page.route('**/resolve', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }));
  await page.click('button:has-text("End it")');
  await page.waitForSelector('[role=alert]');
  await page.waitForSelector('[data-status=acknowledged]');
  expectThat(
    'what is refused is said, and shown as it was',
    (await page.textContent('[role=alert]'))!.includes('may not'),
  );
  await page.unroute('**/resolve');
}

const noFaults = (faults: readonly string[]): [boolean, string] => [faults.length === 0, faults.join('; ')];

async function silences(visit: Visit, { service }: Watched, ask: Ask, expectThat: Expect): Promise<void> {
  const { page } = visit;
  await visit.open('/alerts/silences', '.table, .empty');
  await page.click('button:has-text("New silence")');
  await page.waitForSelector('form input[name=reason]');
  expectThat('the form has no fault of accessibility', ...noFaults(await visit.accessibilityFaults()));
  await page.fill('input[name=reason]', SILENCED);
  await page.fill('fieldset input[aria-label=Value]', service);
  await page.click('form button[type=submit]');
  await page.waitForSelector(`[data-column=reason]:has-text("${SILENCED}")`);
  expectThat('nor has the list', ...noFaults(await visit.accessibilityFaults()));
  const listed = async () => (await ask<Mute[]>('mutes')).find(({ name }) => name === SILENCED);
  const made = await listed();
  const [matcher] = made?.matchers ?? [];
  expectThat(
    'a silence is made by the form',
    made?.enabled === true && matcher?.label === 'service' && matcher.value === service,
    JSON.stringify(made),
  );
  await page.locator(`button[aria-label="End the silence ${SILENCED}"]`).press('Enter');
  await until('the silence has not ended', listed, (mute) => mute?.enabled === false);
  await page.waitForSelector('[data-column=state]:has-text("ended")');
  expectThat('and ended', (await page.locator('[data-column=end] button').count()) === 0);
}

async function switchesOff(
  visit: Visit,
  { ruleId }: Watched,
  incidentId: string,
  ask: Ask,
  expectThat: Expect,
): Promise<void> {
  const { page } = visit;
  await visit.open('/alerts/rules', '.table');
  await page.locator('tr', { hasText: RULE }).locator('.switch').click();
  const rule = await until(
    'the rule is still on',
    () => ask<Rule>(`rules/${ruleId}`),
    ({ enabled }) => !enabled,
  );
  const over = await ask<Incident>(`incidents/${incidentId}`);
  expectThat(
    'a rule is switched off, stays the same version, and its incident ends',
    rule.version === 1 && over.resolved_reason === 'rule_disabled',
    JSON.stringify([rule.version, over.resolved_reason]),
  );
  await visit.open(`/alerts/${incidentId}`, '.timeline [data-entry=resolved]');
  expectThat('which it says', (await page.textContent('.facts'))!.includes('switched off'));
}
