import type { PoolClient } from 'pg';
import type { AuditRecordView } from '@spanwise/contracts/iam/audit';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { CHAIN_START, type ChainedRecord, type ChainHead } from './chain.js';
import type { PersonalMember } from './personal-members.js';

export async function insertRecord(client: PoolClient, record: ChainedRecord, hash: Buffer): Promise<void> {
  await client.query(
    `insert into audit_log (id, organization_id, seq, actor_kind, actor_id, action, target_kind, target, ip, user_agent,
                            request_id, payload, created_at, hash, credential_id, commitments)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, to_timestamp($13::numeric / 1000), $14, $15, $16)`,
    [
      record.id,
      record.organization_id,
      record.seq,
      record.actor_kind,
      record.actor_id,
      record.action,
      record.target_kind,
      record.target,
      record.ip,
      record.user_agent,
      record.request_id,
      storableJson(record.payload),
      record.created_at_ms,
      hash,
      record.credential_id,
      storableJson(record.commitments),
    ],
  );
}

export async function insertPersonal(
  client: PoolClient,
  { id, organization_id: organizationId }: ChainedRecord,
  members: readonly PersonalMember[],
): Promise<void> {
  if (members.length === 0) return;
  await client.query(
    `insert into audit_personal (organization_id, record_id, member, key, value)
     select $1, $2, m.member, decode(m.key, 'hex'), m.value
       from jsonb_to_recordset($3::jsonb) as m (member text, key text, value jsonb)`,
    [organizationId, id, storableJson(members.map((one) => ({ ...one, key: one.key.toString('hex') })))],
  );
}

/** What is still there of the personal members of records, by the ids of these. */
export async function readPersonal(
  client: PoolClient,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, PersonalMember[]>> {
  const { rows } = await client.query<PersonalMember & { record_id: string }>(
    'select record_id, member, key, value from audit_personal where organization_id = $1 and record_id = any ($2)',
    [organizationId, ids],
  );
  const found = new Map<string, PersonalMember[]>();
  for (const { record_id: id, ...one } of rows) found.set(id, [...(found.get(id) ?? []), one]);
  return found;
}

export async function moveHead(client: PoolClient, organizationId: string, seq: number, hash: Buffer): Promise<void> {
  await client.query('update audit_heads set seq = $2, hash = $3 where organization_id = $1', [
    organizationId,
    seq,
    hash,
  ]);
}

export async function isRecorded(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from audit_log where id = $1', [id]);
  return rowCount !== 0;
}

export async function lockHead(client: PoolClient, organizationId: string): Promise<ChainHead> {
  await client.query('insert into audit_heads (organization_id, seq, hash) values ($1, 0, $2) on conflict do nothing', [
    organizationId,
    CHAIN_START,
  ]);
  const { rows } = await client.query<{ seq: string; hash: Buffer }>(
    'select seq, hash from audit_heads where organization_id = $1 for update',
    [organizationId],
  );
  return { seq: Number(rows[0]!.seq), hash: rows[0]!.hash };
}

export interface AuditRow {
  id: string;
  organization_id: string;
  seq: string;
  actor_kind: AuditRecordView['actor_kind'];
  actor_id: string | null;
  action: string;
  target_kind: string | null;
  target: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  payload: Record<string, unknown>;
  created_at: Date;
  credential_id: string | null;
  credential_prefix: string | null;
  hash: Buffer;
}

/** The newest first. */
export async function readRecords(
  client: PoolClient,
  asked: {
    organizationId: string;
    before: number | null;
    fromMicros: number | null;
    toMicros: number | null;
    actorKind: string | null;
    actor: string | null;
    action: string | null;
    targetKind: string | null;
    target: string | null;
    limit: number;
  },
): Promise<AuditRow[]> {
  const { rows } = await client.query<AuditRow>(
    `select *, (select prefix from api_tokens t
                 where t.organization_id = $1 and t.id = audit_log.credential_id) as credential_prefix
       from audit_log
      where organization_id = $1 and seq is not null
        and ($2::bigint is null or seq < $2)
        and ($3::bigint is null or created_at >= to_timestamp($3::numeric / 1000000))
        and ($4::bigint is null or created_at < to_timestamp($4::numeric / 1000000))
        and ($5::text is null or actor_kind = $5) and ($6::text is null or actor_id::text = $6)
        and ($7::text is null or action = $7) and ($8::text is null or target_kind = $8)
        and ($9::text is null or target = $9 or exists (
          select from audit_personal p where p.organization_id = $1 and p.record_id = audit_log.id
             and p.member = 'target' and p.value = to_jsonb($9::text)))
      order by seq desc limit $10`,
    [
      asked.organizationId,
      asked.before,
      asked.fromMicros,
      asked.toMicros,
      asked.actorKind,
      asked.actor,
      asked.action,
      asked.targetKind,
      asked.target,
      asked.limit,
    ],
  );
  return rows;
}

export interface ChainedOrganization {
  id: string;
  slug: string;
}

/** Every organization with a chain, deleted ones too. */
export async function readChained(client: Pick<PoolClient, 'query'>): Promise<ChainedOrganization[]> {
  const { rows } = await client.query<ChainedOrganization>(`select id, slug from organizations where deleted_at is null
     union all select id, 'deleted ' || id from organization_deletions order by slug`);
  return rows;
}

export async function readChain(
  client: PoolClient,
  organizationId: string,
  after: number,
  limit: number,
): Promise<(ChainedRecord & { hash: Buffer })[]> {
  const { rows } = await client.query<ChainedRecord & { hash: Buffer }>(
    `select id, organization_id, seq::float8 as seq, actor_kind, actor_id, action, target_kind, target, ip, user_agent,
            request_id, payload, credential_id, commitments, round(extract(epoch from created_at) * 1000)::float8 as created_at_ms, hash
       from audit_log where organization_id = $1 and seq > $2 order by seq limit $3`,
    [organizationId, after, limit],
  );
  return rows;
}

export async function findHead(client: PoolClient, organizationId: string): Promise<ChainHead | undefined> {
  const { rows } = await client.query<ChainHead>(
    'select seq::float8 as seq, hash from audit_heads where organization_id = $1',
    [organizationId],
  );
  return rows[0];
}
