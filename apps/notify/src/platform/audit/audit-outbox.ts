/** What notify's changes leave for the organization's audit log (ACCESS-13). */
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { AuditOutbox, type AuditedChange } from '@spanwise/postgres/audit-outbox';
import type { PoolClient } from 'pg';

export type Change = AuditedChange;

export const auditOutbox = new AuditOutbox('organizations');

/** In the transaction of the change. It locks the organization: call it last. */
export const recordChange = (client: PoolClient, context: IamContext, change: Change): Promise<void> =>
  auditOutbox.record(client, context, change);

/** A change that no caller made: the platform by itself, or the holder of a link. */
export const recordOwnChange = (client: PoolClient, organizationId: string, change: Change): Promise<void> =>
  auditOutbox.recordOwn(client, organizationId, change);
