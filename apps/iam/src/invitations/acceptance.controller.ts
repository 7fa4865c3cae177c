import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/errors';
import { AcceptInvitation, acceptInvitation, type AcceptedInvitation } from '@spanwise/contracts/iam-users';
import { translateFaults } from '@spanwise/postgres/availability';
import { audit } from '../audit/audit.js';
import { nameOrganization, nameUser, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { hashOfSecret } from '../mail/secrets.js';
import { requireRoom } from '../quotas/quota-store.js';
import { raisePolicyVersion } from '../roles/role-store.js';
import { requireGoodPassword } from '../signin/password-policy.js';
import { Passwords } from '../signin/passwords.js';
import { SignInLimits } from '../signin/sign-in-limits.js';
import { findAccount, insertAccount, insertMembership, type Account } from '../users/accounts.js';

interface Invitation {
  id: string;
  organization_id: string;
  organization_name: string;
  email: string;
  email_key: string;
  role_key: string;
}

/** One sentence for every link that does not hold. */
const badToken = () => invalidArgument('The invitation is invalid, used or expired.');

/** Decisions 2.3: whoever has the mailed link joins. It signs nobody in. */
@Controller()
export class AcceptanceController {
  constructor(
    private readonly scopes: Scopes,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(acceptInvitation)
  accept(input: AcceptInvitation): Promise<AcceptedInvitation> {
    return translateFaults(async () => {
      await this.limits.publicRoute();
      const hash = hashOfSecret(input.token);
      const account = await this.scopes.asInvitation(hash, async (client) =>
        findAccount(client, (await readInvitation(client, hash)).email_key),
      );
      const passwordHash = isProven(account) ? undefined : await this.newPassword(input);
      if (passwordHash === undefined && (input.password ?? input.display_name) !== undefined) {
        throw invalidArgument('This address has an account: accept without a name and a password.');
      }
      const accepted = await this.scopes.asInvitation(hash, async (client) => {
        const invitation = await readInvitation(client, hash);
        await nameOrganization(client, invitation.organization_id);
        await client.query("update invitations set status = 'accepted', updated_at = now() where id = $1", [
          invitation.id,
        ]);
        const userId = await settleAccount(client, invitation, input, passwordHash);
        await raisePolicyVersion(client, invitation.organization_id);
        await requireRoom(client, invitation.organization_id, 'members');
        await insertMembership(client, invitation.organization_id, userId, [invitation.role_key]);
        await audit(client, {
          organizationId: invitation.organization_id,
          actorId: userId,
          action: 'invitation.accept',
          targetKind: 'invitation',
          target: invitation.id,
          payload: { role: invitation.role_key },
        });
        return { invitation, userId };
      });
      this.invalidations.publish({ subject: accepted.userId });
      return {
        accepted: true as const,
        user_id: accepted.userId,
        email: accepted.invitation.email,
        org_id: accepted.invitation.organization_id,
        org_name: accepted.invitation.organization_name,
      };
    });
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
 * The account is known to belong to the address. Of another one the password may be somebody else's, who signed up with
 * a foreign address: accepting replaces it.
 */
const isProven = (account: Account | undefined): boolean =>
  account !== undefined && account.status === 'active' && account.email_verified_at !== null;

async function readInvitation(client: PoolClient, hash: string): Promise<Invitation> {
  const { rows } = await client.query<Invitation>(
    `select i.id, i.organization_id, o.name as organization_name, i.email, i.email_key, i.role_key
       from invitations i join organizations o on o.id = i.organization_id
      where i.token_hash = $1 and i.status = 'pending' and i.expires_at > now() and not o.disabled
      for update of i`,
    [hash],
  );
  if (rows.length === 0) throw badToken();
  return rows[0];
}

async function settleAccount(
  client: PoolClient,
  invitation: Invitation,
  input: AcceptInvitation,
  passwordHash: string | undefined,
): Promise<string> {
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
  await client.query(
    `update users set password_hash = $2, display_name = $3, status = 'active', email_verified_at = now() where id = $1`,
    [account.id, passwordHash, input.display_name.trim()],
  );
  await nameUser(client, account.id);
  await client.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [account.id]);
  return account.id;
}
