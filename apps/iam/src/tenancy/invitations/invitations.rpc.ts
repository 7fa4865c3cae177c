import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
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
import { Invitations } from './invitations.js';

@Controller()
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @HandleRpc(listInvitations)
  list(_: Empty, { context }: ScopedCall): Promise<InvitationView[]> {
    return this.invitations.list(context);
  }

  @HandleRpc(createInvitation)
  create(input: CreateInvitation, { context }: ScopedCall): Promise<InvitationView> {
    return this.invitations.create(input, context);
  }

  @HandleRpc(resendInvitation)
  resend(input: InvitationId, { context }: ScopedCall): Promise<InvitationView> {
    return this.invitations.resend(input, context);
  }

  @HandleRpc(revokeInvitation)
  revoke(input: InvitationId, { context }: ScopedCall): Promise<InvitationView> {
    return this.invitations.revoke(input, context);
  }
}
