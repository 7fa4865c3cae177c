import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { emailKey } from '@spanwise/contracts/email';
import { forbidden, ServiceError } from '@spanwise/contracts/errors';
import { SignIn, signIn, signOut, type SignInReply } from '@spanwise/contracts/iam';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { displayRole, roleRef } from '../context/effective-access.js';
import { User } from '../db/entities.js';
import { Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { findFirstOrganization, systemOrganizationId, type Destination } from './destinations.js';
import { Passwords } from './passwords.js';
import { Sessions } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';

/** One sentence for every wrong pair: nothing tells an unknown address from a wrong password (decisions 2.4). */
const WRONG = new ServiceError('unauthorized', 'The e-mail address or the password is wrong.');

@Controller()
export class SignInController {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly limits: SignInLimits,
    private readonly scopes: Scopes,
    private readonly source: DataSource,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(signIn)
  signIn(input: SignIn): Promise<SignInReply> {
    return translateFaults(async () => {
      const key = emailKey(input.email) ?? '';
      await this.limits.signIn(key);
      const user = await this.source.manager.findOneBy(User, { email_key: key });
      const holds = await this.passwords.verify(user?.password_hash, input.password);
      if (user === null || !holds) {
        await this.noteRefusal(key);
        throw WRONG;
      }
      await this.limits.succeeded(key);
      if (user.disabled || user.status !== 'active') throw forbidden('This account is not active.');
      const destination = await findFirstOrganization(this.scopes, user);
      if (destination === undefined) throw forbidden('This account belongs to no enabled organization.');
      return this.enter(user, destination);
    });
  }

  @HandleRpc(signOut)
  signOut(_: Empty, { context }: ScopedCall): Promise<{ signed_out: true }> {
    return translateFaults(async () => {
      const { subject, credential_id: session, organization_id: organizationId } = context;
      await this.scopes.inOrganization(organizationId, async (client) => {
        await client.query(
          'update sessions set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null',
          [session, subject],
        );
        await audit(client, {
          ...actorOf(context),
          action: 'session.signout',
          targetKind: 'session',
          target: session,
        });
      });
      this.invalidations.publish({ credential_id: session });
      return { signed_out: true as const };
    });
  }

  /** Kept with the platform, for known and unknown addresses alike: no organization owns a failed try. */
  private async noteRefusal(key: string): Promise<void> {
    const organizationId = await systemOrganizationId(this.source);
    const entry = { organizationId, actorId: null, actorKind: 'anonymous' as const, action: 'session.signin_refused' };
    await this.scopes.inOrganization(organizationId, (client) =>
      audit(client, { ...entry, targetKind: 'email', target: key }),
    );
  }

  private async enter(user: User, { organization, scope, roles }: Destination): Promise<SignInReply> {
    const opening = { userId: user.id, organizationId: organization.id, scope };
    const session = await this.scopes.inOrganization(organization.id, async (client) => {
      const id = await this.sessions.insert(client, opening);
      await client.query('update users set last_active_at = now() where id = $1', [user.id]);
      await audit(client, {
        organizationId: organization.id,
        actorId: user.id,
        action: scope === 'system' ? 'system_scope.issue' : 'session.signin',
        targetKind: 'session',
        target: id,
      });
      return id;
    });
    return {
      token: await this.sessions.token(session, opening),
      user_id: user.id,
      email: user.email,
      display_name: user.display_name,
      org_id: organization.id,
      org_name: organization.name,
      display_role: displayRole(roles),
      roles: roles.map(roleRef),
    };
  }
}
