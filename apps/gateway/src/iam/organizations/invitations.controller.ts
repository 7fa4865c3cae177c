import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import {
  AcceptInvitation,
  acceptInvitation,
  CreateInvitation,
  createInvitation,
  InvitationId,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  type AcceptedInvitation,
  type InvitationView,
} from '@spanwise/contracts/iam/users';
import { parse } from '@spanwise/contracts/authz/parse';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { Access, Public } from '../../edge/auth/access.js';
import type { Caller } from '../../edge/auth/authentication.js';
import { CurrentCaller } from '../../edge/auth/current-caller.js';
import { pathId } from '../../edge/auth/path-id.js';
import { RequestLimits, secretKey } from '../../edge/limits/request-limits.js';
import { Operation } from '../../edge/openapi/operation.js';

const MANAGE = { organization: 'org.members.manage' };
const PATH = { id: 'Id of the invitation' };
const NOT_OPEN = { conflict: 'The invitation is no longer open.' };

const invitationId = (id: string): InvitationId => pathId(InvitationId, id, 'There is no such invitation.');

/** Invitations by mail (ACCESS-7). */
@Controller('api/v1/invitations')
export class InvitationsController {
  constructor(
    private readonly bus: Bus,
    private readonly limits: RequestLimits,
  ) {}

  @Access({ organization: 'org.members.read' })
  @Operation('Invitations', { summary: 'Invitations, newest first' })
  @Get()
  list(@CurrentCaller() caller: Caller): Promise<InvitationView[]> {
    return this.bus.rpc.call(listInvitations, new Empty(), caller.signed);
  }

  @Access(MANAGE)
  @Operation('Invitation', {
    summary: 'Invite an e-mail address',
    description: 'A single-use link is e-mailed, valid for 7 days. Without `role_id` the role is `viewer`.',
    body: CreateInvitation,
    refusals: {
      forbidden: 'The caller has not all permissions of the role, or the domain is not admitted.',
      conflict: 'The address belongs to a member, or has an open invitation.',
      resource_exhausted: 'Too many invitations to this address, by this inviter or of this organization.',
    },
  })
  @Post()
  create(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<InvitationView> {
    return this.bus.rpc.call(createInvitation, parse(CreateInvitation, body), caller.signed);
  }

  @Public()
  @Operation('AcceptedInvitation', {
    summary: 'Accept an invitation',
    description:
      'The e-mailed token is the credential. A name and a password are required without an account, or while the address is unverified, and refused otherwise. No session is created.',
    body: AcceptInvitation,
    refusals: {
      invalid_argument: 'The link is invalid, used or expired, or the password is refused.',
      conflict: 'The organization is full.',
      resource_exhausted: 'Too many attempts.',
    },
  })
  @Post('accept')
  @HttpCode(200)
  accept(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<AcceptedInvitation> {
    const given = parse(AcceptInvitation, body);
    const key = secretKey('invitation', given.token, given.display_name ?? '', given.password ?? '');
    return this.limits.throttleFailures(ip, key, () => this.bus.rpc.call(acceptInvitation, given));
  }

  @Access(MANAGE)
  @Operation('Invitation', {
    summary: 'Resend an invitation',
    description: 'Invalidates the previous link. The caller becomes the inviter.',
    path: PATH,
    refusals: {
      ...NOT_OPEN,
      forbidden: 'The caller could not give this role.',
      resource_exhausted: 'Too many invitations to this address, by this inviter or of this organization.',
    },
  })
  @Post(':id/resend')
  @HttpCode(200)
  resend(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<InvitationView> {
    return this.bus.rpc.call(resendInvitation, invitationId(id), caller.signed);
  }

  @Access(MANAGE)
  @Operation('Invitation', { summary: 'Revoke an invitation', path: PATH, refusals: NOT_OPEN })
  @Post(':id/revoke')
  @HttpCode(200)
  revoke(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<InvitationView> {
    return this.bus.rpc.call(revokeInvitation, invitationId(id), caller.signed);
  }
}
