import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { forbidden, invalidArgument } from '@spanwise/contracts/base/errors';
import type { SignUp, VerifiedSignUp, VerifySignUp } from '@spanwise/contracts/iam/orgs';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { audit } from '../../platform/audit/audit.js';
import { IamConfig } from '../../config.js';
import { nameOrganization, Scopes } from '../../db/scopes.js';
import { MailOutbox } from '../../platform/mail/mail-outbox.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { alreadyRegisteredMail, verificationMail } from '../../platform/mail/mail-texts.js';
import { hashOfSecret, makeSecret } from '../../platform/mail/secrets.js';
import { requireRoom } from '../../commerce/quotas/quotas.store.js';
import { raisePolicyVersion } from '../../access/roles/roles.store.js';
import {
  findAccount,
  insertAccount,
  insertMembership,
  keyOf,
  lockAddress,
  requireAdmittedDomain,
} from '../users/accounts.store.js';
import { DEFAULT_ROLE_KEY } from '../users/user-rules.js';
import { Passwords } from '../../platform/passwords/passwords.js';
import { SignInLimits } from '../../platform/limits/sign-in-limits.js';
import {
  dropExpiredSignUps,
  findSignUp,
  findTarget,
  insertSignUp,
  lockSignUp,
  removeSignUp,
  removeSignUpsOf,
  reviveRejected,
  setSignUpToken,
  type SignUpRow,
  type Target,
} from './sign-ups.store.js';

const TTL_SECONDS = 24 * 3_600;

/** One sentence for every link that does not hold, and for a wrong password. */
const badToken = () => invalidArgument('The link is invalid, used or expired, or the password is another one.');

/**
 * Sign-ups before they are accounts. Nothing exists for an address until its owner has opened the mailed link: no account,
 * no member, no session. The link asks for the password of the sign-up again, so that the owner does not confirm a stranger's.
 */
@Injectable()
export class SignUps {
  constructor(
    private readonly scopes: Scopes,
    private readonly config: IamConfig,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly mailer: Mailer,
    private readonly outbox: MailOutbox,
  ) {}

  /** A user may sign up now. Without a mail server an administrator has to answer for the address. */
  async isOpen(): Promise<boolean> {
    const target = await this.scopes.in({}, findTarget);
    return target !== undefined && target.signup_enabled && (this.mailer.configured || target.signup_require_approval);
  }

  /** The same for every address, known or not. */
  async request(input: SignUp): Promise<void> {
    const key = keyOf(input.email);
    const passwordHash = await this.passwords.hash(input.password);
    const target = await this.scopes.in({}, (client) => openTarget(client, key));
    if (!this.mailer.configured) return this.requestApproval(target, input, passwordHash);
    if (!(await this.limits.mail(key))) return;
    await this.scopes.in({}, async (client) => {
      await dropExpiredSignUps(client);
      const id = uuidv7();
      await insertSignUp(client, {
        id,
        email: input.email,
        emailKey: key,
        displayName: input.display_name.trim(),
        passwordHash,
        expiresInSeconds: TTL_SECONDS,
      });
      await this.outbox.add(client, { kind: 'sign-up', signUpId: id }, TTL_SECONDS);
    });
    this.outbox.announce();
  }

  /** Makes the link and its mail; the owner of an account reads that they have one. */
  async prepare(client: PoolClient, id: string): Promise<void> {
    const row = await findSignUp(client, id);
    if (row === undefined) return;
    const account = await findAccount(client, row.email_key);
    if (account !== undefined && account.status !== 'rejected') {
      await removeSignUp(client, id);
      const mail = alreadyRegisteredMail(this.config.values.baseUrl, account.email);
      return this.outbox.add(client, { kind: 'mail', mail }, TTL_SECONDS);
    }
    const { secret, hash } = makeSecret();
    await setSignUpToken(client, id, hash);
    const mail = verificationMail(this.config.values.baseUrl, row.email, secret);
    return this.outbox.add(client, { kind: 'mail', mail }, TTL_SECONDS);
  }

  /** Makes the account, by the policy of this moment. It does not sign in. */
  async verify({ token, password }: VerifySignUp): Promise<VerifiedSignUp> {
    const hash = hashOfSecret(token);
    const found = await this.scopes.in({}, (client) => readSignUp(client, hash));
    await this.limits.signUpPassword(found.id);
    if (!(await this.passwords.verify(found.password_hash, password))) throw badToken();
    return this.scopes.in({}, async (client) => {
      const row = await readSignUp(client, hash);
      const target = await openTarget(client, row.email_key);
      await removeSignUpsOf(client, row.email_key);
      const status = target.signup_require_approval ? ('pending' as const) : ('active' as const);
      const userId = await register(client, target, row, status, true);
      if (userId === undefined) throw badToken();
      return { verified: true as const, email: row.email, status };
    });
  }

  private async requestApproval(target: Target, input: SignUp, passwordHash: string): Promise<void> {
    if (!target.signup_require_approval) {
      throw forbidden(
        'Sign-up is not possible here: no mail can be sent to confirm an address, and there is no approval.',
      );
    }
    const { email, display_name: name } = input;
    await this.scopes.in({}, async (client) => {
      await nameOrganization(client, target.id);
      const row = { email, email_key: keyOf(email), display_name: name.trim(), password_hash: passwordHash };
      await register(client, target, row, 'pending', false);
    });
  }
}

/** Where an address may sign up to; the transaction is scoped to it from now on. */
async function openTarget(client: PoolClient, emailKey: string): Promise<Target> {
  const target = await findTarget(client);
  if (target === undefined || !target.signup_enabled) throw forbidden('Sign-up is not open here.');
  await nameOrganization(client, target.id);
  await requireAdmittedDomain(client, target.id, emailKey);
  return target;
}

async function readSignUp(client: PoolClient, hash: string): Promise<SignUpRow> {
  const row = await lockSignUp(client, hash);
  if (row === undefined) throw badToken();
  return row;
}

/** The account and its membership; undefined when the address has an account already. A rejected one is used again. */
async function register(
  client: PoolClient,
  target: Target,
  row: Omit<SignUpRow, 'id'>,
  status: 'pending' | 'active',
  verified: boolean,
): Promise<string | undefined> {
  await lockAddress(client, row.email_key);
  await requireRoom(client, target.id, 'members');
  const { email, display_name: displayName, password_hash: passwordHash } = row;
  const made = await insertAccount(client, { email, displayName, passwordHash, status, verified });
  const userId = made ?? (await reviveRejected(client, row, status, verified));
  if (userId === undefined) return undefined;
  await raisePolicyVersion(client, target.id);
  await insertMembership(client, target.id, userId, [DEFAULT_ROLE_KEY]);
  const entry = { organizationId: target.id, actorId: userId, action: 'user.signup', targetKind: 'user' };
  await audit(client, { ...entry, target: userId, payload: { status, verified } });
  return userId;
}
