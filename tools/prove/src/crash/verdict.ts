/** Whether the figures are exact and the ledger balances, after everything has settled. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Product } from '../product.js';
import type { Workload } from './workload.js';

const SETTLE_MS = 120_000;
/** The figures stand still for this long before they are judged: what comes late must be seen. */
const QUIET_MS = 4_000;
const MINUTE_MICROS = 60_000_000;

interface Red {
  request_count: number;
  error_count: number;
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
}

export async function judge(product: Product, workload: Workload, namespace: string): Promise<Verdict> {
  const spans = workload.units.length;
  await settle(product, namespace, spans);
  const faults: string[] = [];
  const minutes = [...new Set([...workload.expected.keys()].flatMap((key) => key.split('|')[1] ?? []))].map(Number);
  const from = Math.min(...minutes);
  const to = Math.max(...minutes) + MINUTE_MICROS;
  compare(faults, workload, '', await services(product, namespace, from, to));
  for (const minute of minutes) {
    compare(faults, workload, `|${minute}`, await services(product, namespace, minute, minute + MINUTE_MICROS));
  }
  const hours = await services(product, namespace, from, to, 'hour');
  compare(faults, workload, '', hours);
  const ledger = await readLedger(product);
  if (ledger.received !== ledger.counted + ledger.duplicate + ledger.late + ledger.dead)
    faults.push('the ledger does not balance');
  if (ledger.counted !== spans) faults.push(`the ledger counted ${ledger.counted} spans of ${spans}`);
  if (ledger.late + ledger.dead > 0) faults.push(`the ledger has ${ledger.late} late and ${ledger.dead} dead spans`);
  return { faults, ledger };
}

function compare(faults: string[], workload: Workload, suffix: string, items: ServiceItem[]): void {
  const seen = new Map(items.filter((item) => item.red.request_count > 0).map((item) => [item.service.name, item.red]));
  for (const [key, expected] of workload.expected) {
    if (suffix === '' ? key.includes('|') : !key.endsWith(suffix)) continue;
    const service = key.split('|')[0];
    const red = seen.get(service);
    if (red?.request_count === expected.requests && red.error_count === expected.errors) continue;
    faults.push(
      `${key}: expected ${expected.requests} requests and ${expected.errors} errors, got ${red?.request_count ?? 0} and ${red?.error_count ?? 0}`,
    );
  }
}

async function settle(product: Product, namespace: string, spans: number): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  let last = -1;
  let quietSinceMs = performance.now();
  while (performance.now() < deadline) {
    const total = await overviewCount(product, namespace);
    if (total !== last) {
      last = total ?? -1;
      quietSinceMs = performance.now();
    }
    const quietMs = performance.now() - quietSinceMs;
    // Short of the expectation it may still be catching up; at or over it a moment of quiet is enough.
    if (last >= spans && quietMs > QUIET_MS) return;
    if (last >= 0 && quietMs > 30_000) return;
    await sleep(300);
  }
}

async function get<T>(product: Product, path: string): Promise<T | undefined> {
  const response = await fetch(`${product.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${product.readToken}` },
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as T) : undefined;
}

const overviewCount = async (product: Product, namespace: string): Promise<number | undefined> =>
  (await get<{ red: Red }>(product, `/api/v1/apm/overview?namespace=${namespace}&resolution=hour`))?.red.request_count;

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
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<keyof Ledger, string>>(
      `select sum(received) as received, sum(counted) as counted, sum(duplicate) as duplicate, sum(late) as late, sum(dead) as dead
         from projector.ledger`,
    );
    return Object.fromEntries(
      Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]),
    ) as unknown as Ledger;
  } finally {
    await client.end();
  }
}
