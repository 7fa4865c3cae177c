/**
 * A database session with tables of its own for figures that are recomputed, and copies of the stored ones. The session
 * sees nothing of apm under its plain names: should the connection be lost, its tables are gone and nothing else is
 * written.
 */
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import { OVERFLOW_NAME, SeriesKind } from '@spanwise/span-model/series';
import type { DeltaOffset } from '../rollups/rollups/delta-offsets.store.js';
import { REBUILT_TABLES, selectRows, type AskedRange, type RebuiltRange } from './tables.store.js';

/** Tables that a partition's writer writes. */
const WRITTEN = [
  ...REBUILT_TABLES.map(({ name }) => name),
  'series',
  'error_groups',
  'callees',
  'organizations',
  'delta_offsets',
];
const STATEMENT_TIMEOUT_MS = 600_000;

export function openScratch(writerUrl: string): Pool {
  const pool = new Pool({
    connectionString: writerUrl,
    application_name: 'spanwise-rebuild',
    // One connection, for as long as the pool lives: the tables are its own.
    max: 1,
    idleTimeoutMillis: 0,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    options: '-c search_path=pg_temp',
  });
  // The server may end the session while nothing is asked of it: the next statement fails for want of the tables.
  pool.on('error', () => undefined);
  return pool;
}

/** Empty tables for one organization and range. */
export async function resetScratch(pool: Pool): Promise<void> {
  const made = WRITTEN.map(
    (table) => `drop table if exists pg_temp.${table}; create temp table ${table} (like apm.${table} including all)`,
  );
  const sequence = 'drop sequence if exists pg_temp.series_ids; create temp sequence series_ids';
  await inTransaction(pool, {}, (client) => client.query([...made, sequence].join('; ')));
}

/**
 * Copies the stored rows of a range and returns the offsets that they were written at, in one snapshot: whatever is
 * applied while the spans are counted again changes neither.
 */
export async function copyStored(
  pool: Pool,
  partition: number,
  asked: AskedRange,
): Promise<{ range: RebuiltRange; offsets: Map<number, DeltaOffset> }> {
  return inTransaction(pool, { snapshot: true }, async (client) => {
    const range = { ...asked, withErrors: !(await hasLoggedExceptions(client, asked)) };
    await copyRows(client, 'stored', range);
    const { rows } = await client.query<{ shard: number; lineage: string; n: string }>(
      'select shard, lineage, n from apm.delta_offsets where part = $1',
      [partition],
    );
    return { range, offsets: new Map(rows.map(({ shard, lineage, n }) => [shard, { lineage, n: Number(n) }])) };
  });
}

/** How far the clocks of two reports of one exception may differ. */
const REPORTS_APART_MICROS = 120_000_000;

/** Occurrences that log records have made are those without a transaction. */
async function hasLoggedExceptions(client: PoolClient, { organizationId, fromMicros, toMicros }: AskedRange) {
  const { rowCount } = await client.query(
    `select 1 from apm.series where organization_id = $1 and kind = $2 and detail = '' and name <> $3
       and last_seen_micros >= $4 and first_seen_micros < $5 limit 1`,
    [
      organizationId,
      SeriesKind.Error,
      OVERFLOW_NAME,
      fromMicros - REPORTS_APART_MICROS,
      toMicros + REPORTS_APART_MICROS,
    ],
  );
  return rowCount !== 0;
}

/** Copies named `<name>_<table>`. */
export async function copyRows(client: PoolClient, name: string, range: RebuiltRange): Promise<void> {
  const copies = REBUILT_TABLES.map(
    (table) =>
      `drop table if exists pg_temp.${name}_${table.name}; create temp table ${name}_${table.name} as ${selectRows(table, 'apm', range)}`,
  );
  await client.query(copies.join('; '));
}

/** Organizations that have figures or stored spans in a range, by their ids. */
export async function organizationsIn(
  pool: Pool,
  range: Pick<AskedRange, 'fromMicros' | 'toMicros'>,
): Promise<string[]> {
  const [from, to] = [range.fromMicros / 3_600_000_000, range.toMicros / 3_600_000_000];
  const { rows } = await pool.query<{ id: string }>(
    `select organization_id as id from apm.rollup_revisions where hour >= $1 and hour < $2
     union select s.organization_id from apm.segments s join apm.streams t on (t.organization_id, t.id) = (s.organization_id, s.stream_id)
      where t.signal = 'traces' and s.to_micros >= $3 and s.from_micros < $4 order by id`,
    [from, to, range.fromMicros, range.toMicros],
  );
  return rows.map(({ id }) => id);
}
