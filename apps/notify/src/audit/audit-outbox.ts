/** Changes that the organization's audit log has to tell of, kept with the change itself (ACCESS-13). */
import type { ChangeRecord } from '@spanwise/contracts/iam-audit';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { currentScope } from '@spanwise/host/request-scope';
import type { PoolClient } from 'pg';
import { addRecord } from './audit-outbox.store.js';

export type Change = Pick<ChangeRecord, 'action' | 'target_kind' | 'target_id'> & {
  /** What the change was, without secrets. */
  payload?: Record<string, unknown>;
};

/** In the transaction of the change. It locks the organization: call it last. */
export const recordChange = (client: PoolClient, context: IamContext, change: Change): Promise<void> =>
  put(client, context.organization_id, actorOf(context), change);

/** A change that the platform made by itself. */
export const recordOwnChange = (client: PoolClient, organizationId: string, change: Change): Promise<void> =>
  put(client, organizationId, { actor_kind: 'anonymous' }, change);

async function put(
  client: PoolClient,
  organizationId: string,
  actor: Pick<ChangeRecord, 'actor_kind' | 'actor_id' | 'credential_id'>,
  change: Change,
): Promise<void> {
  const scope = currentScope();
  const record: ChangeRecord = {
    id: uuidv7(),
    organization_id: organizationId,
    ...actor,
    ...change,
    payload: change.payload ?? {},
    ...(scope?.client !== undefined && { ip: scope.client.address }),
    ...(scope?.client?.userAgent !== undefined && { user_agent: scope.client.userAgent }),
    ...(scope !== undefined && { request_id: scope.requestId }),
  };
  await addRecord(client, record);
}

const actorOf = ({ subject, subject_type: kind, credential_id: credentialId }: IamContext) => ({
  actor_kind: kind === 'share' ? ('anonymous' as const) : kind,
  actor_id: subject,
  ...(kind !== 'share' && { credential_id: credentialId }),
});
