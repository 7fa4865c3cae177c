import type { Pool } from 'pg';

export interface LedgerTotals {
  received: number;
  counted: number;
  duplicate: number;
  late: number;
  dead: number;
}

/** Sums of a shard since it exists: the rows by message and the days that older ones were folded into. */
export async function ledgerTotals(pool: Pool, shard: number): Promise<{ spans: LedgerTotals; records: LedgerTotals }> {
  const { rows } = await pool.query<Record<keyof LedgerTotals, string> & { spans: boolean }>(
    `select signal = 0 as spans, sum(received) as received, sum(counted) as counted,
            sum(duplicate) as duplicate, sum(late) as late, sum(dead) as dead
       from (select signal, received, counted, duplicate, late, dead from ledger where shard = $1
             union all select signal, received, counted, duplicate, late, dead from ledger_days where shard = $1) as entries
      group by 1`,
    [shard],
  );
  const totals = (spans: boolean): LedgerTotals => {
    const row = rows.find((one) => one.spans === spans);
    const sum = (member: keyof LedgerTotals) => Number(row?.[member] ?? 0);
    return {
      received: sum('received'),
      counted: sum('counted'),
      duplicate: sum('duplicate'),
      late: sum('late'),
      dead: sum('dead'),
    };
  };
  return { spans: totals(true), records: totals(false) };
}

export const imbalanceOf = (totals: LedgerTotals): number =>
  totals.received - totals.counted - totals.duplicate - totals.late - totals.dead;

export async function openDeadLetters(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: string }>("select count(*) as open from dead_letters where state = 'open'");
  return Number(rows[0]!.open);
}

export async function outboxRows(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ rows: string }>('select count(*) as rows from outbox');
  return Number(rows[0]!.rows);
}
