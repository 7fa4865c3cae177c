import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { invalidArgument, notFound, unauthorized } from '@spanwise/contracts/errors';
import {
  ChangePassword,
  changePassword,
  listSessions,
  revokeSession,
  SessionId,
  type SessionView,
} from '@spanwise/contracts/iam-profile';
import { Empty } from '@spanwise/contracts/rpc';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { nameOrganization, Scopes } from '../db/scopes.js';
import { Invalidations } from '../events/invalidations.js';
import { requireGoodPassword } from '../signin/password-policy.js';
import { Passwords } from '../signin/passwords.js';
import { SignInLimits } from '../signin/sign-in-limits.js';
import { requireUser } from './profile.controller.js';

const MAX_LISTED = 200;

interface SessionRow {
  id: string;
  organization_id: string;
  scope: SessionView['scope'];
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

const micros = (date: Date): number => date.getTime() * 1_000;

@Controller()
export class SessionsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly invalidations: Invalidations,
  ) {}

  @HandleRpc(listSessions)
  list(_: Empty, { context }: ScopedCall): Promise<SessionView[]> {
    requireUser(context);
    return translateFaults(() =>
      this.scopes.asUser(context.subject, async (client) => {
        const { rows } = await client.query<SessionRow>(
          `select id, organization_id, scope, address, user_agent, created_at, last_seen_at, expires_at from sessions
            where user_id = $1 and revoked_at is null and expires_at > now()
            order by (id = $2) desc, last_seen_at desc, id limit $3`,
          [context.subject, context.credential_id, MAX_LISTED],
        );
        return rows.map((row) => ({
          id: row.id,
          org_id: row.organization_id,
          scope: row.scope,
          current: row.id === context.credential_id,
          ...(row.address !== null && { address: row.address }),
          ...(row.user_agent !== null && { user_agent: row.user_agent }),
          created_at_micros: micros(row.created_at),
          last_seen_at_micros: micros(row.last_seen_at),
          expires_at_micros: micros(row.expires_at),
        }));
      }),
    );
  }

  @HandleRpc(revokeSession)
  revoke({ id }: SessionId, { context }: ScopedCall): Promise<{ revoked: true }> {
    requireUser(context);
    return translateFaults(async () => {
      await this.scopes.asUser(context.subject, async (client) => {
        const { rowCount } = await client.query(
          'update sessions set revoked_at = coalesce(revoked_at, now()) where id = $1 and user_id = $2',
          [id, context.subject],
        );
        if (rowCount !== 1) throw notFound('There is no such session.');
        await nameOrganization(client, context.organization_id);
        await audit(client, { ...actorOf(context), action: 'session.revoke', targetKind: 'session', target: id });
      });
      this.invalidations.publish({ credential_id: id });
      return { revoked: true as const };
    });
  }

  @HandleRpc(changePassword)
  change(input: ChangePassword, { context }: ScopedCall): Promise<{ changed: true }> {
    requireUser(context);
    requireGoodPassword(input.password);
    return translateFaults(async () => {
      const { subject } = context;
      await this.limits.passwordChange(subject);
      const stored = await this.scopes.unscoped(
        async (client) =>
          (await client.query<{ password_hash: string }>('select password_hash from users where id = $1', [subject]))
            .rows[0],
      );
      if (stored === undefined) throw unauthorized();
      if (!(await this.passwords.verify(stored.password_hash, input.current_password))) {
        throw invalidArgument('The current password is wrong.', [{ field: 'current_password', reason: 'is wrong' }]);
      }
      const hash = await this.passwords.hash(input.password);
      const ended = await this.scopes.asUser(subject, async (client) => {
        // The hash that was verified: of two changes at once only one holds.
        const { rowCount } = await client.query(
          'update users set password_hash = $2 where id = $1 and password_hash = $3',
          [subject, hash, stored.password_hash],
        );
        if (rowCount !== 1) throw invalidArgument('The current password is wrong.');
        const { rows } = await client.query<{ id: string }>(
          'update sessions set revoked_at = now() where user_id = $1 and id <> $2 and revoked_at is null returning id',
          [subject, context.credential_id],
        );
        await client.query('delete from password_resets where user_id = $1', [subject]);
        await nameOrganization(client, context.organization_id);
        await audit(client, { ...actorOf(context), action: 'password.change', targetKind: 'user', target: subject });
        return rows.map((row) => row.id);
      });
      if (ended.length > 0) this.invalidations.publish({ subject });
      return { changed: true as const };
    });
  }
}
