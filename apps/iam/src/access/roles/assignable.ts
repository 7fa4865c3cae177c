/** Which permissions a person may hand on, in a role or a grant. Pure. */
import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { PERMISSIONS } from '@spanwise/contracts/authz/permissions';
import { isSubset } from './effective-access.js';

const ASSIGNABLE = new Set(
  PERMISSIONS.filter((permission) => permission.scope === 'organization').map((permission) => permission.key),
);

/** Sorted, each once. Unknown ones and those of the platform are a 400, those that the author lacks a 403. */
export function requireAssignable(permissions: readonly string[], context: IamContext): string[] {
  const unknown = permissions.find((permission) => !ASSIGNABLE.has(permission));
  if (unknown !== undefined) {
    throw invalidArgument('A permission is unknown or cannot be given in an organization.', [
      { field: 'permissions', reason: `${unknown} is not a permission of an organization` },
    ]);
  }
  requireHeld(permissions, context);
  return [...new Set(permissions)].sort();
}

export function requireHeld(permissions: readonly string[], context: IamContext): void {
  if (!isSubset(permissions, context.permissions)) {
    throw forbidden('You cannot give or take permissions that you do not have.');
  }
}
