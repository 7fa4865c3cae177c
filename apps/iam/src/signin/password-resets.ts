import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { invalidArgument } from '@spanwise/contracts/errors';
import { audit } from '../audit/audit.js';
import { IamConfig } from '../config.js';
import { nameOrganization, nameUser, Scopes } from '../db/scopes.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { passwordChangedMail, resetMail } from '../mail/mail-texts.js';
import { hashOfSecret, makeSecret } from '../mail/secrets.js';
import { systemOrganizationIdIn } from './destinations.js';
import { Passwords } from './passwords.js';

/** Peer facts 2.2. */
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
    await this.scopes.unscoped((client) => this.outbox.add(client, { kind: 'reset', emailKey }, TTL_SECONDS));
    this.outbox.announce();
  }

  /** Makes the link and its mail, when the address has an account that may sign in. */
  async prepare(client: PoolClient, emailKey: string): Promise<void> {
    const { rows } = await client.query<{ id: string; email: string }>(
      `select u.id, u.email from users u where u.email_key = $1 and u.status = 'active' and not u.disabled
          and not exists (select from password_resets r
                           where r.user_id = u.id and r.created_at > now() - make_interval(secs => $2))`,
      [emailKey, COOLDOWN_SECONDS],
    );
    if (rows.length === 0) return;
    const { secret, hash } = makeSecret();
    await client.query(
      `insert into password_resets (token_hash, user_id, expires_at)
       values ($1, $2, now() + make_interval(secs => $3))`,
      [hash, rows[0].id, TTL_SECONDS],
    );
    const mail = resetMail(this.config.values.baseUrl, rows[0].email, secret);
    await this.outbox.add(client, { kind: 'mail', mail }, TTL_SECONDS);
  }

  /** Sets the password, ends every session and every other link; answers whose they were. */
  async redeem(token: string, password: string): Promise<string> {
    const hash = hashOfSecret(token);
    const passwordHash = await this.passwords.hash(password);
    const userId = await this.scopes.unscoped(async (client) => {
      const used = await client.query<{ user_id: string }>(
        `update password_resets set used_at = now() where token_hash = $1 and used_at is null and expires_at > now()
         returning user_id`,
        [hash],
      );
      if (used.rowCount !== 1) throw badToken();
      const id = used.rows[0].user_id;
      const updated = await client.query<{ email: string }>(
        `update users set password_hash = $2, email_verified_at = coalesce(email_verified_at, now())
          where id = $1 and status = 'active' and not disabled returning email`,
        [id, passwordHash],
      );
      if (updated.rowCount !== 1) throw badToken();
      await client.query('delete from password_resets where user_id = $1 and token_hash <> $2', [id, hash]);
      await nameUser(client, id);
      await client.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [id]);
      const mail = passwordChangedMail(this.config.values.baseUrl, updated.rows[0].email);
      await this.outbox.add(client, { kind: 'mail', mail }, NOTICE_SECONDS);
      const organizationId = await systemOrganizationIdIn(client);
      await nameOrganization(client, organizationId);
      const entry = { organizationId, actorId: id, action: 'password.reset', targetKind: 'user', target: id };
      await audit(client, entry);
      return id;
    });
    this.outbox.announce();
    return userId;
  }
}
