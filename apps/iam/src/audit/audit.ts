import type { PoolClient } from 'pg';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { currentScope } from '@spanwise/host/request-scope';

export interface AuditEntry {
  organizationId: string;
  actorId: string | null;
  action: string;
  target?: string;
}

/** Written in the transaction of what it tells about (decisions 2.6); the transaction is scoped to the organization. */
export async function audit(client: PoolClient, entry: AuditEntry): Promise<void> {
  await client.query(
    'insert into audit_log (id, organization_id, actor_id, action, target, request_id) values ($1, $2, $3, $4, $5, $6)',
    [
      uuidv7(),
      entry.organizationId,
      entry.actorId,
      entry.action,
      entry.target ?? null,
      currentScope()?.requestId ?? null,
    ],
  );
}
