import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { forbidden, invalidArgument } from '@spanwise/contracts/errors';
import {
  ForgotPassword,
  forgotPassword,
  instance,
  ResetPassword,
  resetPassword,
  setSignupPolicy,
  SignUp,
  signUp,
  SignupPolicy,
  signupPolicy,
  type Instance,
  type SignUpReply,
} from '@spanwise/contracts/iam-orgs';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { builtinRoleByKey, displayRole, roleRef } from '../context/effective-access.js';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { requireRoom } from '../quotas/quota-store.js';
import { raisePolicyVersion } from '../roles/role-store.js';
import { insertAccount, insertMembership, keyOf, requireAdmittedDomain } from '../users/accounts.js';
import { DEFAULT_ROLE_KEY } from '../users/users.controller.js';
import { requireGoodPassword } from './password-policy.js';
import { PasswordResets } from './password-resets.js';
import { Passwords } from './passwords.js';
import { Sessions } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';

interface Target extends SignupPolicy {
  id: string;
  name: string;
}

@Controller()
export class SignupController {
  constructor(
    private readonly scopes: Scopes,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly limits: SignInLimits,
    private readonly resets: PasswordResets,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(instance)
  instance(_: Empty): Promise<Instance> {
    return translateFaults(() =>
      this.scopes.unscoped(async (client) => ({
        signup_enabled: (await findTarget(client))?.signup_enabled ?? false,
      })),
    );
  }

  @HandleRpc(signupPolicy)
  policy(_: Empty, { context }: ScopedCall): Promise<SignupPolicy> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<SignupPolicy>(
          'select signup_enabled, signup_require_approval from organizations where id = $1',
          [context.organization_id],
        );
        return rows[0];
      }),
    );
  }

  @HandleRpc(setSignupPolicy)
  setPolicy(input: SignupPolicy, { context }: ScopedCall): Promise<SignupPolicy> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        await client.query('update organizations set signup_enabled = $2, signup_require_approval = $3 where id = $1', [
          context.organization_id,
          input.signup_enabled,
          input.signup_require_approval,
        ]);
        await audit(client, { ...actorOf(context), action: 'signup_policy.update', payload: { ...input } });
        return input;
      }),
    );
  }

  /**
   * While accounts wait for approval, an address that has one already gets the very same answer. Without approval the
   * answer is a token, so that case is a 400 (peer facts 2.2).
   */
  @HandleRpc(signUp)
  signUp(input: SignUp): Promise<SignUpReply> {
    requireGoodPassword(input.password);
    const key = keyOf(input.email);
    return translateFaults(async () => {
      await this.limits.publicRoute();
      const passwordHash = await this.passwords.hash(input.password);
      const made = await this.scopes.unscoped(async (client) => {
        const target = await findTarget(client);
        if (target === undefined || !target.signup_enabled) throw forbidden('Sign-up is not open here.');
        await nameOrganization(client, target.id);
        await requireAdmittedDomain(client, target.id, key);
        return { target, ...(await this.register(client, target, input, passwordHash)) };
      });
      if (made.session === undefined) return pendingReply(input);
      const { target, userId, session } = made;
      const opening = { userId: userId!, organizationId: target.id, scope: 'organization' as const };
      const role = builtinRoleByKey(DEFAULT_ROLE_KEY)!;
      return {
        status: 'active',
        token: await this.sessions.token(session, opening),
        user_id: opening.userId,
        email: input.email,
        display_name: input.display_name.trim(),
        org_id: target.id,
        org_name: target.name,
        display_role: displayRole([role]),
        roles: [roleRef(role)],
      };
    });
  }

  @HandleRpc(forgotPassword)
  forgot(input: ForgotPassword): Promise<{ accepted: true }> {
    const key = keyOf(input.email);
    return translateFaults(async () => {
      if (await this.limits.mail(key)) await this.resets.request(key);
      return { accepted: true as const };
    });
  }

  @HandleRpc(resetPassword)
  reset(input: ResetPassword): Promise<{ reset: true }> {
    requireGoodPassword(input.password);
    return translateFaults(async () => {
      await this.limits.publicRoute();
      this.invalidations.publish({ subject: await this.resets.redeem(input.token, input.password) });
      return { reset: true as const };
    });
  }

  private async register(
    client: PoolClient,
    target: Target,
    input: SignUp,
    passwordHash: string,
  ): Promise<{ userId?: string; session?: string }> {
    const status = target.signup_require_approval ? ('pending' as const) : ('active' as const);
    await requireRoom(client, target.id, 'members');
    const account = { email: input.email, displayName: input.display_name, passwordHash, status, verified: false };
    const userId =
      (await insertAccount(client, account)) ?? (await reviveRejected(client, input, passwordHash, status));
    if (userId === undefined) {
      if (status === 'pending') return {};
      throw invalidArgument('This e-mail address cannot be registered.', [{ field: 'email', reason: 'is refused' }]);
    }
    await raisePolicyVersion(client, target.id);
    await insertMembership(client, target.id, userId, [DEFAULT_ROLE_KEY]);
    const opening = { userId, organizationId: target.id, scope: 'organization' as const };
    const session = status === 'active' ? await this.sessions.insert(client, opening) : undefined;
    const entry = { organizationId: target.id, actorId: userId, action: 'user.signup', targetKind: 'user' };
    await audit(client, { ...entry, target: userId, payload: { status } });
    return { userId, session };
  }
}

/** Sign-up leads into the first enabled organization, whose policy counts. */
async function findTarget(client: PoolClient): Promise<Target | undefined> {
  const { rows } = await client.query<Target>(
    `select id, name, signup_enabled, signup_require_approval from organizations
      where not system and not disabled order by created_at, id limit 1`,
  );
  return rows[0];
}

async function reviveRejected(
  client: PoolClient,
  input: SignUp,
  passwordHash: string,
  status: 'pending' | 'active',
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `update users set email = $2, display_name = $3, password_hash = $4, status = $5
      where email_key = $1 and status = 'rejected' returning id`,
    [keyOf(input.email), input.email, input.display_name.trim(), passwordHash, status],
  );
  return rows[0]?.id;
}

/** The id is one that nobody has: it tells nothing about the address. */
const pendingReply = (input: SignUp): SignUpReply => ({
  status: 'pending',
  token: null,
  user_id: uuidv7(),
  email: input.email,
  display_name: input.display_name.trim(),
  org_id: null,
  org_name: null,
  display_role: null,
  roles: [],
});
