import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument, notFound, unauthorized } from '@spanwise/contracts/base/errors';
import {
  ChangePassword,
  changePassword,
  listSessions,
  revokeSession,
  SessionId,
  type SessionView,
} from '@spanwise/contracts/iam/profile';
import { microsOf } from '@spanwise/contracts/base/micros';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { IamConfig } from '../../config.js';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { Invalidations } from '../../platform/events/invalidations.js';
import { requireGoodPassword } from '../../platform/passwords/password-policy.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';
import { replacePassword } from '../users/accounts.store.js';
import { signInTags } from '../users/claims.js';
import { requireUser } from '../../access/roles/require-user.js';
import { endOtherSessions, endSession, findPassword, forgetPasswordResets, readSessions } from './sessions.store.js';

const MAX_LISTED = 200;

@Controller()
export class OwnSessions {
  constructor(
    private readonly scopes: Scopes,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly invalidations: Invalidations,
    private readonly config: IamConfig,
  ) {}

  @HandleRpc(listSessions)
  list(_: Empty, context: IamContext): Promise<SessionView[]> {
    requireUser(context);
    return this.scopes.in({ userId: context.subject }, async (client) => {
      const rows = await readSessions(client, context.subject, context.credential_id, MAX_LISTED);
      return rows.map((row) => ({
        id: row.id,
        org_id: row.organization_id,
        scope: row.scope,
        current: row.id === context.credential_id,
        ...(row.address !== null && { address: row.address }),
        ...(row.user_agent !== null && { user_agent: row.user_agent }),
        created_at_micros: microsOf(row.created_at),
        last_seen_at_micros: microsOf(row.last_seen_at),
        expires_at_micros: microsOf(row.expires_at),
      }));
    });
  }

  @HandleRpc(revokeSession)
  async revoke({ id }: SessionId, context: IamContext): Promise<{ revoked: true }> {
    requireUser(context);
    await this.scopes.in({ userId: context.subject }, async (client) => {
      const ended = await endSession(client, id, context.subject);
      if (!ended) throw notFound('There is no such session.');
      await nameOrganization(client, context.organization_id);
      await audit(client, { ...actorOf(context), action: 'session.revoke', targetKind: 'session', target: id });
    });
    this.invalidations.publish({ credential_id: id });
    return { revoked: true as const };
  }

  @HandleRpc(changePassword)
  async change(input: ChangePassword, context: IamContext): Promise<{ changed: true }> {
    requireUser(context);
    requireGoodPassword(input.password);
    const { subject } = context;
    await this.limits.passwordChange(subject);
    const stored = await this.scopes.in({}, (client) => findPassword(client, subject));
    if (stored === undefined) throw unauthorized();
    if (!(await this.passwords.verify(stored.password_hash, input.current_password))) {
      throw invalidArgument('The current password is wrong.', [{ field: 'current_password', reason: 'is wrong' }]);
    }
    const hash = await this.passwords.hash(input.password);
    const [tag] = signInTags(this.config.values.tokenKeys, stored.email_key, input.password);
    const ended = await this.scopes.in({ userId: subject }, async (client) => {
      // The hash that was verified: of two changes at once only one holds.
      const changed = await replacePassword(client, subject, hash, stored.password_hash, tag!);
      if (!changed) throw invalidArgument('The current password is wrong.');
      const sessions = await endOtherSessions(client, subject, context.credential_id);
      await forgetPasswordResets(client, subject);
      await nameOrganization(client, context.organization_id);
      await audit(client, { ...actorOf(context), action: 'password.change', targetKind: 'user', target: subject });
      return sessions;
    });
    if (ended.length > 0) this.invalidations.publish({ subject });
    return { changed: true as const };
  }
}
