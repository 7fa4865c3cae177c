import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  openShare,
  openShareAsMember,
  readShareSession,
  ShareLink,
  ShareSessionSecret,
  unlockShare,
  UnlockShareSession,
  type OpenedShare,
  type ShareSession,
} from '@spanwise/contracts/iam/shares';
import { translateFaults } from '@spanwise/postgres/availability';
import { ShareSessions } from './share-sessions.js';

/** How a share is viewed. */
@Controller()
export class ShareSessionsController {
  constructor(private readonly sessions: ShareSessions) {}

  @HandleRpc(openShare)
  open({ token }: ShareLink): Promise<ShareSession> {
    return translateFaults(async () => this.sessions.open(token));
  }

  @HandleRpc(openShareAsMember)
  openAsMember({ token }: ShareLink, { context }: ScopedCall): Promise<ShareSession> {
    return translateFaults(async () => this.sessions.openAsMember(token, context));
  }

  @HandleRpc(readShareSession)
  read({ session }: ShareSessionSecret): Promise<OpenedShare> {
    return translateFaults(() => this.sessions.read(session));
  }

  @HandleRpc(unlockShare)
  unlock({ session, password }: UnlockShareSession): Promise<{ unlocked: true }> {
    return translateFaults(() => this.sessions.unlock(session, password));
  }
}
