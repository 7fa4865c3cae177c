import { forbidden } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';

export const mayManageMembers = (context: IamContext): boolean => context.permissions.includes('org.members.manage');

/** One's own endpoints and preferences need no permission; those of others need that of the directory (DELIVERY-18). */
export function requireUserAccess(context: IamContext, userId: string, access: 'read' | 'manage'): void {
  if (context.scope !== 'organization') throw forbidden('This operation is available in an organization only.');
  if (context.subject === userId) return;
  const permission = `org.members.${access}`;
  if (!context.permissions.includes(permission)) throw forbidden(`The permission ${permission} is missing.`);
}
