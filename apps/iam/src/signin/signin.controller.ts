import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus } from '@spanwise/bus/bus';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { forbidden, ServiceError } from '@spanwise/contracts/errors';
import { SignIn, signIn, signOut, type SignInReply } from '@spanwise/contracts/iam';
import { SIGN_IN_AUDIENCE, SIGN_IN_ISSUER, type SignInClaims } from '@spanwise/contracts/iam-context';
import { INVALIDATION_SUBJECT } from '@spanwise/contracts/invalidation';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { audit } from '../audit/audit.js';
import { displayRole, roleRef, rolesOf } from '../context/effective-access.js';
import { Organization, User } from '../db/entities.js';
import { Scopes } from '../db/scopes.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { Passwords } from './passwords.js';

/** Decisions 2.2. */
const SESSION_SECONDS = 24 * 3_600;

/** One sentence for every wrong pair: nothing tells an unknown address from a wrong password (decisions 2.4). */
const WRONG = new ServiceError('unauthorized', 'The e-mail address or the password is wrong.');

interface Membership {
  organization: Organization;
  roleKeys: string[];
}

@Controller()
export class SignInController {
  constructor(
    private readonly passwords: Passwords,
    private readonly keys: SigningKeys,
    private readonly scopes: Scopes,
    private readonly source: DataSource,
    private readonly bus: Bus,
  ) {}

  @HandleRpc(signIn)
  signIn(input: SignIn): Promise<SignInReply> {
    return translateFaults(async () => {
      const user = await this.findUser(input.email);
      const holds = await this.passwords.verify(user?.password_hash, input.password);
      if (user === null || !holds) throw WRONG;
      if (user.disabled || user.status !== 'active') throw forbidden('This account is not active.');
      const membership = await this.firstMembership(user);
      if (membership === undefined) throw forbidden('This account belongs to no enabled organization.');
      return this.openSession(user, membership);
    });
  }

  @HandleRpc(signOut)
  signOut(_: Empty, call: ScopedCall): Promise<{ signed_out: true }> {
    return translateFaults(async () => {
      const { subject, credential_id: session, organization_id: organizationId } = call.context;
      await this.scopes.inOrganization(organizationId, async (client) => {
        await client.query(
          'update sessions set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null',
          [session, subject],
        );
        await audit(client, { organizationId, actorId: subject, action: 'session.signout', target: session });
      });
      this.bus.connection.publish(INVALIDATION_SUBJECT, JSON.stringify({ credential_id: session }));
      return { signed_out: true as const };
    });
  }

  private findUser(email: string): Promise<User | null> {
    return this.source.manager
      .createQueryBuilder(User, 'u')
      .where('lower(u.email) = lower(:email)', { email })
      .getOne();
  }

  private async firstMembership(user: User): Promise<Membership | undefined> {
    const { rows } = await this.scopes.asUser(user.id, (client) =>
      client.query<{ organization_id: string; role_keys: string[] }>(
        'select organization_id, role_keys from memberships where user_id = $1 order by created_at, organization_id',
        [user.id],
      ),
    );
    for (const row of rows) {
      const organization = await this.source.manager.findOneBy(Organization, { id: row.organization_id });
      if (organization !== null && !organization.disabled && !organization.system)
        return { organization, roleKeys: row.role_keys };
    }
    return undefined;
  }

  /** The session stands before its token is given out: what can be used can be revoked. */
  private async openSession(user: User, { organization, roleKeys }: Membership): Promise<SignInReply> {
    const session = uuidv7();
    await this.scopes.inOrganization(organization.id, async (client) => {
      await client.query(
        `insert into sessions (id, user_id, organization_id, scope, expires_at)
         values ($1, $2, $3, 'organization', now() + make_interval(secs => $4))`,
        [session, user.id, organization.id, SESSION_SECONDS],
      );
      await audit(client, {
        organizationId: organization.id,
        actorId: user.id,
        action: 'session.signin',
        target: session,
      });
    });
    const claims: Omit<SignInClaims, 'iat' | 'exp'> = {
      sub: user.id,
      org_id: organization.id,
      scope: 'organization',
      sid: session,
      jti: uuidv7(),
    };
    return {
      token: await this.keys.sign(claims, SIGN_IN_ISSUER, SIGN_IN_AUDIENCE, SESSION_SECONDS),
      user_id: user.id,
      email: user.email,
      display_name: user.display_name,
      org_id: organization.id,
      org_name: organization.name,
      display_role: displayRole(roleKeys),
      roles: rolesOf(roleKeys).map(roleRef),
    };
  }
}
