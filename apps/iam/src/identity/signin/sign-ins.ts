import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { emailKey } from '@spanwise/contracts/base/email';
import { forbidden, invalidArgument, ServiceError } from '@spanwise/contracts/base/errors';
import { signIn, SignInAttempt, signOut, type SignedIn } from '@spanwise/contracts/iam/iam';
import { translateFaults } from '@spanwise/postgres/availability';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Database } from '@spanwise/postgres/database';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { Clock } from '../../clock.js';
import { IamConfig } from '../../config.js';
import { displayRole, roleRef } from '../../access/roles/effective-access.js';
import type { User } from '../../db/entities.js';
import { Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { noteActivity } from '../../access/context/contexts.store.js';
import { systemOrganizationId } from '../../platform/organizations/organization-row.store.js';
import { replacePassword } from '../users/accounts.store.js';
import { signInTags } from '../users/claims.js';
import { findFirstOrganization, type Destination } from './destinations.store.js';
import { DEVICE_SECONDS, readDevice, signDevice } from './known-devices.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { findCandidates } from './candidates.store.js';
import { Sessions } from './sessions.js';
import { endOpenSession } from './sessions.store.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';

/** One sentence for every wrong pair: an unknown address looks like a wrong password (ACCESS-3). */
const WRONG = new ServiceError('unauthorized', 'The e-mail address or the password is wrong.');

/** The owner's account, and claims whose password has the same tag. */
const MAX_CANDIDATES = 4;

@Controller()
export class SignIns {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly limits: SignInLimits,
    private readonly scopes: Scopes,
    private readonly database: Database,
    private readonly invalidations: Invalidations,
    private readonly config: IamConfig,
    private readonly clock: Clock,
  ) {}

  @HandleRpc(signIn)
  async signIn(input: SignInAttempt): Promise<SignedIn> {
    const key = emailKey(input.email) ?? '';
    const { tokenKeys } = this.config.values;
    const device = readDevice(tokenKeys, key, input.device, this.clock.nowMs());
    await this.limits.signIn(key, device);
    const user = await this.match(key, input.password);
    if (user === undefined) {
      await this.noteRefusal(key);
      throw WRONG;
    }
    await this.limits.succeeded(key, device);
    if (user.disabled || user.status !== 'active') throw forbidden('This account is not active.');
    const destination = await findFirstOrganization(this.scopes, user);
    if (destination === undefined) throw forbidden('This account belongs to no enabled organization.');
    const token = signDevice(tokenKeys, key, this.clock.nowMs(), device);
    return { ...(await this.enter(user, destination)), device: { token, seconds: DEVICE_SECONDS } };
  }

  @HandleRpc(signOut)
  async signOut(_: Empty, context: IamContext): Promise<{ signed_out: true }> {
    if (context.subject_type !== 'user') {
      throw invalidArgument('An API token has no session to end: revoke the token instead.');
    }
    const { subject, credential_id: session, organization_id: organizationId } = context;
    await this.scopes.in({ organizationId }, async (client) => {
      await endOpenSession(client, session, subject);
      await audit(client, {
        ...actorOf(context),
        action: 'session.signout',
        targetKind: 'session',
        target: session,
      });
    });
    this.invalidations.publish({ credential_id: session });
    return { signed_out: true as const };
  }

  /** The account whose password it is: a claim that is probably meant, or else the one that owns the address. */
  private async match(key: string, password: string): Promise<User | undefined> {
    const tags = signInTags(this.config.values.tokenKeys, key, password);
    const found = await translateFaults(() => findCandidates(this.database.manager, key, tags, MAX_CANDIDATES));
    // An unknown address costs a verification, too.
    for (const user of found.length === 0 ? [undefined] : found) {
      const match = await this.passwords.match(user?.password_hash, password);
      if (user === undefined || match === 'no') continue;
      if (match === 'as typed') await this.renew(user, key, password);
      return user;
    }
    return undefined;
  }

  /** A hash from before passwords were prepared becomes one of all spellings, unless the password was changed meanwhile. */
  private async renew({ id, password_hash: verified }: User, key: string, password: string): Promise<void> {
    const hash = await this.passwords.hash(password);
    const [tag] = signInTags(this.config.values.tokenKeys, key, password);
    await this.scopes.in({ userId: id }, (client) => replacePassword(client, id, hash, verified, tag!));
  }

  /** Kept with the platform, for known and unknown addresses alike: no organization owns a failed try. */
  private async noteRefusal(key: string): Promise<void> {
    const organizationId = await this.scopes.in({}, systemOrganizationId);
    const entry = { organizationId, actorId: null, actorKind: 'anonymous' as const, action: 'session.signin_refused' };
    await this.scopes.in({ organizationId }, (client) => audit(client, { ...entry, targetKind: 'email', target: key }));
  }

  private async enter(user: User, { organization, scope, roles }: Destination): Promise<Omit<SignedIn, 'device'>> {
    const opening = { userId: user.id, organizationId: organization.id, scope };
    const session = await this.scopes.in({ organizationId: organization.id }, async (client) => {
      const id = await this.sessions.insert(client, opening);
      await noteActivity(client, user.id);
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
