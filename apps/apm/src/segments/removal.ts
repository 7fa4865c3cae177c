/** Deletes files that the catalogue does not name any more, after every query that may have named them. */
import type { Pool, PoolClient } from 'pg';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import type { Leases } from './leases.js';

const FILES_AT_ONCE = 500;
const KEYS_AT_ONCE = 1_000;
/** `<shard>-<n>-<random>`, as the store writer names its segments. */
const WRITTEN = /\/(\d{1,2})-(\d{1,16})-[0-9a-f-]{36}\.parquet$/;

/** The files go a grace after `sinceMicros`. */
export async function awaitRemoval(
  client: Pool | PoolClient,
  organizationId: string,
  keys: readonly string[],
  sinceMicros: number,
): Promise<void> {
  await client.query(
    `insert into segment_removals (organization_id, key, since_micros) select $1, key, $3 from unnest($2::text[]) as key
     on conflict (key) do nothing`,
    [organizationId, keys, sinceMicros],
  );
}

export class Removal {
  constructor(
    private readonly pool: Pool,
    private readonly store: ObjectStore,
    private readonly leases: Leases,
    /** Longer than any query runs: other processes may read a file without a lease of this one (exactly-once rule 29). */
    private readonly graceMicros: number,
  ) {}

  /** Segments whose newest record is older than their stream keeps leave the catalogue. */
  async expire(nowMicros: number, defaultDays: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      `with expired as (
         delete from segments s using streams t
          where (t.organization_id, t.id) = (s.organization_id, s.stream_id)
            and s.to_micros < $1::bigint - coalesce(t.retention_days, $2::int) * 86400000000
         returning s.organization_id, s.key
       )
       insert into segment_removals (organization_id, key, since_micros) select organization_id, key, $1 from expired
       on conflict (key) do nothing`,
      [nowMicros, defaultDays],
    );
    return rowCount ?? 0;
  }

  /** Deletes the files whose time has come; those that queries hold wait for the next round. */
  async removeDue(nowMicros: number): Promise<number> {
    const { rows } = await this.pool.query<{ key: string }>(
      'select key from segment_removals where since_micros < $1 order by since_micros limit $2',
      [nowMicros - this.graceMicros, FILES_AT_ONCE],
    );
    const free = rows.map(({ key }) => key).filter((key) => !this.leases.isHeld(key));
    for (const key of free) {
      await this.store.delete(key);
      await this.pool.query('delete from segment_removals where key = $1', [key]);
    }
    return free.length;
  }

  /**
   * Deletes files that a store writer has made and never committed: their n is applied, so that it is used, and no
   * manifest named them (exactly-once rule 26). No clock is asked. A file of a later n stays until the next one.
   */
  async sweepOrphans(): Promise<number> {
    const { rows } = await this.pool.query<{ shard: number; n: string }>('select shard, n from manifest_offsets');
    const applied = new Map(rows.map(({ shard, n }) => [shard, Number(n)]));
    let keys: string[] = [];
    let swept = 0;
    for await (const { key } of this.store.list('')) {
      const [, shard, n] = WRITTEN.exec(key) ?? [];
      if (shard === undefined || Number(n) > (applied.get(Number(shard)) ?? 0)) continue;
      keys.push(key);
      if (keys.length === KEYS_AT_ONCE) {
        swept += await this.sweep(keys);
        keys = [];
      }
    }
    return swept + (await this.sweep(keys));
  }

  private async sweep(keys: readonly string[]): Promise<number> {
    const { rows } = await this.pool.query<{ key: string }>(
      `select key from unnest($1::text[]) as key
        where not exists (select from segments s where s.key = key.key)
          and not exists (select from segment_removals r where r.key = key.key)`,
      [keys],
    );
    for (const { key } of rows) await this.store.delete(key);
    return rows.length;
  }
}
