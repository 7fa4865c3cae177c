import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import { conflict, notFound } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import {
  CreateInvitation,
  createInvitation,
  InvitationId,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type InvitationView,
} from '@spanwise/contracts/iam-users';
import { Empty } from '@spanwise/contracts/rpc';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { translateFaults } from '@spanwise/postgres/availability';
import { actorOf, audit } from '../audit/audit.js';
import { IamConfig } from '../config.js';
import { builtinRoleByKey, type Role } from '../context/effective-access.js';
import { Scopes } from '../db/scopes.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { invitationMail } from '../mail/mail-texts.js';
import { makeSecret } from '../mail/secrets.js';
import { organizationRoles, rolesByIdForUse } from '../roles/role-store.js';
import { keyOf, requireAdmittedDomain } from '../users/accounts.js';
import { requireGrantable } from '../users/members.js';
import { DEFAULT_ROLE_KEY } from '../users/users.controller.js';

/** Decisions 2.3. */
const TTL_SECONDS = 7 * 24 * 3_600;
const MAX_INVITATIONS = 1_000;

interface InvitationRow {
  id: string;
  email: string;
  role_key: string;
  inviter_id: string;
  status: 'pending' | 'accepted' | 'revoked';
  expired: boolean;
  sent_at: Date;
  updated_at: Date;
}

const COLUMNS = 'id, email, role_key, inviter_id, status, expires_at < now() as expired, sent_at, updated_at';

@Controller()
export class InvitationsController {
  constructor(
    private readonly scopes: Scopes,
    private readonly outbox: MailOutbox,
    private readonly config: IamConfig,
  ) {}

  @HandleRpc(listInvitations)
  list(_: Empty, { context }: ScopedCall): Promise<InvitationView[]> {
    return translateFaults(() =>
      this.scopes.inOrganization(context.organization_id, async (client) => {
        const { rows } = await client.query<InvitationRow>(
          `select ${COLUMNS} from invitations where organization_id = $1 order by created_at desc, id limit $2`,
          [context.organization_id, MAX_INVITATIONS],
        );
        const roles = await organizationRoles(client, context.organization_id);
        return rows.map((row) => viewOf(row, context, roles));
      }),
    );
  }

  @HandleRpc(createInvitation)
  create(input: CreateInvitation, { context }: ScopedCall): Promise<InvitationView> {
    const { organization_id: organizationId, subject } = context;
    const key = keyOf(input.email);
    return this.change(context, async (client) => {
      const roleId = input.role_id ?? builtinRoleByKey(DEFAULT_ROLE_KEY)!.id;
      const [role] = await rolesByIdForUse(client, organizationId, [roleId]);
      requireGrantable(context, [role]);
      await requireAdmittedDomain(client, organizationId, key);
      await requireInvitable(client, organizationId, key);
      const { secret, hash } = makeSecret();
      const { rows } = await client.query<InvitationRow>(
        `insert into invitations (id, organization_id, email, email_key, role_key, inviter_id, token_hash, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))
         on conflict (organization_id, email_key) where status = 'pending' do nothing returning ${COLUMNS}`,
        [uuidv7(), organizationId, input.email, key, role.key, subject, hash, TTL_SECONDS],
      );
      if (rows.length === 0) throw conflict('This address has an open invitation: resend it.');
      await this.mail(client, context, rows[0], secret);
      return { row: rows[0], action: 'invitation.create' };
    });
  }

  /** A new link; the one before stops working. */
  @HandleRpc(resendInvitation)
  resend({ id }: InvitationId, { context }: ScopedCall): Promise<InvitationView> {
    return this.change(context, async (client) => {
      const { secret, hash } = makeSecret();
      const { rows } = await client.query<InvitationRow>(
        `update invitations set token_hash = $3, sent_at = now(), updated_at = now(),
                                expires_at = now() + make_interval(secs => $4)
          where organization_id = $1 and id = $2 and status = 'pending' returning ${COLUMNS}`,
        [context.organization_id, id, hash, TTL_SECONDS],
      );
      if (rows.length === 0) return refuseChange(client, context, id);
      await this.mail(client, context, rows[0], secret);
      return { row: rows[0], action: 'invitation.resend' };
    });
  }

  @HandleRpc(revokeInvitation)
  revoke({ id }: InvitationId, { context }: ScopedCall): Promise<InvitationView> {
    return this.change(context, async (client) => {
      const { rows } = await client.query<InvitationRow>(
        `update invitations set status = 'revoked', updated_at = now()
          where organization_id = $1 and id = $2 and status = 'pending' returning ${COLUMNS}`,
        [context.organization_id, id],
      );
      return rows.length === 0 ? refuseChange(client, context, id) : { row: rows[0], action: 'invitation.revoke' };
    });
  }

  private change(
    context: IamContext,
    work: (client: PoolClient) => Promise<{ row: InvitationRow; action: string }>,
  ): Promise<InvitationView> {
    return translateFaults(async () => {
      const view = await this.scopes.inOrganization(context.organization_id, async (client) => {
        const { row, action } = await work(client);
        const target = { targetKind: 'invitation', target: row.id };
        const payload = { email: row.email, role: row.role_key };
        await audit(client, { ...actorOf(context), action, ...target, payload });
        return viewOf(row, context, await organizationRoles(client, context.organization_id));
      });
      this.outbox.announce();
      return view;
    });
  }

  private async mail(client: PoolClient, context: IamContext, row: InvitationRow, secret: string): Promise<void> {
    const { rows } = await client.query<{ inviter: string; organization: string }>(
      'select u.display_name as inviter, o.name as organization from users u, organizations o where u.id = $1 and o.id = $2',
      [context.subject, context.organization_id],
    );
    const mail = invitationMail(this.config.values.baseUrl, row.email, secret, rows[0]);
    await this.outbox.add(client, { kind: 'mail', mail }, TTL_SECONDS);
  }
}

async function requireInvitable(client: PoolClient, organizationId: string, key: string): Promise<void> {
  const member = await client.query(
    'select from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and u.email_key = $2',
    [organizationId, key],
  );
  if (member.rowCount !== 0) throw conflict('This address belongs to a member already.');
  const { rows } = await client.query<{ open: string }>(
    "select count(*) as open from invitations where organization_id = $1 and status = 'pending'",
    [organizationId],
  );
  if (Number(rows[0].open) >= MAX_INVITATIONS) {
    throw conflict(`An organization can have ${MAX_INVITATIONS} open invitations.`);
  }
}

async function refuseChange(client: PoolClient, context: IamContext, id: string): Promise<never> {
  const { rowCount } = await client.query('select from invitations where organization_id = $1 and id = $2', [
    context.organization_id,
    id,
  ]);
  if (rowCount === 0) throw notFound('There is no such invitation.');
  throw conflict('This invitation is not open any more.');
}

const micros = (date: Date): number => date.getTime() * 1_000;

function viewOf(row: InvitationRow, context: IamContext, roles: Map<string, Role>): InvitationView {
  const role = roles.get(row.role_key);
  return {
    id: row.id,
    org_id: context.organization_id,
    email: row.email,
    role_id: role?.id ?? '',
    role_key: row.role_key,
    role_name: role?.name ?? row.role_key,
    inviter_id: row.inviter_id,
    status: row.status === 'pending' && row.expired ? 'expired' : row.status,
    sent_at_micros: micros(row.sent_at),
    updated_at_micros: micros(row.updated_at),
  };
}
