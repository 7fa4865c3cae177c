/** Which partitions of the rollups exist: made ahead, dropped by retention. Pure arithmetic apart from the statements. */
import type { Pool } from 'pg';
import { HOUR_MS } from '@spanwise/span-model/time-units';

export interface RollupTable {
  name: 'rollup_minutes' | 'rollup_hours';
  /** Milliseconds of one bucket. */
  bucketMs: number;
  /** Buckets of one partition. */
  width: number;
  /** Rows outlive their retention by this much (APM-20). */
  slackMs: number;
}

export const ROLLUP_TABLES: readonly RollupTable[] = [
  { name: 'rollup_minutes', bucketMs: 60_000, width: 240, slackMs: 2 * HOUR_MS },
  { name: 'rollup_hours', bucketMs: HOUR_MS, width: 24, slackMs: 24 * HOUR_MS },
];

/** Partitions are made this far ahead of the clock. */
const AHEAD_MS = 24 * HOUR_MS;

/** First buckets of the partitions that must exist at `nowMs`. */
export function wantedPartitions(table: RollupTable, retentionMs: number, nowMs: number): number[] {
  const oldest = Math.floor((nowMs - retentionMs - table.slackMs) / table.bucketMs / table.width) * table.width;
  const newest = Math.floor((nowMs + AHEAD_MS) / table.bucketMs / table.width) * table.width;
  return Array.from({ length: (newest - oldest) / table.width + 1 }, (_, index) => oldest + index * table.width);
}

const partitionName = (table: RollupTable, from: number): string => `${table.name}_${from}`;

/**
 * Makes missing partitions and drops expired ones. Partitions are reached through their table alone, whose row policies
 * then hold: nothing is granted on them.
 */
export async function maintainPartitions(
  pool: Pool,
  table: RollupTable,
  retentionMs: number,
  nowMs: number,
): Promise<void> {
  const wanted = wantedPartitions(table, retentionMs, nowMs);
  const { rows } = await pool.query<{ name: string }>(
    'select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass',
    [table.name],
  );
  const existing = new Set(rows.map((row) => row.name));
  for (const from of wanted) {
    if (existing.has(partitionName(table, from))) continue;
    await pool.query(
      `create table if not exists ${partitionName(table, from)} partition of ${table.name}
         for values from (${from}) to (${from + table.width})`,
    );
  }
  for (const name of existing) {
    const from = Number(name.slice(table.name.length + 1));
    if (from < wanted[0]!) await pool.query(`drop table if exists ${name}`);
  }
}
