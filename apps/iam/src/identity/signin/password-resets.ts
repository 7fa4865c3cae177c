import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { audit } from '../../platform/audit/audit.js';
import { IamConfig } from '../../config.js';
import { nameOrganization, nameUser, Scopes } from '../../db/scopes.js';
import { MailOutbox } from '../../platform/mail/mail-outbox.js';
import { passwordChangedMail, resetMail } from '../../platform/mail/mail-texts.js';
import { hashOfSecret, makeSecret } from '../../platform/mail/secrets.js';
import { systemOrganizationId } from '../../platform/organizations/organization-row.store.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { dropOtherResets, findResettable, insertReset, setNewPassword, useReset } from './password-resets.store.js';
import { endUserSessions } from './sessions.store.js';

/** Of a mailed link (ACCESS-6). */
const TTL_SECONDS = 30 * 60;
const COOLDOWN_SECONDS = 60;
const NOTICE_SECONDS = 24 * 3_600;

/** One sentence for every link that does not hold. */
const badToken = () => invalidArgument('The link is invalid, used or expired.');

/** Password resets by mail: a request is queued for every address alike, and only the worker learns who it belongs to. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly passwords: Passwords,
    private readonly outbox: MailOutbox,
  ) {}

  async request(emailKey: string): Promise<void> {
    await this.scopes.in({}, (client) => this.outbox.add(client, { kind: 'reset', emailKey }, TTL_SECONDS));
    this.outbox.announce();
  }

  /** Makes the link and its mail, when the address has an account that may sign in. */
  async prepare(client: PoolClient, emailKey: string): Promise<void> {
    const user = await findResettable(client, emailKey, COOLDOWN_SECONDS);
    if (user === undefined) return;
    const { secret, hash } = makeSecret();
    await insertReset(client, hash, user.id, TTL_SECONDS);
    const mail = resetMail(this.config.values.baseUrl, user.email, secret);
    await this.outbox.add(client, { kind: 'mail', mail }, TTL_SECONDS);
  }

  /** Sets the password, ends every session and every other link; answers whose they were. */
  async redeem(token: string, password: string): Promise<string> {
    const hash = hashOfSecret(token);
    const passwordHash = await this.passwords.hash(password);
    const userId = await this.scopes.in({}, async (client) => {
      const used = await useReset(client, hash);
      if (used === undefined) throw badToken();
      const id = used.user_id;
      const updated = await setNewPassword(client, id, passwordHash);
      if (updated === undefined) throw badToken();
      await dropOtherResets(client, id, hash);
      await nameUser(client, id);
      await endUserSessions(client, id);
      const mail = passwordChangedMail(this.config.values.baseUrl, updated.email);
      await this.outbox.add(client, { kind: 'mail', mail }, NOTICE_SECONDS);
      const organizationId = await systemOrganizationId(client);
      await nameOrganization(client, organizationId);
      const entry = { organizationId, actorId: id, action: 'password.reset', targetKind: 'user', target: id };
      await audit(client, entry);
      return id;
    });
    this.outbox.announce();
    return userId;
  }
}
