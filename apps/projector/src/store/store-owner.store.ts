/** Who this database is to an object store (PROTO-40). */
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';

export interface OwnerRow {
  installation: string;
  session: string | null;
  claiming: string | null;
}

const LOCK_TIMEOUT_MS = 20_000;

export async function readOwner(client: Pool | PoolClient): Promise<OwnerRow> {
  const { rows } = await client.query<OwnerRow>('select installation, session, claiming from store_owner');
  return rows[0]!;
}

/** While `work` runs no other process changes the row, and so none the store's mark. What `work` returns is the new row. */
export async function withOwner(pool: Pool, work: (row: OwnerRow) => Promise<OwnerRow>): Promise<void> {
  await inTransaction(pool, {}, async (client) => {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
    const { rows } = await client.query<OwnerRow>('select installation, session, claiming from store_owner for update');
    const { session, claiming } = await work(rows[0]!);
    if (session === rows[0]!.session && claiming === rows[0]!.claiming) return;
    await client.query('update store_owner set session = $1, claiming = $2', [session, claiming]);
  });
}

/** Whether the database has ever stored anything. */
export async function hasStored(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from store_offsets where n > 0 limit 1');
  return rowCount === 1;
}
