/** Whom an organization may offer something to. Pure. */
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { CreateGrant } from '@spanwise/contracts/iam/policies';

export function requireForeign(input: CreateGrant, { organization_id: own }: IamContext): void {
  if (input.target_organization_id === own) {
    throw invalidArgument('A grant goes to another organization.', [
      { field: 'target_organization_id', reason: 'is the active organization' },
    ]);
  }
  if (input.grantee_type === 'organization' && input.grantee_id !== input.target_organization_id) {
    throw invalidArgument('Of another organization the grantee is a part or itself.', [
      { field: 'grantee_id', reason: 'is not the target organization' },
    ]);
  }
}
