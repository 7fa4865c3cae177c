/** How a role binding is shown. Pure. */
import type { RoleBindingView } from '@spanwise/contracts/iam/roles';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { BindingRow } from './role-bindings.store.js';
import { validityOf } from './validity.js';

export const bindingView = (row: BindingRow): RoleBindingView => ({
  id: row.id,
  role_id: row.role_id,
  principal_type: row.principal_type,
  principal_id: row.principal_id,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  conditions: row.conditions,
  ...validityOf(row),
  created_at_micros: microsOf(row.created_at),
});
