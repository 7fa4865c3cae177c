/** How a role of an organization is shown. Pure. */
import type { RoleView } from '@spanwise/contracts/iam/roles';
import { microsOf } from '@spanwise/contracts/base/micros';
import { NOT_USED } from './role-usage.store.js';
import type { StoredRole } from './roles.store.js';

export const roleView = (row: StoredRole): RoleView => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  builtin: false,
  role_type: 'organization',
  scope: 'organization',
  permissions: row.permissions,
  usage: NOT_USED,
  created_at_micros: microsOf(row.created_at),
  updated_at_micros: microsOf(row.updated_at),
});
