import type { Pool, PoolClient } from 'pg';
import { invalidArgument } from '@spanwise/contracts/errors';
import { SLICE_SIGNALS, type SliceSignal } from '@spanwise/contracts/log-message';
import { DAY_MICROS, dayText, type SignalUsage, type UsageDay, type UsageQuery } from '@spanwise/contracts/usage';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
/** Of the platform's view, which has a row for every organization. */
const MAX_ROWS = 50_000;
const DAY_MS = 86_400_000;

export interface DayRange {
  from: number;
  to: number;
}

/** Days since the epoch. Throws `invalid_argument` for what is no day, no range or too long a one. */
export function dayRange({ from, to }: UsageQuery, nowMs: number): DayRange {
  const last = to === undefined ? Math.floor(nowMs / DAY_MS) : dayNumber(to, 'to');
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayNumber(from, 'from');
  if (first > last) throw invalidArgument('The day from must not lie behind the day to.');
  if (last - first >= MAX_DAYS) throw invalidArgument(`A request covers at most ${MAX_DAYS} days.`);
  return { from: first, to: last };
}

function dayNumber(text: string, field: string): number {
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  if (!Number.isInteger(day) || dayText(day) !== text) {
    throw invalidArgument('There is no such day.', [{ field, reason: 'is no day of the calendar' }]);
  }
  return day;
}

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
): Promise<UsageDay[]> {
  const { rows } = await client.query<UsageRow>(
    `select organization_id, day, signal, sum(bytes) as bytes, sum(received) as received, sum(counted) as counted
       from (select organization_id, (logged_at_micros / $1)::int as day, signal, bytes, received, counted from ledger
              where logged_at_micros >= $2::bigint * $1 and logged_at_micros < ($3::bigint + 1) * $1
                and ($4::uuid is null or organization_id = $4)
             union all
             select organization_id, day, signal, bytes, received, counted from ledger_days
              where day >= $2 and day <= $3 and ($4::uuid is null or organization_id = $4)) as entries
      group by 1, 2, 3 order by 2 desc, 1, 3 limit $5`,
    [DAY_MICROS, from, to, organizationId ?? null, MAX_ROWS],
  );
  const days = new Map<string, UsageDay>();
  for (const row of rows) {
    const key = `${row.day} ${row.organization_id}`;
    const day = days.get(key) ?? emptyDay(row);
    const usage = { bytes: Number(row.bytes), received: Number(row.received), counted: Number(row.counted) };
    day[SLICE_SIGNALS[row.signal]] = usage;
    day.bytes += usage.bytes;
    days.set(key, day);
  }
  return [...days.values()];
}

const emptyDay = ({ organization_id: id, day }: UsageRow): UsageDay => {
  const nothing = (): SignalUsage => ({ bytes: 0, received: 0, counted: 0 });
  const signals: Record<SliceSignal, SignalUsage> = { traces: nothing(), logs: nothing(), metrics: nothing() };
  return { organization_id: id, day: dayText(day), bytes: 0, ...signals };
};
