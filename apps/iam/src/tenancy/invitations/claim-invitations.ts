import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { IamConfig } from '../../config.js';
import { nameOrganization } from '../../db/scopes.js';
import { MailOutbox } from '../../platform/mail/mail-outbox.js';
import { invitationMail } from '../../platform/mail/mail-texts.js';
import { makeSecret } from '../../platform/mail/secrets.js';
import type { NewMember } from '../../platform/mail/waiting.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';
import { CLAIM_SECONDS } from '../../identity/users/claims.js';
import { findClaimed, findNames, insertClaimInvitation } from './invitations.store.js';

/** Asks the owner of an address that an organization has made an account for. The organization sees nothing of it. */
@Injectable()
export class ClaimInvitations {
  constructor(
    private readonly config: IamConfig,
    private readonly limits: SignInLimits,
    private readonly outbox: MailOutbox,
  ) {}

  /** Looks a new member up when no client waits for the answer: only here does it matter whether the address has an owner. */
  async prepare(client: PoolClient, { organizationId, userId, inviterId }: NewMember): Promise<void> {
    await nameOrganization(client, organizationId);
    const claimed = await findClaimed(client, userId, organizationId);
    if (claimed === undefined || !(await this.limits.claim(client, claimed.email_key))) return;
    const { email, email_key: key, role_key: role } = claimed;
    const { secret, hash } = makeSecret();
    await insertClaimInvitation(client, {
      organizationId,
      email,
      emailKey: key,
      roleKey: role,
      inviterId,
      tokenHash: hash,
      expiresInSeconds: CLAIM_SECONDS,
      claimId: userId,
    });
    const names = await findNames(client, inviterId, organizationId);
    const mail = invitationMail(this.config.values.baseUrl, email, secret, names);
    await this.outbox.add(client, { kind: 'mail', mail }, CLAIM_SECONDS);
  }
}
