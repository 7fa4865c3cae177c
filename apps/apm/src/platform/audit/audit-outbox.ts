/** What apm's changes leave for the organization's audit log (ACCESS-13). */
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { AuditOutbox, type AuditedChange } from '@spanwise/postgres/audit-outbox';
import type { PoolClient } from 'pg';

export const auditOutbox = new AuditOutbox('audited_organizations');

/** In the transaction of the change. It locks the organization: call it last. */
export const recordChange = (client: PoolClient, context: IamContext, change: AuditedChange): Promise<void> =>
  auditOutbox.record(client, context, change);
