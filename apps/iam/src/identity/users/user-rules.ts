/** Who may see and change users, and what they are at first. Pure. */
import { forbidden } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';

/** Role of those who were given none. */
export const DEFAULT_ROLE_KEY = 'viewer';

export function requireSelfOr(permission: string, id: string, context: IamContext): void {
  if (id !== context.subject && !context.permissions.includes(permission)) {
    throw forbidden(`The permission ${permission} is missing.`);
  }
}
