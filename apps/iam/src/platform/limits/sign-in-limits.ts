import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { addressPrefix } from '@spanwise/contracts/base/address-prefix';
import { tooManyRequests } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  farthestMs,
  retryAfterSeconds,
  stepMs,
  toleranceMs,
  type RateLimit,
} from '@spanwise/contracts/base/rate-limit';
import { currentScope } from '@spanwise/host/request-scope';
import { Clock } from '../../clock.js';
import { Scopes } from '../../db/scopes.js';
import {
  dropFreeLimits,
  dropOldPlaces,
  findFreeAt,
  forgetLimits,
  isKnownPlace,
  notePlace,
  takeOne,
} from './sign-in-limits.store.js';

/** Attempts of any kind from one address. */
const ADDRESS: RateLimit = { name: 'address', quota: 20, windowSeconds: 60, burst: 20 };
/** Failures of one account from one place; forgotten with the first success. */
const PLACE: RateLimit = { name: 'account-address', quota: 12, windowSeconds: 3_600, burst: 5 };
/**
 * Attempts at one account from all places where it has not signed in: at most 60 in any hour. Places where it has are not
 * counted here, so that guessing elsewhere locks no user out.
 */
const ACCOUNT: RateLimit = { name: 'account', quota: 30, windowSeconds: 3_600, burst: 30 };
/** Failures of one account from one of its devices; forgotten with the first success. */
const DEVICE: RateLimit = { name: 'account-device', quota: 12, windowSeconds: 3_600, burst: 5 };
/** Attempts from all devices of an account, right passwords too: hashing is what each of them costs. */
const DEVICES: RateLimit = { name: 'account-devices', quota: 10, windowSeconds: 60, burst: 10 };
const PASSWORD_CHANGE: RateLimit = { name: 'password-change', quota: 12, windowSeconds: 3_600, burst: 5 };
const MAIL_ADDRESS: RateLimit = { name: 'address', quota: 10, windowSeconds: 3_600, burst: 10 };
const MAIL_ACCOUNT: RateLimit = { name: 'account', quota: 3, windowSeconds: 3_600, burst: 3 };
/** Invitations, first or repeated: to one address, by one inviter, of one organization. */
const INVITED: RateLimit = { name: 'invited-address', quota: 3, windowSeconds: 3_600, burst: 3 };
const INVITER: RateLimit = { name: 'inviter', quota: 60, windowSeconds: 3_600, burst: 60 };
const INVITING: RateLimit = { name: 'inviting-organization', quota: 200, windowSeconds: 3_600, burst: 200 };

const KNOWN_PLACE_MS = 30 * 24 * 3_600_000;
const IDLE_MS = 24 * 3_600_000;

