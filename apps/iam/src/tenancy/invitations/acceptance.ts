import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { AcceptInvitation, acceptInvitation, type AcceptedInvitation } from '@spanwise/contracts/iam/users';
import type { Invalidation } from '@spanwise/contracts/authz/invalidation';
import { audit } from '../../platform/audit/audit.js';
import { nameOrganization, nameUser, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { hashOfSecret } from '../../platform/mail/secrets.js';
import { requireRoom } from '../../commerce/quotas/quotas.store.js';
import { organizationRoles, raisePolicyVersion } from '../../access/roles/roles.store.js';
import { requireGoodPassword } from '../../platform/passwords/password-policy.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { endUserSessions } from '../../identity/signin/sessions.store.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';
import { activeTokenChain } from '../../access/tokens/token-chain.store.js';
import {
  findAccount,
  insertAccount,
  insertMembership,
  lockAddress,
  type Account,
} from '../../identity/users/accounts.store.js';
import { findClaim, takeOver } from '../../identity/users/claims.store.js';
import { canGrant } from '../../access/roles/ownership.js';
import { findOpenInvitation, markAccepted, provePassword, type Invitation } from './acceptance.store.js';

/** One sentence for every link that does not hold. */
const badToken = () => invalidArgument('The invitation is invalid, used or expired.');

/** The holder of the mailed link joins (ACCESS-7). It does not sign in. */
@Controller()
export class Acceptance {
  constructor(
    private readonly scopes: Scopes,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(acceptInvitation)
  async accept(input: AcceptInvitation): Promise<AcceptedInvitation> {
    await this.limits.publicRoute();
    const hash = hashOfSecret(input.token);
    const account = await this.scopes.in({ invitationHash: hash }, async (client) =>
      findAccount(client, (await readInvitation(client, hash)).email_key),
    );
    const passwordHash = isProven(account) ? undefined : await this.newPassword(input);
    if (passwordHash === undefined && (input.password ?? input.display_name) !== undefined) {
      throw invalidArgument('This address has an account: accept without a name and a password.');
    }
    const accepted = await this.scopes.in({ invitationHash: hash }, async (client) => {
      const invitation = await readInvitation(client, hash);
      await markAccepted(client, invitation.id);
      const userId = await settleAccount(client, invitation, input, passwordHash);
      const ended = await join(client, invitation, userId);
      await audit(client, {
        organizationId: invitation.organization_id,
        actorId: userId,
        action: 'invitation.accept',
        targetKind: 'invitation',
        target: invitation.id,
        payload: { role: invitation.role_key },
      });
      return { invitation, userId, ended };
    });
    for (const one of accepted.ended) this.invalidations.publish(one);
    this.invalidations.publish({ subject: accepted.userId });
    return {
      accepted: true as const,
      user_id: accepted.userId,
      email: accepted.invitation.email,
      org_id: accepted.invitation.organization_id,
      org_name: accepted.invitation.organization_name,
    };
  }

  private newPassword(input: AcceptInvitation): Promise<string> {
    if (input.password === undefined || input.display_name === undefined) {
      throw invalidArgument('A new account needs a display name and a password.', [
        { field: input.password === undefined ? 'password' : 'display_name', reason: 'is required' },
      ]);
    }
    requireGoodPassword(input.password);
    return this.passwords.hash(input.password);
  }
}

/**
 * The account is known to belong to the address. Of another one the password may be another person's, who signed up with
 * a foreign address: accepting replaces it.
 */
const isProven = (account: Account | undefined): boolean =>
  account !== undefined && account.status === 'active' && account.email_verified_at !== null;

async function readInvitation(client: PoolClient, hash: string): Promise<Invitation> {
  const invitation = await findOpenInvitation(client, hash);
  if (invitation === undefined) throw badToken();
  await nameOrganization(client, invitation.organization_id);
  if (!(await hasGrantorLeft(client, invitation))) throw badToken();
  return invitation;
}

/** Makes the member, in the place of a claim where there is one; answers what has ended with it. */
async function join(client: PoolClient, invitation: Invitation, userId: string): Promise<Invalidation[]> {
  const { organization_id: organizationId, email_key: key, role_key: role, claim_id: claimId } = invitation;
  await raisePolicyVersion(client, organizationId);
  const claim = await findClaim(client, organizationId, key);
  if (claim === undefined) {
    await requireRoom(client, organizationId, 'members');
    await insertMembership(client, organizationId, userId, [role]);
    return [];
  }
  const claimed = claim.disabled ? [] : claim.role_keys;
  const roles = claimId === null ? [...new Set([role, ...claimed])] : claimed;
  await insertMembership(client, organizationId, userId, roles);
  const credentials = await takeOver(client, organizationId, claim, userId);
  return [{ subject: claim.user_id }, ...credentials.map((id) => ({ credential_id: id }))];
}

/** The inviter could give the role at this moment, and the token that the invitation was made with holds. */
async function hasGrantorLeft(client: PoolClient, invitation: Invitation): Promise<boolean> {
  const { organization_id: organizationId, inviter_id: inviter, api_token_id: token, role_key: key } = invitation;
  if (invitation.claim_id !== null) {
    const claim = await findClaim(client, organizationId, invitation.email_key);
    return claim?.user_id === invitation.claim_id && !claim.disabled;
  }
  if (token !== null && (await activeTokenChain(client, organizationId, token)) === undefined) return false;
  const role = (await organizationRoles(client, organizationId)).get(key);
  return role !== undefined && (await canGrant(client, organizationId, inviter, role));
}

async function settleAccount(
  client: PoolClient,
  invitation: Invitation,
  input: AcceptInvitation,
  passwordHash: string | undefined,
): Promise<string> {
  await lockAddress(client, invitation.email_key);
  const account = await findAccount(client, invitation.email_key);
  if (account?.disabled) throw badToken();
  if (isProven(account)) return account!.id;
  // The account changed while the password was hashed: the link is still good for another try.
  if (passwordHash === undefined || input.display_name === undefined) throw badToken();
  if (account === undefined) {
    const { email } = invitation;
    const made = { email, displayName: input.display_name, passwordHash, status: 'active' as const, verified: true };
    const id = await insertAccount(client, made);
    if (id === undefined) throw badToken();
    return id;
  }
  await provePassword(client, account.id, passwordHash, input.display_name.trim());
  await nameUser(client, account.id);
  await endUserSessions(client, account.id);
  return account.id;
}
