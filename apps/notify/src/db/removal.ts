import type { PoolClient } from 'pg';

/** Of one organization, in a transaction of it, at most `limit` rows. Returns how many. */
export type Removal = (
  client: PoolClient,
  organizationId: string,
  olderThanMs: number,
  limit: number,
) => Promise<number>;

/** In `sql`, `$1` is the organization, `$2` the age in milliseconds and `$3` the limit. */
export const removal =
  (sql: string): Removal =>
  async (client, ...values) =>
    (await client.query(sql, values)).rowCount ?? 0;
