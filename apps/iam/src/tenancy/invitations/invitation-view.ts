/** How an invitation is shown. Pure. */
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { InvitationView } from '@spanwise/contracts/iam/users';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { Role } from '../../access/roles/effective-access.js';
import type { InvitationRow } from './invitations.store.js';

export function invitationView(row: InvitationRow, context: IamContext, roles: Map<string, Role>): InvitationView {
  const role = roles.get(row.role_key);
  return {
    id: row.id,
    org_id: context.organization_id,
    email: row.email,
    role_id: role?.id ?? '',
    role_key: row.role_key,
    role_name: role?.name ?? row.role_key,
    inviter_id: row.inviter_id,
    status: row.status === 'pending' && row.expired ? 'expired' : row.status,
    sent_at_micros: microsOf(row.sent_at),
    updated_at_micros: microsOf(row.updated_at),
  };
}