/**
 * How often passwords may be tried. The counters know no users, only hashes of what was typed, so an unknown address is
 * limited exactly like a known one. They are in the database: all processes count together.
 */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly scopes: Scopes,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws 429 when this attempt must not be evaluated. A device of the account has limits of its own, which no other client can
   * fill; only where it has filled them itself is it one more client at its address.
   */
  signIn(emailKey: string, device?: string): Promise<void> {
    const { address, place } = placeOf(emailKey);
    return this.scopes.in({}, async (client) => {
      if (device !== undefined && (await this.takeDevice(client, emailKey, device))) return;
      await this.take(client, ADDRESS, address);
      await this.take(client, PLACE, place);
      const known = await isKnownPlace(client, place, this.clock.nowMs() - KNOWN_PLACE_MS);
      if (!known) await this.take(client, ACCOUNT, hashOf('account', emailKey));
    });
  }

  /** The password was right: this place is known, and its failures and those of the device are forgotten. */
  async succeeded(emailKey: string, device?: string): Promise<void> {
    const { place } = placeOf(emailKey);
    const forgotten = [`${PLACE.name}:${place}`];
    if (device !== undefined) forgotten.push(`${DEVICE.name}:${deviceKey(emailKey, device)}`);
    await this.scopes.in({}, async (client) => {
      await forgetLimits(client, forgotten);
      await notePlace(client, place, this.clock.nowMs());
    });
  }

  /** For routes that take a mailed secret or make an account. */
  publicRoute(): Promise<void> {
    return this.scopes.in({}, (client) => this.take(client, ADDRESS, hashOf('public', prefixOfCaller())));
  }

  /** Throws 429 by address alone; answers whether the account may be sent another mail. */
  mail(emailKey: string): Promise<boolean> {
    return this.scopes.in({}, async (client) => {
      await this.take(client, MAIL_ADDRESS, hashOf('mail', prefixOfCaller()));
      return (await this.tryTake(client, MAIL_ACCOUNT, hashOf('mail-account', emailKey))) === 0;
    });
  }

  /** Throws 429 when an invitation must not be mailed. Counted by address and not by invitation: a new one changes nothing. */
  async invitation(client: PoolClient, emailKey: string, context: IamContext): Promise<void> {
    const { organization_id: organizationId, subject } = context;
    // By organization too, so that the answer does not reveal what others have sent to the address.
    await this.take(client, INVITED, hashOf('invited', `${organizationId}\n${emailKey}`));
    await this.take(client, INVITER, hashOf('inviter', `${organizationId}\n${subject}`));
    await this.take(client, INVITING, hashOf('inviting', organizationId));
  }

  /** False when the owner of an address has been asked often enough whether they join. Reveals nothing to the organization. */
  async claim(client: PoolClient, emailKey: string): Promise<boolean> {
    return (await this.tryTake(client, INVITED, hashOf('claim', emailKey))) === 0;
  }

  /** Throws 429 when the secret of a mailed link was tried too often with a wrong password. */
  signUpPassword(signUpId: string): Promise<void> {
    return this.scopes.in({}, (client) => this.take(client, PLACE, hashOf('sign-up', signUpId)));
  }

  /** Throws 429 when the password of a share was tried too often, from here or from everywhere. */
  sharePassword(shareId: string): Promise<void> {
    return this.scopes.in({}, async (client) => {
      await this.take(client, PLACE, hashOf('share-place', `${shareId}\n${prefixOfCaller()}`));
      await this.take(client, ACCOUNT, hashOf('share', shareId));
    });
  }

  passwordChange(userId: string): Promise<void> {
    return this.scopes.in({}, (client) => this.take(client, PASSWORD_CHANGE, hashOf('change', userId)));
  }

  /** Forgets what no longer limits anything. */
  async sweep(): Promise<void> {
    const nowMs = this.clock.nowMs();
    await this.scopes.in({}, async (client) => {
      await dropFreeLimits(client, nowMs - IDLE_MS);
      await dropOldPlaces(client, nowMs - KNOWN_PLACE_MS);
    });
  }

  private async takeDevice(client: PoolClient, emailKey: string, device: string): Promise<boolean> {
    if ((await this.tryTake(client, DEVICE, deviceKey(emailKey, device))) > 0) return false;
    return (await this.tryTake(client, DEVICES, hashOf('devices', emailKey))) === 0;
  }

  private async take(client: PoolClient, limit: RateLimit, key: string): Promise<void> {
    const waitMs = await this.tryTake(client, limit, key);
    if (waitMs > 0) throw tooManyRequests('Too many attempts; try again later.', retryAfterSeconds(waitMs), limit);
  }

  /** 0 when admitted, else the time to wait. One statement, so that attempts at once are counted one by one. */
  private async tryTake(client: PoolClient, limit: RateLimit, key: string): Promise<number> {
    const nowMs = this.clock.nowMs();
    const named = `${limit.name}:${key}`;
    const admitted = await takeOne(client, named, nowMs, stepMs(limit), toleranceMs(limit), farthestMs(limit));
    if (admitted) return 0;
    const taken = await findFreeAt(client, named);
    return Math.max(1, Number(taken?.free_at_ms ?? nowMs) - nowMs - toleranceMs(limit));
  }
}

function placeOf(emailKey: string): { address: string; place: string } {
  const prefix = prefixOfCaller();
  return { address: hashOf('sign-in', prefix), place: hashOf('place', `${emailKey}\n${prefix}`) };
}

const deviceKey = (emailKey: string, device: string): string => hashOf('device', `${emailKey}\n${device}`);

const hashOf = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind}\n${text}`).digest('base64url');

const prefixOfCaller = (): string => addressPrefix(currentScope()?.client?.address ?? 'internal');
