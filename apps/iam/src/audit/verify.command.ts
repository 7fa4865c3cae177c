import type { DataSource } from 'typeorm';
import type { PoolClient } from 'pg';
import { poolOf } from '@spanwise/postgres/database';
import { inTransaction } from '@spanwise/postgres/transaction';
import { ChainCheck, type ChainedRecord, type ChainHead } from './chain.js';

const BATCH = 1_000;

export interface Verdict {
  organization: string;
  records: number;
  /** What is wrong; undefined when the chain holds. */
  fault?: string;
}

/** Walks the audit chain of every organization. */
export async function verifyAudit(source: DataSource): Promise<Verdict[]> {
  const { rows } = await poolOf(source).query<{ id: string; slug: string }>(
    'select id, slug from organizations order by slug',
  );
  const verdicts: Verdict[] = [];
  for (const { id, slug } of rows) {
    const options = { organizationId: id, readOnly: true, snapshot: true };
    verdicts.push(await inTransaction(poolOf(source), options, (client) => verify(client, id, slug)));
  }
  return verdicts;
}

async function verify(client: PoolClient, organizationId: string, organization: string): Promise<Verdict> {
  const check = new ChainCheck();
  for (let after = 0; ;) {
    const { rows } = await client.query<ChainedRecord & { hash: Buffer }>(
      `select id, organization_id, seq::float8 as seq, actor_kind, actor_id, action, target_kind, target, ip, user_agent,
              request_id, payload, round(extract(epoch from created_at) * 1000)::float8 as created_at_ms, hash
         from audit_log where organization_id = $1 and seq > $2 order by seq limit $3`,
      [organizationId, after, BATCH],
    );
    for (const { hash, ...record } of rows) {
      const fault = check.next({ record, hash });
      if (fault !== undefined) return { organization, records: check.length, fault };
      after = record.seq;
    }
    if (rows.length < BATCH) break;
  }
  const heads = await client.query<ChainHead>(
    'select seq::float8 as seq, hash from audit_heads where organization_id = $1',
    [organizationId],
  );
  const fault = check.end(heads.rows[0]);
  return { organization, records: check.length, ...(fault !== undefined && { fault }) };
}
