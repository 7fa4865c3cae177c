import { forbidden } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';

/** An API token acts for integrations: it does not change the account of its owner. */
export function requireUser(context: IamContext): void {
  if (context.subject_type !== 'user') throw forbidden('An API token cannot do this: sign in.');
}
