import type { PoolClient } from 'pg';

export async function isKnownPlace(client: PoolClient, key: string, seenAfterMs: number): Promise<boolean> {
  const { rowCount } = await client.query('select from sign_in_places where key = $1 and seen_at_ms > $2', [
    key,
    seenAfterMs,
  ]);
  return rowCount !== 0;
}

export async function forgetLimits(client: PoolClient, keys: string[]): Promise<void> {
  await client.query('delete from sign_in_limits where key = any($1)', [keys]);
}

export async function notePlace(client: PoolClient, key: string, seenAtMs: number): Promise<void> {
  await client.query(
    'insert into sign_in_places (key, seen_at_ms) values ($1, $2) on conflict (key) do update set seen_at_ms = $2',
    [key, seenAtMs],
  );
}

export async function dropFreeLimits(client: PoolClient, beforeMs: number): Promise<void> {
  await client.query('delete from sign_in_limits where free_at_ms < $1', [beforeMs]);
}

export async function dropOldPlaces(client: PoolClient, beforeMs: number): Promise<void> {
  await client.query('delete from sign_in_places where seen_at_ms < $1', [beforeMs]);
}

/**
 * False where the limit is reached. One statement, so that attempts at once are counted one by one. As `admit` of the contracts,
 * also where the clock was set back.
 */
export async function takeOne(
  client: PoolClient,
  key: string,
  nowMs: number,
  stepMs: number,
  toleranceMs: number,
  farthestMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into sign_in_limits as l (key, free_at_ms) values ($1, $2::bigint + $3)
     on conflict (key) do update set free_at_ms = case when l.free_at_ms - $2 > $5 then $2 + $4 else greatest(l.free_at_ms, $2) end + $3
       where l.free_at_ms - $2 <= $4 or l.free_at_ms - $2 > $5
     returning key`,
    [key, nowMs, stepMs, toleranceMs, farthestMs],
  );
  return rowCount === 1;
}

export interface TakenLimit {
  free_at_ms: string;
}

export async function findFreeAt(client: PoolClient, key: string): Promise<TakenLimit | undefined> {
  const { rows } = await client.query<TakenLimit>('select free_at_ms from sign_in_limits where key = $1', [key]);
  return rows[0];
}
