import type { Pool, PoolClient } from 'pg';
import { SLICE_SIGNALS, type SliceSignal } from '@spanwise/contracts/log/log-message';
import {
  DAY_MICROS,
  dayText,
  MAX_USAGE_ROWS,
  type DayRange,
  type LedgerDay,
  type SignalUsage,
} from '@spanwise/contracts/telemetry/usage';

interface UsageRow {
  organization_id: string;
  day: number;
  signal: number;
  bytes: string;
  received: string;
  counted: string;
}

/** `organizationId` undefined: of every organization. */
export async function readUsage(
  client: Pool | PoolClient,
  { from, to }: DayRange,
  organizationId?: string,
): Promise<LedgerDay[]> {
  const { rows } = await client.query<UsageRow>(
    `select organization_id, day, signal, sum(bytes) as bytes, sum(received) as received, sum(counted) as counted
       from (select organization_id, (logged_at_micros / $1)::int as day, signal, bytes, received, counted from ledger
              where logged_at_micros >= $2::bigint * $1 and logged_at_micros < ($3::bigint + 1) * $1
                and ($4::uuid is null or organization_id = $4)
             union all
             select organization_id, day, signal, bytes, received, counted from ledger_days
              where day >= $2 and day <= $3 and ($4::uuid is null or organization_id = $4)) as entries
      group by 1, 2, 3 order by 2 desc, 1, 3 limit $5`,
    [DAY_MICROS, from, to, organizationId ?? null, MAX_USAGE_ROWS],
  );
  const days = new Map<string, LedgerDay>();
  for (const row of rows) {
    const key = `${row.day} ${row.organization_id}`;
    const day = days.get(key) ?? emptyDay(row);
    const usage = { bytes: Number(row.bytes), received: Number(row.received), counted: Number(row.counted) };
    day[SLICE_SIGNALS[row.signal]!] = usage;
    day.bytes += usage.bytes;
    days.set(key, day);
  }
  return [...days.values()];
}

const emptyDay = ({ organization_id: id, day }: UsageRow): LedgerDay => {
  const nothing = (): SignalUsage => ({ bytes: 0, received: 0, counted: 0 });
  const signals: Record<SliceSignal, SignalUsage> = { traces: nothing(), logs: nothing(), metrics: nothing() };
  return { organization_id: id, day: dayText(day), bytes: 0, ...signals };
};
