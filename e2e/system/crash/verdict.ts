/** Whether the figures are exact and the ledger balances, after everything has settled. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.js';
import type { Filler } from './filler.js';
import { committedPosition, LogView, query } from './log-view.js';
import type { Outcome } from './scene.js';
import { storedFaults } from './stored-rows.js';
import { usageFaults } from './usage-faults.js';
import type { Workload } from './workload.js';

const SETTLE_MS = 300_000;
/** Messages of the log that may be on their way: idle shards write one every few seconds. */
const NEWEST_MESSAGES = 3;
/** The figures stand still for this long before they are judged: what comes late must be seen. */
const QUIET_MS = 4_000;
const MINUTE_MICROS = 60_000_000;
/** Reason of a gap of spans that were acknowledged and then lost with the log. */
const LOST = 'flush_failed';

interface Red {
  request_count: number;
  error_count: number;
}

interface Overview {
  red: Red;
  meta: { data_quality: { gaps: { reason: string }[] } };
}

interface ServiceItem {
  service: { name: string };
  red: Red;
}

export interface Ledger {
  received: number;
  counted: number;
  duplicate: number;
  late: number;
  dead: number;
}

export interface Verdict {
  faults: string[];
  ledger: Ledger;
  /** Spans missing from the figures; more than 0 only where the faults allow it and a gap says so. */
  lost: number;
  /** Gaps that the product shows for the time of the run, such as `flush_failed`. */
  gaps: string[];
}

export interface Expectation {
  workload: Workload;
  namespace: string;
  filler: Pick<Filler, 'namespace' | 'spans'>;
  outcome: Outcome;
  startMicros: number;
  /** Bytes of the requests that were acknowledged, as they were sent. */
  takenBytes: number;
}

export async function judge(product: Product, expectation: Expectation): Promise<Verdict> {
  const { workload, namespace, filler, outcome } = expectation;
  const spans = workload.units.length;
  await settle(product, namespace, spans, outcome.lostAtMost);
  const faults = [...outcome.wrong];
  const minutes = [...new Set([...workload.expected.keys()].flatMap((key) => key.split('|')[1] ?? []))].map(Number);
  const from = Math.min(...minutes);
  const to = Math.max(...minutes) + MINUTE_MICROS;
  const whole = await services(product, namespace, from, to);
  const lossy = outcome.lostAtMost > 0;
  compare(faults, workload, '', whole, lossy);
  for (const minute of minutes) {
    const items = await services(product, namespace, minute, minute + MINUTE_MICROS);
    compare(faults, workload, `|${minute}`, items, lossy);
  }
  const hours = await services(product, namespace, from, to, 'hour');
  compare(faults, workload, '', hours, lossy);
  const filled = (await overviewCount(product, filler.namespace)) ?? 0;
  const shown = whole.reduce((sum, item) => sum + item.red.request_count, 0) + filled;
  const lost = spans + filler.spans - shown;
  if (filled > filler.spans) faults.push(`${filled} of ${filler.spans} filling spans were counted`);
  if (lost > outcome.lostAtMost)
    faults.push(`${lost} spans are missing, and the faults explain ${outcome.lostAtMost} at most`);
  const gaps = await gapReasons(product, expectation.startMicros);
  if (outcome.gap !== gaps.includes(LOST))
    faults.push(outcome.gap ? 'what was lost is not shown as a gap' : 'a gap is shown although nothing was lost');
  const ledger = await readLedger(product);
  if (ledger.received !== ledger.counted + ledger.duplicate + ledger.late + ledger.dead)
    faults.push('the ledger does not balance');
  if (ledger.counted !== shown) faults.push(`the ledger counted ${ledger.counted} spans and the figures ${shown}`);
  if (ledger.late + ledger.dead > 0) faults.push(`the ledger has ${ledger.late} late and ${ledger.dead} dead spans`);
  const counted = whole.reduce((sum, item) => sum + item.red.request_count, 0);
  faults.push(...(await storedFaults(product, namespace, counted)));
  // What was lost with a part of the log is in no ledger either.
  faults.push(...(await usageFaults(product, lossy ? 0 : expectation.takenBytes)));
  return { faults, ledger, lost, gaps };
}

