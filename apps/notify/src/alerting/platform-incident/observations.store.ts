/** What all processes together have seen of the platform (ALERT-140). In a transaction of the platform's organization. */
import type { PoolClient } from 'pg';

/**
 * Takes the turn of who saw figures at the moment. False where a later look is there already: what it found stays. Others
 * wait for this transaction.
 */
export async function claimObservation(
  client: PoolClient,
  organizationId: string,
  seenMicros: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into platform_sights as s (organization_id, seen_at) values ($1, $2)
     on conflict (organization_id) do update set seen_at = excluded.seen_at where s.seen_at < excluded.seen_at`,
    [organizationId, new Date(seenMicros / 1_000)],
  );
  return rowCount === 1;
}

/** Microseconds; undefined where figures were never seen. Others wait for this transaction. */
export async function lockObservation(client: PoolClient, organizationId: string): Promise<number | undefined> {
  const { rows } = await client.query<{ seen_at: Date }>(
    'select seen_at from platform_sights where organization_id = $1 for update',
    [organizationId],
  );
  return rows.length === 0 ? undefined : rows[0]!.seen_at.getTime() * 1_000;
}
