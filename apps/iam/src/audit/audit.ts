import type { PoolClient } from 'pg';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { currentScope } from '@spanwise/host/request-scope';
import { CHAIN_START, chainHash, type ChainHead } from './chain.js';

export interface AuditEntry {
  /** Of a record that may come twice: the second time is ignored. */
  id?: string;
  organizationId: string;
  actorId: string | null;
  actorKind?: 'user' | 'api_token' | 'anonymous';
  action: string;
  targetKind?: string;
  target?: string;
  /** What the change was, without secrets. */
  payload?: Record<string, unknown>;
  /** Where it came from; that of the request at hand when absent. */
  origin?: { ip?: string; userAgent?: string; requestId?: string };
}

const MAX_PAYLOAD_BYTES = 8_192;

/** Who and where, as a context tells them. */
export const actorOf = (context: IamContext): Pick<AuditEntry, 'organizationId' | 'actorId' | 'actorKind'> => ({
  organizationId: context.organization_id,
  actorId: context.subject,
  actorKind: context.subject_type === 'share' ? 'anonymous' : context.subject_type,
});

/**
 * Appends to the organization's chain, in the transaction of what it tells about (decisions 2.6); the transaction is
 * scoped to the organization. The head is locked until the commit: call it last.
 */
export async function audit(client: PoolClient, entry: AuditEntry): Promise<void> {
  const origin = entry.origin ?? originOfRequest();
  const head = await lockHead(client, entry.organizationId);
  if (entry.id !== undefined && (await isRecorded(client, entry.id))) return;
  const payload = boundedPayload(entry.payload ?? {});
  const record = {
    id: entry.id ?? uuidv7(),
    organization_id: entry.organizationId,
    seq: head.seq + 1,
    actor_kind: entry.actorKind ?? 'user',
    actor_id: entry.actorId,
    action: entry.action,
    target_kind: entry.targetKind ?? null,
    target: entry.target ?? null,
    ip: origin.ip ?? null,
    user_agent: origin.userAgent ?? null,
    request_id: origin.requestId ?? null,
    payload,
    created_at_ms: Date.now(),
  };
  const hash = chainHash(head.hash, record);
  await client.query(
    `insert into audit_log (id, organization_id, seq, actor_kind, actor_id, action, target_kind, target, ip, user_agent,
                            request_id, payload, created_at, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, to_timestamp($13::numeric / 1000), $14)`,
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
      JSON.stringify(payload),
      record.created_at_ms,
      hash,
    ],
  );
  await client.query('update audit_heads set seq = $2, hash = $3 where organization_id = $1', [
    entry.organizationId,
    record.seq,
    hash,
  ]);
}

function originOfRequest(): NonNullable<AuditEntry['origin']> {
  const scope = currentScope();
  return { ip: scope?.client?.address, userAgent: scope?.client?.userAgent, requestId: scope?.requestId };
}

async function isRecorded(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query('select from audit_log where id = $1', [id]);
  return rowCount !== 0;
}

async function lockHead(client: PoolClient, organizationId: string): Promise<ChainHead> {
  await client.query('insert into audit_heads (organization_id, seq, hash) values ($1, 0, $2) on conflict do nothing', [
    organizationId,
    CHAIN_START,
  ]);
  const { rows } = await client.query<{ seq: string; hash: Buffer }>(
    'select seq, hash from audit_heads where organization_id = $1 for update',
    [organizationId],
  );
  return { seq: Number(rows[0].seq), hash: rows[0].hash };
}

function boundedPayload(payload: Record<string, unknown>): Record<string, unknown> {
  const plain = JSON.parse(JSON.stringify(payload)) as Record<string, unknown>;
  return Buffer.byteLength(JSON.stringify(plain)) <= MAX_PAYLOAD_BYTES ? plain : { redacted: 'too large' };
}
