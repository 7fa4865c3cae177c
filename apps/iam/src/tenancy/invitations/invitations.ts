import { Controller } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  CreateInvitation,
  createInvitation,
  InvitationId,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type InvitationView,
} from '@spanwise/contracts/iam/users';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { actorOf, audit } from '../../platform/audit/audit.js';
import { IamConfig } from '../../config.js';
import { builtinRoleByKey } from '../../access/roles/effective-access.js';
import { Scopes } from '../../db/scopes.js';
import { MailOutbox } from '../../platform/mail/mail-outbox.js';
import { invitationMail } from '../../platform/mail/mail-texts.js';
import { makeSecret } from '../../platform/mail/secrets.js';
import { organizationRoles, rolesByIdForUse } from '../../access/roles/roles.store.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';
import { keyOf, requireAdmittedDomain } from '../../identity/users/accounts.store.js';
import { requireNoMember } from '../../identity/users/members.store.js';
import { requireGrantable } from '../../access/roles/ownership.js';
import { DEFAULT_ROLE_KEY } from '../../identity/users/user-rules.js';
import { invitationView } from './invitation-view.js';
import {
  closeInvitation,
  countOpen,
  findNames,
  findOpen,
  insertInvitation,
  isInvitation,
  readInvitations,
  renewInvitation,
  type InvitationRow,
} from './invitations.store.js';

/** Invitations by mail (ACCESS-7). */
const TTL_SECONDS = 7 * 24 * 3_600;
const MAX_INVITATIONS = 1_000;

@Controller()
export class Invitations {
  constructor(
    private readonly scopes: Scopes,
    private readonly outbox: MailOutbox,
    private readonly config: IamConfig,
    private readonly limits: SignInLimits,
  ) {}

  @HandleRpc(listInvitations)
  list(_: Empty, context: IamContext): Promise<InvitationView[]> {
    return this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const rows = await readInvitations(client, context.organization_id, MAX_INVITATIONS);
      const roles = await organizationRoles(client, context.organization_id);
      return rows.map((row) => invitationView(row, context, roles));
    });
  }

  @HandleRpc(createInvitation)
  create(input: CreateInvitation, context: IamContext): Promise<InvitationView> {
    const { organization_id: organizationId, subject } = context;
    const key = keyOf(input.email);
    return this.change(context, async (client) => {
      const roleId = input.role_id ?? builtinRoleByKey(DEFAULT_ROLE_KEY)!.id;
      const [role] = await rolesByIdForUse(client, organizationId, [roleId]);
      await requireGrantable(client, context, [role!]);
      await requireAdmittedDomain(client, organizationId, key);
      await requireInvitable(client, organizationId, key);
      await this.limits.invitation(client, key, context);
      const { secret, hash } = makeSecret();
      const row = await insertInvitation(client, {
        organizationId,
        email: input.email,
        emailKey: key,
        roleKey: role!.key,
        inviterId: subject,
        tokenHash: hash,
        expiresInSeconds: TTL_SECONDS,
        apiTokenId: tokenOf(context),
      });
      if (row === undefined) throw conflict('This address has an open invitation: resend it.');
      await this.mail(client, context, row, secret);
      return { row: row, action: 'invitation.create' };
    });
  }

  /** A new link; the one before stops working. Who sends it is the inviter from now on. */
  @HandleRpc(resendInvitation)
  resend({ id }: InvitationId, context: IamContext): Promise<InvitationView> {
    const { organization_id: organizationId } = context;
    return this.change(context, async (client) => {
      const open = await findOpen(client, organizationId, id);
      if (open === undefined) return refuseChange(client, context, id);
      const role = (await organizationRoles(client, organizationId)).get(open.role_key);
      await requireGrantable(client, context, role === undefined ? [] : [role]);
      await this.limits.invitation(client, open.email_key, context);
      const { secret, hash } = makeSecret();
      const row = await renewInvitation(client, {
        organizationId,
        id,
        tokenHash: hash,
        expiresInSeconds: TTL_SECONDS,
        inviterId: context.subject,
        apiTokenId: tokenOf(context),
      });
      await this.mail(client, context, row, secret);
      return { row: row, action: 'invitation.resend' };
    });
  }

  @HandleRpc(revokeInvitation)
  revoke({ id }: InvitationId, context: IamContext): Promise<InvitationView> {
    return this.change(context, async (client) => {
      const row = await closeInvitation(client, context.organization_id, id);
      return row === undefined ? refuseChange(client, context, id) : { row: row, action: 'invitation.revoke' };
    });
  }

  private async change(
    context: IamContext,
    work: (client: PoolClient) => Promise<{ row: InvitationRow; action: string }>,
  ): Promise<InvitationView> {
    const view = await this.scopes.in({ organizationId: context.organization_id }, async (client) => {
      const { row, action } = await work(client);
      const target = { targetKind: 'invitation', target: row.id };
      const payload = { email: row.email, role: row.role_key };
      await audit(client, { ...actorOf(context), action, ...target, payload });
      return invitationView(row, context, await organizationRoles(client, context.organization_id));
    });
    this.outbox.announce();
    return view;
  }

  private async mail(client: PoolClient, context: IamContext, row: InvitationRow, secret: string): Promise<void> {
    const names = await findNames(client, context.subject, context.organization_id);
    const mail = invitationMail(this.config.values.baseUrl, row.email, secret, names);
    await this.outbox.add(client, { kind: 'mail', mail }, TTL_SECONDS);
  }
}

async function requireInvitable(client: PoolClient, organizationId: string, key: string): Promise<void> {
  await requireNoMember(client, organizationId, key);
  const open = await countOpen(client, organizationId);
  if (open >= MAX_INVITATIONS) {
    throw conflict(`An organization can have ${MAX_INVITATIONS} open invitations.`);
  }
}

async function refuseChange(client: PoolClient, context: IamContext, id: string): Promise<never> {
  const known = await isInvitation(client, context.organization_id, id);
  if (!known) throw notFound('There is no such invitation.');
  throw conflict('This invitation is not open any more.');
}

const tokenOf = (context: IamContext): string | null =>
  context.subject_type === 'api_token' ? context.credential_id : null;
