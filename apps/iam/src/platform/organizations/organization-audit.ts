import type { PoolClient } from 'pg';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { actorOf, audit } from '../audit/audit.js';
import { nameOrganization } from '../../db/scopes.js';

/** What the platform does to an organization: in the log of the organization, and in the platform's. */
export async function auditOrganization(
  client: PoolClient,
  context: IamContext,
  action: string,
  id: string,
  payload: Record<string, unknown>,
): Promise<void> {
  const entry = { ...actorOf(context), action, targetKind: 'organization', target: id, payload };
  await nameOrganization(client, id);
  await audit(client, { ...entry, organizationId: id });
  await nameOrganization(client, context.organization_id);
  await audit(client, entry);
}
