/**
 * Removes every row of an organization from the schema of a service. Tables are found by their column `organization_id`, so
 * that a new one cannot be forgotten; row-level security keeps the statements to the one organization.
 */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.js';

const ROWS_AT_ONCE = 5_000;

export interface RemovedRows {
  rows: number;
  /** Nothing was left when this ended; false when its time was over first. */
  isEmpty: boolean;
}

export interface OrganizationTable {
  name: string;
  /** Columns by which its rows name other rows of the table. */
  ownReferences: { column: string; referenced: string }[];
}

/** Tables of the schema with rows of organizations, those that refer to others before these. */
export async function organizationTables(client: Pool | PoolClient): Promise<OrganizationTable[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`,
  );
  const { rows: references } = await client.query<{
    name: string;
    to: string;
    columns: string[];
    referenced: string[];
  }>(
    `select c.relname as name, t.relname as to,
            array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (k.conkey)) as columns,
            array(select attname::text from pg_attribute where attrelid = t.oid and attnum = any (k.confkey)) as referenced
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`,
  );
  const ordered: OrganizationTable[] = [];
  const waiting = new Set(tables.map(({ name }) => name));
  while (waiting.size > 0) {
    const isReferred = (name: string) =>
      references.some((one) => one.to === name && one.name !== name && waiting.has(one.name));
    const next = [...waiting].find((name) => !isReferred(name));
    if (next === undefined) throw new Error(`the tables ${[...waiting].join(', ')} refer to each other in a circle`);
    waiting.delete(next);
    const own = references.filter((one) => one.name === next && one.to === next);
    ordered.push({
      name: next,
      ownReferences: own.map(({ columns, referenced }) => ({ column: columns[0]!, referenced: referenced[0]! })),
    });
  }
  return ordered;
}

/** Adds rows to the report of a removal, in the transaction that removes them: a kill in between reports none. */
export type NoteRows = (client: PoolClient, rows: number) => Promise<unknown>;

interface RemovalOptions {
  kept?: readonly string[];
  limitMs?: number;
  note?: NoteRows;
}

/** In batches, until nothing is left but in the tables of `kept`, or for as long as `limitMs`. */
export async function removeOrganizationRows(
  pool: Pool,
  organizationId: string,
  { kept = [], limitMs = 20_000, note }: RemovalOptions = {},
): Promise<RemovedRows> {
  const tables = (await organizationTables(pool)).filter(({ name }) => !kept.includes(name));
  const endsMs = performance.now() + limitMs;
  let rows = 0;
  // Removing rows of one table may make rows in another, by a trigger.
  for (let before = -1; rows !== before;) {
    before = rows;
    for (const table of tables) {
      for (let removed = 1; removed > 0; rows += removed) {
        if (performance.now() > endsMs) return { rows, isEmpty: false };
        removed = await removeSome(pool, organizationId, table, note);
      }
    }
  }
  return { rows, isEmpty: !(await isAnyLeft(pool, organizationId, tables)) };
}

const isAnyLeft = (pool: Pool, organizationId: string, tables: readonly OrganizationTable[]): Promise<boolean> =>
  inTransaction(pool, { organizationId, readOnly: true }, async (client) => {
    for (const { name } of tables) {
      const { rowCount } = await client.query(`select from ${name} where organization_id = $1 limit 1`, [
        organizationId,
      ]);
      if (rowCount !== 0) return true;
    }
    return false;
  });

/** Of one partition at a time, by the places of the rows: each is found once, however many there are. */
function removeSome(
  pool: Pool,
  organizationId: string,
  { name, ownReferences }: OrganizationTable,
  note: NoteRows | undefined,
): Promise<number> {
  const leaves = ownReferences
    .map(
      ({ column, referenced }) => `and not exists (select from ${name} other where other.${column} = t.${referenced})`,
    )
    .join(' ');
  return inTransaction(pool, { organizationId }, async (client) => {
    const { rows } = await client.query<{ part: number }>(
      `select tableoid as part from ${name} where organization_id = $1 limit 1`,
      [organizationId],
    );
    if (rows.length === 0) return 0;
    const { rowCount } = await client.query(
      `delete from ${name} where organization_id = $1 and tableoid = $2 and ctid = any (array(
         select ctid from ${name} t where organization_id = $1 and tableoid = $2 ${leaves} limit ${ROWS_AT_ONCE}))`,
      [organizationId, rows[0]!.part],
    );
    const removed = rowCount ?? 0;
    if (removed > 0) await note?.(client, removed);
    return removed;
  });
}
