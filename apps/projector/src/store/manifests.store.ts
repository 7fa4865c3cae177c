import type { Pool } from 'pg';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { FetchManifests, ManifestsHead } from '@spanwise/contracts/log/manifests';
import { inTransaction } from '@spanwise/postgres/transaction';
import { readOwner } from './store-owner.store.js';

/** One reply carries at most this much, unless a single manifest is larger; those are bounded where they are made. */
const REPLY_BYTES = 2 * 1024 * 1024;

/** Committed manifests of a shard after apm's committed n, in order; the cursor confirms and trims (PROTO-19). */
export async function fetchManifestRows(
  pool: Pool,
  asked: FetchManifests,
): Promise<{ head: ManifestsHead; payload: Buffer }> {
  return inTransaction(pool, {}, async (client) => {
    const offset = await client.query<{ lineage: string; n: string }>(
      'select s.lineage, o.n from shard_offsets s join store_offsets o using (shard) where shard = $1',
      [asked.shard],
    );
    const [row] = offset.rows;
    if (row === undefined) throw new ServiceError('not_found', `The shard ${asked.shard} has no manifests yet.`);
    if (asked.lineage !== undefined && asked.lineage !== row.lineage) {
      throw new ServiceError('conflict', 'The lineage of the manifests is another one: one side was restored alone.');
    }
    const lastN = Number(row.n);
    if (asked.lineage !== undefined && asked.after <= lastN) {
      await client.query('delete from segment_manifests where shard = $1 and n <= $2', [asked.shard, asked.after]);
    }
    const { rows } = await client.query<{ n: string; manifest: Buffer }>(
      `select n, manifest from (
         select n, manifest, sum(octet_length(manifest)) over (order by n) - octet_length(manifest) as before
           from segment_manifests where shard = $1 and n > $2 and n <= $3 order by n limit 256) kept
        where before < $4 order by n`,
      [asked.shard, asked.after, lastN, REPLY_BYTES],
    );
    const { installation, session, claiming } = await readOwner(client);
    const sessions = [session, claiming].filter((one) => one !== null);
    const head: ManifestsHead = {
      lineage: row.lineage,
      owner: { installation, sessions },
      lowestN: rows.length > 0 ? Number(rows[0]!.n) : lastN + 1,
      lastN,
      rows: rows.map((kept) => ({ n: Number(kept.n), bytes: kept.manifest.length })),
    };
    return { head, payload: Buffer.concat(rows.map((kept) => kept.manifest)) };
  });
}
