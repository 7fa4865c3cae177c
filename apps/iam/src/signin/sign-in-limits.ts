import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { tooManyRequests } from '@spanwise/contracts/errors';
import { retryAfterSeconds, stepMs, toleranceMs, type RateLimit } from '@spanwise/contracts/rate-limit';
import { currentScope } from '@spanwise/host/request-scope';
import { Clock } from '../clock.js';
import { Scopes } from '../db/scopes.js';

/** Attempts of any kind from one address. */
const ADDRESS: RateLimit = { name: 'address', quota: 20, windowSeconds: 60, burst: 20 };
/** Failures of one account from one place; forgotten with the first success. */
const PLACE: RateLimit = { name: 'account-address', quota: 12, windowSeconds: 3_600, burst: 5 };
/**
 * Attempts at one account from all places where it has not signed in: at most 60 in any hour. Places where it has are not
 * counted here, so that guessing elsewhere locks nobody out.
 */
const ACCOUNT: RateLimit = { name: 'account', quota: 30, windowSeconds: 3_600, burst: 30 };
const PASSWORD_CHANGE: RateLimit = { name: 'password-change', quota: 12, windowSeconds: 3_600, burst: 5 };
const MAIL_ADDRESS: RateLimit = { name: 'address', quota: 10, windowSeconds: 3_600, burst: 10 };
const MAIL_ACCOUNT: RateLimit = { name: 'account', quota: 3, windowSeconds: 3_600, burst: 3 };

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

  /** Throws 429 when this attempt must not be evaluated. */
  signIn(emailKey: string): Promise<void> {
    const { address, place } = placeOf(emailKey);
    return this.scopes.unscoped(async (client) => {
      await this.take(client, ADDRESS, address);
      await this.take(client, PLACE, place);
      const known = await client.query('select from sign_in_places where key = $1 and seen_at_ms > $2', [
        place,
        this.clock.nowMs() - KNOWN_PLACE_MS,
      ]);
      if (known.rowCount === 0) await this.take(client, ACCOUNT, hashOf('account', emailKey));
    });
  }

  /** The password was right: this place is known, and its failures are forgotten. */
  async succeeded(emailKey: string): Promise<void> {
    const { place } = placeOf(emailKey);
    await this.scopes.unscoped(async (client) => {
      await client.query('delete from sign_in_limits where key = $1', [`${PLACE.name}:${place}`]);
      await client.query(
        'insert into sign_in_places (key, seen_at_ms) values ($1, $2) on conflict (key) do update set seen_at_ms = $2',
        [place, this.clock.nowMs()],
      );
    });
  }

  /** For routes that take a mailed secret or make an account. */
  publicRoute(): Promise<void> {
    return this.scopes.unscoped((client) => this.take(client, ADDRESS, hashOf('public', prefixOfCaller())));
  }

  /** Throws 429 by address alone; answers whether the account may be sent another mail. */
  mail(emailKey: string): Promise<boolean> {
    return this.scopes.unscoped(async (client) => {
      await this.take(client, MAIL_ADDRESS, hashOf('mail', prefixOfCaller()));
      return (await this.tryTake(client, MAIL_ACCOUNT, hashOf('mail-account', emailKey))) === 0;
    });
  }

  /** Throws 429 when the password of a share was tried too often, from here or from everywhere. */
  sharePassword(shareId: string): Promise<void> {
    return this.scopes.unscoped(async (client) => {
      await this.take(client, PLACE, hashOf('share-place', `${shareId}\n${prefixOfCaller()}`));
      await this.take(client, ACCOUNT, hashOf('share', shareId));
    });
  }

  passwordChange(userId: string): Promise<void> {
    return this.scopes.unscoped((client) => this.take(client, PASSWORD_CHANGE, hashOf('change', userId)));
  }

  /** Forgets what no longer limits anything. */
  async sweep(): Promise<void> {
    const nowMs = this.clock.nowMs();
    await this.scopes.unscoped(async (client) => {
      await client.query('delete from sign_in_limits where free_at_ms < $1', [nowMs - IDLE_MS]);
      await client.query('delete from sign_in_places where seen_at_ms < $1', [nowMs - KNOWN_PLACE_MS]);
    });
  }

  private async take(client: PoolClient, limit: RateLimit, key: string): Promise<void> {
    const waitMs = await this.tryTake(client, limit, key);
    if (waitMs > 0) throw tooManyRequests('Too many attempts; try again later.', retryAfterSeconds(waitMs), limit);
  }

  /** 0 when admitted, else the time to wait. One statement, so that attempts at once are counted one by one. */
  private async tryTake(client: PoolClient, limit: RateLimit, key: string): Promise<number> {
    const nowMs = this.clock.nowMs();
    const named = `${limit.name}:${key}`;
    const { rowCount } = await client.query(
      `insert into sign_in_limits as l (key, free_at_ms) values ($1, $2::bigint + $3)
       on conflict (key) do update set free_at_ms = greatest(l.free_at_ms, $2) + $3 where l.free_at_ms - $2 <= $4
       returning key`,
      [named, nowMs, stepMs(limit), toleranceMs(limit)],
    );
    if (rowCount === 1) return 0;
    const { rows } = await client.query<{ free_at_ms: string }>(
      'select free_at_ms from sign_in_limits where key = $1',
      [named],
    );
    return Math.max(1, Number(rows[0]?.free_at_ms ?? nowMs) - nowMs - toleranceMs(limit));
  }
}

function placeOf(emailKey: string): { address: string; place: string } {
  const prefix = prefixOfCaller();
  return { address: hashOf('sign-in', prefix), place: hashOf('place', `${emailKey}\n${prefix}`) };
}

const hashOf = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind}\n${text}`).digest('base64url');

const prefixOfCaller = (): string => addressPrefix(currentScope()?.client?.address ?? 'internal');

/** An IPv6 host has a whole /64 for itself. */
export function addressPrefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head, tail = ''] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const gap = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
