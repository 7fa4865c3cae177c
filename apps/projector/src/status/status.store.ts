import type { Pool } from 'pg';

export async function countOpenLetters(pool: Pool, shard: number): Promise<number> {
  const { rows } = await pool.query<{ open: string }>(
    "select count(*) as open from dead_letters where shard = $1 and state = 'open'",
    [shard],
  );
  return Number(rows[0]!.open);
}

export type StoreOffsetRow = Record<'epoch' | 'seq' | 'n' | 'letters', string>;

/** Undefined before the first file is stored. */
export async function findStoreOffset(pool: Pool, shard: number): Promise<StoreOffsetRow | undefined> {
  const { rows } = await pool.query<StoreOffsetRow>(
    `select epoch, seq, n, (select count(*) from dead_letters d where d.shard = o.shard and d.unstored) as letters
       from store_offsets o where shard = $1`,
    [shard],
  );
  return rows[0];
}
