/** The ledger's days and the counts of queries as one list, newest day first. Pure. */
import {
  MAX_USAGE_ROWS,
  type LedgerDay,
  type QueryDay,
  type SignalUsage,
  type UsageDay,
} from '@spanwise/contracts/telemetry/usage';

export function mergedUsage(ledger: readonly LedgerDay[], queries: readonly QueryDay[]): UsageDay[] {
  const days = new Map<string, UsageDay>(ledger.map((day) => [keyOf(day), { ...day, queries: 0 }]));
  for (const count of queries) {
    const day = days.get(keyOf(count)) ?? withoutTelemetry(count);
    days.set(keyOf(count), { ...day, queries: count.queries });
  }
  const order = (a: UsageDay, b: UsageDay) =>
    a.day === b.day ? compare(a.organization_id, b.organization_id) : compare(b.day, a.day);
  return [...days.values()].toSorted(order).slice(0, MAX_USAGE_ROWS);
}

const keyOf = ({ day, organization_id: id }: Pick<UsageDay, 'day' | 'organization_id'>): string => `${day} ${id}`;
const compare = (a: string, b: string): number => (a < b ? -1 : 1);

function withoutTelemetry({ organization_id, day }: QueryDay): Omit<UsageDay, 'queries'> {
  const nothing = (): SignalUsage => ({ bytes: 0, received: 0, counted: 0 });
  return { organization_id, day, bytes: 0, traces: nothing(), logs: nothing(), metrics: nothing() };
}