/** Every figure as it must be; where spans may be lost, none above that. */
function compare(faults: string[], workload: Workload, suffix: string, items: ServiceItem[], lossy: boolean): void {
  const seen = new Map(items.filter((item) => item.red.request_count > 0).map((item) => [item.service.name, item.red]));
  for (const [key, expected] of workload.expected) {
    if (suffix === '' ? key.includes('|') : !key.endsWith(suffix)) continue;
    const service = key.split('|')[0];
    const requests = seen.get(service)?.request_count ?? 0;
    const errors = seen.get(service)?.error_count ?? 0;
    const right = lossy
      ? requests <= expected.requests && errors <= expected.errors
      : requests === expected.requests && errors === expected.errors;
    if (right) continue;
    faults.push(
      `${key}: expected ${expected.requests} requests and ${expected.errors} errors, got ${requests} and ${errors}`,
    );
  }
}

/** A figure that stands still proves nothing while the projector starts again: what is in the log has to be read first. */
async function settle(product: Product, namespace: string, spans: number, lostAtMost: number): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  let last = -1;
  let quietSinceMs = performance.now();
  const log = await LogView.open(product);
  try {
    while (performance.now() < deadline) {
      const total = await overviewCount(product, namespace);
      if (total !== last || !(await hasReadAll(product, log))) {
        last = total ?? -1;
        quietSinceMs = performance.now();
      }
      const quietMs = performance.now() - quietSinceMs;
      // Short of the expectation it may still be catching up; at or over it a moment of quiet is enough.
      if (last >= spans && quietMs > QUIET_MS) return;
      if (last >= spans - lostAtMost && quietMs > 2 * QUIET_MS) return;
      if (last >= 0 && quietMs > 30_000) return;
      await sleep(300);
    }
  } finally {
    await log.close();
  }
}

async function hasReadAll(product: Product, log: LogView): Promise<boolean> {
  const health = await fetch(`${product.baseUrl}/api/v1/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  if (health === undefined || !(health.ok || (await isHeld(health)))) return false;
  const state = await log.state().catch(() => undefined);
  return state !== undefined && (await committedPosition(product)).seq >= state.lastSeq - NEWEST_MESSAGES;
}

/** After a restore nothing is deleted; all else goes on. */
async function isHeld(health: Response): Promise<boolean> {
  const { subsystems } = (await health.json()) as { subsystems: Record<string, { up: boolean; reason?: string }> };
  const down = Object.values(subsystems).filter(({ up }) => !up);
  return down.every(({ reason }) => reason === 'deletion of files is held');
}

/** Reasons of the gaps between the start of the run and now. */
async function gapReasons(product: Product, startMicros: number): Promise<string[]> {
  const from = Math.floor(startMicros / MINUTE_MICROS) * MINUTE_MICROS;
  const to = (Math.floor(Date.now() / 60_000) + 1) * MINUTE_MICROS;
  const answer = await get<Overview>(product, `/api/v1/apm/overview?from=${from}&to=${to}&resolution=minute`);
  if (answer === undefined) throw new Error('the product does not show its gaps');
  return answer.meta.data_quality.gaps.map((gap) => gap.reason);
}

async function get<T>(product: Product, path: string): Promise<T | undefined> {
  const response = await fetch(`${product.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${product.readToken}` },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as T) : undefined;
}

const overviewCount = async (product: Product, namespace: string): Promise<number | undefined> =>
  (await get<Overview>(product, `/api/v1/apm/overview?namespace=${namespace}&resolution=hour`))?.red.request_count;

async function services(
  product: Product,
  namespace: string,
  from: number,
  to: number,
  resolution = 'minute',
): Promise<ServiceItem[]> {
  const path = `/api/v1/apm/services?namespace=${namespace}&from=${from}&to=${to}&resolution=${resolution}&limit=200`;
  for (let attempt = 1; ; attempt++) {
    const page = await get<{ items: ServiceItem[] }>(product, path);
    if (page !== undefined) return page.items;
    if (attempt === 20) throw new Error('the product does not answer after the last kill');
    await sleep(500);
  }
}

async function readLedger(product: Product): Promise<Ledger> {
  const [row] = await query<Record<keyof Ledger, string>>(
    product,
    `select sum(received) as received, sum(counted) as counted, sum(duplicate) as duplicate, sum(late) as late, sum(dead) as dead
       from projector.ledger where signal = 0`,
  );
  const entries = Object.entries(row).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(entries);
}
