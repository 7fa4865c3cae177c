/** Changes that the organization's audit log has to tell of, kept with the change itself (decisions 2.6). */
import type { ChangeRecord } from '@spanwise/contracts/iam-audit';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { currentScope } from '@spanwise/host/request-scope';
import type { PoolClient } from 'pg';
import { lockOrganization } from '../db/organization-transactions.js';

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
  actor: Pick<ChangeRecord, 'actor_kind' | 'actor_id'>,
  change: Change,
): Promise<void> {
  const scope = currentScope();
  const id = uuidv7();
  const record: ChangeRecord = {
    id,
    organization_id: organizationId,
    ...actor,
    ...change,
    payload: change.payload ?? {},
    ...(scope?.client !== undefined && { ip: scope.client.address }),
    ...(scope?.client?.userAgent !== undefined && { user_agent: scope.client.userAgent }),
    ...(scope !== undefined && { request_id: scope.requestId }),
  };
  await lockOrganization(client, organizationId);
  await client.query('insert into audit_outbox (id, organization_id, record) values ($1, $2, $3)', [
    id,
    organizationId,
    JSON.stringify(record),
  ]);
  await client.query('update organizations set audit_waiting = true where id = $1', [organizationId]);
}

const actorOf = ({ subject, subject_type: kind }: IamContext) => ({
  actor_kind: kind === 'share' ? ('anonymous' as const) : kind,
  actor_id: subject,
});
