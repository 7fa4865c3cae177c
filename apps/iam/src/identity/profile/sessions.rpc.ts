import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  ChangePassword,
  changePassword,
  listSessions,
  revokeSession,
  SessionId,
  type SessionView,
} from '@spanwise/contracts/iam/profile';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { OwnSessions } from './own-sessions.js';

@Controller()
export class SessionsController {
  constructor(private readonly ownSessions: OwnSessions) {}

  @HandleRpc(listSessions)
  list(_: Empty, { context }: ScopedCall): Promise<SessionView[]> {
    return this.ownSessions.list(context);
  }

  @HandleRpc(revokeSession)
  revoke(input: SessionId, { context }: ScopedCall): Promise<{ revoked: true }> {
    return this.ownSessions.revoke(input, context);
  }

  @HandleRpc(changePassword)
  change(input: ChangePassword, { context }: ScopedCall): Promise<{ changed: true }> {
    return this.ownSessions.change(input, context);
  }
}
