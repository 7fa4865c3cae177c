import type { Pool } from 'pg';

export interface LedgerTotals {
  received: number;
  counted: number;
  duplicate: number;
  late: number;
  dead: number;
}

/** Sums of a shard since it exists: the rows by message and the days that older ones were folded into. */
export async function ledgerTotals(pool: Pool, shard: number): Promise<LedgerTotals> {
  const { rows } = await pool.query<Record<keyof LedgerTotals, string>>(
    `select coalesce(sum(received), 0) as received, coalesce(sum(counted), 0) as counted,
            coalesce(sum(duplicate), 0) as duplicate, coalesce(sum(late), 0) as late, coalesce(sum(dead), 0) as dead
       from (select received, counted, duplicate, late, dead from ledger where shard = $1
             union all select received, counted, duplicate, late, dead from ledger_days where shard = $1) as entries`,
    [shard],
  );
  const [row] = rows;
  return {
    received: Number(row.received),
    counted: Number(row.counted),
    duplicate: Number(row.duplicate),
    late: Number(row.late),
    dead: Number(row.dead),
  };
}

export const imbalanceOf = (totals: LedgerTotals): number =>
  totals.received - totals.counted - totals.duplicate - totals.late - totals.dead;

export async function openDeadLetters(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ open: string }>("select count(*) as open from dead_letters where state = 'open'");
  return Number(rows[0].open);
}

export async function outboxRows(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ rows: string }>('select count(*) as rows from outbox');
  return Number(rows[0].rows);
}
