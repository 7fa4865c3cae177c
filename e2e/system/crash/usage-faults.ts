/** Whether what an organization is told that it has used is what the ledger has, to the byte. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../harness/product.js';
import { query } from './log-view.js';

const ATTEMPTS = 20;
const RETRY_MS = 500;
const SIGNALS = ['traces', 'logs', 'metrics'] as const;
type Signal = (typeof SIGNALS)[number];

interface Amount {
  bytes: number;
  received: number;
  counted: number;
}

export type UsageDay = { organization_id: string; day: string; bytes: number } & Record<Signal, Amount>;

/** What the ledger has of an organization, a day and a signal; a row for each. */
export interface LedgerSum extends Amount {
  organization_id: string;
  day: string;
  signal: number;
}

/** Asks the product as its platform does, and PostgreSQL behind its back. `takenBytes` were acknowledged. */
export async function usageFaults(product: Product, takenBytes: number): Promise<string[]> {
  const system = await systemToken(product);
  for (let attempt = 1; ; attempt++) {
    const before = await readLedger(product);
    const usage = await get<UsageDay[]>(product, '/api/v1/billing/usage', system);
    const after = await readLedger(product);
    // What came in between the two looks is no difference.
    const stoodStill = JSON.stringify(before) === JSON.stringify(after);
    if (stoodStill || attempt === ATTEMPTS) return [...differences(usage, after), ...shortfall(usage, takenBytes)];
    await sleep(RETRY_MS);
  }
}

async function readLedger(product: Product): Promise<LedgerSum[]> {
  const rows = await query<Record<keyof LedgerSum, string>>(
    product,
    `select organization_id, to_char(to_timestamp(0) at time zone 'UTC' + day * interval '1 day', 'YYYY-MM-DD') as day, signal,
            sum(bytes) as bytes, sum(received) as received, sum(counted) as counted
       from (select organization_id, logged_at_micros / 86400000000 as day, signal, bytes, received, counted from projector.ledger
             union all select organization_id, day, signal, bytes, received, counted from projector.ledger_days) as entries
      group by 1, 2, 3 order by 1, 2, 3`,
  );
  return rows.map(({ organization_id, day, signal, bytes, received, counted }) => ({
    organization_id,
    day,
    signal: Number(signal),
    bytes: Number(bytes),
    received: Number(received),
    counted: Number(counted),
  }));
}

/** Pure. */
export function differences(usage: readonly UsageDay[], ledger: readonly LedgerSum[]): string[] {
  const told = new Map<string, Amount>();
  const faults: string[] = [];
  for (const day of usage) {
    for (const signal of SIGNALS) told.set(`${day.organization_id} ${day.day} ${signal}`, day[signal]);
    const sum = SIGNALS.reduce((bytes, signal) => bytes + day[signal].bytes, 0);
    if (sum !== day.bytes) faults.push(`the usage of ${day.day} says ${day.bytes} bytes and its signals ${sum}`);
  }
  for (const { organization_id: id, day, signal, bytes, received, counted } of ledger) {
    const key = `${id} ${day} ${SIGNALS[signal]}`;
    const [has, says] = [textOf({ bytes, received, counted }), textOf(told.get(key))];
    if (has !== says) faults.push(`${key}: the ledger has ${has} and the usage says ${says}`);
    told.delete(key);
  }
  for (const [key, amount] of told) {
    if (amount.received > 0 || amount.bytes > 0) faults.push(`${key}: the usage says what is not in the ledger`);
  }
  return faults;
}

const textOf = (amount: Amount | undefined): string =>
  amount === undefined ? 'nothing' : `${amount.bytes} bytes, ${amount.received} received, ${amount.counted} counted`;

/** Pure. What was acknowledged has been used; what was not may have been. */
export function shortfall(usage: readonly UsageDay[], takenBytes: number): string[] {
  const used = usage.reduce((bytes, day) => bytes + day.traces.bytes, 0);
  return used >= takenBytes ? [] : [`${takenBytes} bytes were acknowledged and the usage says ${used}`];
}

async function systemToken(product: Product): Promise<string> {
  const owner = await product.ownerToken();
  const [{ id }] = await query<{ id: string }>(product, 'select id from iam.organizations where system');
  return (await get<{ token: string }>(product, `/api/v1/orgs/${id}/select`, owner, 'POST')).token;
}

async function get<T>(product: Product, path: string, token: string, method = 'GET'): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${product.baseUrl}${path}`, { method, headers, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
