/** What an API token may be, and how it is shown. Pure. */
import { forbidden } from '@spanwise/contracts/base/errors';
import type { ApiTokenView, CreatedApiToken } from '@spanwise/contracts/iam/iam';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { microsOf } from '@spanwise/contracts/base/micros';
import { isSubset, type Role } from '../roles/effective-access.js';
import type { TokenRow } from './tokens.store.js';

export function requireGrantable(role: Role, context: IamContext): void {
  if (!isSubset(role.permissions, context.permissions)) {
    throw forbidden('A token cannot have permissions that its maker does not have.');
  }
}

export function createdView(row: TokenRow, roles: Map<string, Role>, token: string): CreatedApiToken {
  const { revoked: _revoked, name: _name, last_used_at_micros: _used, ...view } = tokenView(row, roles);
  return { ...view, token };
}

export function tokenView(row: TokenRow, roles: Map<string, Role>): ApiTokenView {
  const role = roles.get(row.role_key);
  return {
    id: row.id,
    prefix: row.prefix,
    name: row.name,
    role_id: role?.id ?? '',
    role_key: row.role_key,
    role_name: role?.name ?? row.role_key,
    token_kind: row.kind,
    ...(row.scopes !== null && { scopes: row.scopes }),
    ...(row.expires_at !== null && { expires_at_micros: microsOf(row.expires_at) }),
    ...(row.last_used_at !== null && { last_used_at_micros: microsOf(row.last_used_at) }),
    revoked: row.revoked_at !== null,
    created_at_micros: microsOf(row.created_at),
  };
}
