import type { PoolClient } from 'pg';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { currentScope } from '@spanwise/host/request-scope';
import { storableJson } from '@spanwise/contracts/base/storable-text';
import { insertPersonal, insertRecord, isRecorded, lockHead, moveHead } from './audit.store.js';
import { chainHash } from './chain.js';
import { parted } from './personal-members.js';

export interface AuditEntry {
  /** Of a record that may come twice: the second time is ignored. */
  id?: string;
  organizationId: string;
  actorId: string | null;
  actorKind?: 'user' | 'api_token' | 'anonymous';
  /** The session or API token that it was done with. */
  credentialId?: string;
  action: string;
  targetKind?: string;
  target?: string;
  /** What the change was, without secrets. */
  payload?: Record<string, unknown>;
  /** Where it came from; that of the request at hand when absent. */
  origin?: { ip?: string; userAgent?: string; requestId?: string };
}

const MAX_PAYLOAD_BYTES = 8_192;

/** Who and where, as in a context. */
export const actorOf = (
  context: IamContext,
): Pick<AuditEntry, 'organizationId' | 'actorId' | 'actorKind' | 'credentialId'> => ({
  organizationId: context.organization_id,
  actorId: context.subject,
  actorKind: context.subject_type === 'share' ? 'anonymous' : context.subject_type,
  ...(context.subject_type !== 'share' && { credentialId: context.credential_id }),
});

/**
 * Appends to the organization's chain, in the transaction of what it records (ACCESS-13); the transaction is
 * scoped to the organization. The head is locked until the commit: call it last.
 */
export async function audit(client: PoolClient, entry: AuditEntry): Promise<void> {
  const origin = entry.origin ?? originOfRequest();
  const head = await lockHead(client, entry.organizationId);
  if (entry.id !== undefined && (await isRecorded(client, entry.id))) return;
  const payload = boundedPayload(entry.payload ?? {});
  const { record, members } = parted({
    id: entry.id ?? uuidv7(),
    organization_id: entry.organizationId,
    seq: head.seq + 1,
    actor_kind: entry.actorKind ?? 'user',
    actor_id: entry.actorId,
    action: entry.action,
    target_kind: entry.targetKind ?? null,
    target: entry.target === undefined ? null : Buffer.from(entry.target).toString(),
    ip: origin.ip ?? null,
    user_agent: origin.userAgent ?? null,
    request_id: origin.requestId ?? null,
    payload,
    created_at_ms: Date.now(),
    credential_id: entry.credentialId ?? null,
  });
  const hash = chainHash(head.hash, record);
  await insertRecord(client, record, hash);
  await insertPersonal(client, record, members);
  await moveHead(client, entry.organizationId, record.seq, hash);
}

function originOfRequest(): NonNullable<AuditEntry['origin']> {
  const scope = currentScope();
  return { ip: scope?.client?.address, userAgent: scope?.client?.userAgent, requestId: scope?.requestId };
}

function boundedPayload(payload: Record<string, unknown>): Record<string, unknown> {
  const plain = JSON.parse(storableJson(payload)) as Record<string, unknown>;
  return Buffer.byteLength(JSON.stringify(plain)) <= MAX_PAYLOAD_BYTES ? plain : { redacted: 'too large' };
}
