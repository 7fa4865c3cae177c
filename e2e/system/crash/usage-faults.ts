/** Whether the usage that an organization is shown is what the ledger has, to the byte. */
import { expect } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import type { Product } from '../harness/product.js';
import { query } from './log-view.js';

const SIGNALS = ['traces', 'logs', 'metrics'] as const;

interface Amount {
  bytes: number;
  received: number;
  counted: number;
}

type UsageDay = { organization_id: string; day: string; bytes: number } & Record<(typeof SIGNALS)[number], Amount>;

/** Asks the product as its platform does, and PostgreSQL behind its back. `takenBytes` were acknowledged. */
export async function usageFaults(product: Product, takenBytes: number): Promise<string[]> {
  const token = await systemToken(product);
  const same = async () => {
    const usage = await get<UsageDay[]>(product, '/api/v1/billing/usage', token);
    // What comes in between the two looks is no difference: they are repeated.
    expect(amountsOf(usage)).toEqual(await ledgerAmounts(product));
    return usage;
  };
  try {
    const usage = await eventually(same);
    const used = usage.reduce((bytes, day) => bytes + day.traces.bytes, 0);
    const unequal = usage.filter(
      ({ bytes, ...day }) => bytes !== SIGNALS.reduce((sum, one) => sum + day[one].bytes, 0),
    );
    return [
      ...(used < takenBytes ? [`${takenBytes} bytes were acknowledged and the usage says ${used}`] : []),
      ...unequal.map(({ day }) => `the usage of ${day} is not the sum of its signals`),
    ];
  } catch (error) {
    return [`the usage is not what the ledger has: ${(error as Error).message}`];
  }
}

/** One text for each organization, day and signal that has something. */
function amountsOf(usage: readonly UsageDay[]): string[] {
  const amounts = usage.flatMap(({ organization_id: id, day, ...of }) =>
    SIGNALS.map((signal) => ({ key: `${id} ${day} ${signal}`, ...of[signal] })),
  );
  return textsOf(amounts);
}

async function ledgerAmounts(product: Product): Promise<string[]> {
  const rows = await query<Amount & { id: string; day: string; signal: number }>(
    product,
    `select organization_id as id, to_char(to_timestamp(0) at time zone 'UTC' + day * interval '1 day', 'YYYY-MM-DD') as day,
            signal::int, sum(bytes)::float8 as bytes, sum(received)::float8 as received, sum(counted)::float8 as counted
       from (select organization_id, logged_at_micros / 86400000000 as day, signal, bytes, received, counted from projector.ledger
             union all select organization_id, day, signal, bytes, received, counted from projector.ledger_days) as entries
      group by 1, 2, 3`,
  );
  return textsOf(rows.map(({ id, day, signal, ...amount }) => ({ key: `${id} ${day} ${SIGNALS[signal]}`, ...amount })));
}

const textsOf = (amounts: (Amount & { key: string })[]): string[] =>
  amounts
    .filter(({ bytes, received }) => bytes > 0 || received > 0)
    .map(({ key, bytes, received, counted }) => `${key}: ${bytes} bytes, ${received} received, ${counted} counted`)
    .toSorted();

async function systemToken(product: Product): Promise<string> {
  const owner = await product.ownerToken();
  const { id } = (await query<{ id: string }>(product, 'select id from iam.organizations where system'))[0]!;
  return (await get<{ token: string }>(product, `/api/v1/orgs/${id}/select`, owner, 'POST')).token;
}

async function get<T>(product: Product, path: string, token: string, method = 'GET'): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${product.baseUrl}${path}`, { method, headers, signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
