import { ServiceError, tooManyRequests } from '@spanwise/contracts/errors';
import type { IamContext } from '@spanwise/contracts/iam-context';
import { admit, retryAfterSeconds, stepMs, type RateLimit } from '@spanwise/contracts/rate-limit';

const MAX_KEYS = 100_000;
const WINDOW_SECONDS = 60;
/** So long a credential that was good is let through a limit which others have filled. */
const GOOD_MS = 3_600_000;
/** A tenth of a minute's quota may come at once. */
const BURST_SHARE = 10;

export interface Rates {
  /** Requests a minute of one user or API token. */
  account: number;
  /** Requests a minute of one organization that has no quota of its own. */
  organization: number;
  /** Refused credentials a minute from one address. */
  refused: number;
}

/**
 * How many requests this process takes of one account, one organization and, of those whose credential does not hold, one
 * address. Intake has limits of its own, in bytes. Whoever sends a good credential is not slowed down by others who
 * guess from the same address.
 */
export class RequestLimits {
  private readonly account: RateLimit;
  private readonly organization: RateLimit;
  private readonly refused: RateLimit;
  private readonly freeAtMs = new Map<string, number>();
  /** Credentials that were judged lately, and until when that counts: they are not judged as new ones. */
  private readonly judgedUntilMs = new Map<string, number>();

  constructor(
    rates: Rates,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.account = limitOf('account', rates.account, BURST_SHARE);
    this.organization = limitOf('organization', rates.organization, BURST_SHARE);
    this.refused = limitOf('address', rates.refused, 1);
  }

  /** Throws 429 when the caller's account or organization asks too often. */
  takeCall({ subject_type: type, subject, credential_id: credential, organization_id: id, quotas }: IamContext): void {
    this.take(this.account, type === 'user' ? subject : credential);
    const quota = quotas?.requests_per_minute;
    this.take(quota === undefined ? this.organization : limitOf('organization', quota, BURST_SHARE), id);
  }

  /**
   * Has a credential judged that an address has sent, and throws 429 instead, with nobody asked, once too many of that
   * address did not hold. Only what is new takes a place, and keeps it when it is `unauthorized`: a credential that was
   * good within the hour passes, and one that is sent again and again, such as that of a revoked Collector, counts once a
   * minute. `credential` is kept as it is given: give a hash.
   */
  async judge<T>(address: string, credential: string, work: () => Promise<T>): Promise<T> {
    const known = (this.judgedUntilMs.get(credential) ?? 0) > this.nowMs();
    if (!known) this.takeRefusal(address);
    try {
      const good = await work();
      this.remember(credential, GOOD_MS);
      if (!known) this.giveBack(this.refused, address);
      return good;
    } catch (error) {
      const refused = error instanceof ServiceError && error.kind === 'unauthorized';
      if (refused && !known) this.remember(credential, WINDOW_SECONDS * 1_000);
      else if (!known) this.giveBack(this.refused, address);
      throw error;
    }
  }

  private remember(credential: string, forMs: number): void {
    this.judgedUntilMs.delete(credential);
    if (this.judgedUntilMs.size >= MAX_KEYS) {
      const [oldest] = this.judgedUntilMs.keys();
      this.judgedUntilMs.delete(oldest);
    }
    this.judgedUntilMs.set(credential, this.nowMs() + forMs);
  }

  private giveBack(limit: RateLimit, of: string): void {
    const key = `${limit.name} ${of}`;
    const freeAtMs = this.freeAtMs.get(key);
    if (freeAtMs !== undefined) this.freeAtMs.set(key, freeAtMs - stepMs(limit));
  }

  /** To be called for each credential that does not hold; throws 429 when there were too many. */
  takeRefusal(address: string): void {
    this.take(this.refused, address);
  }

  private take(limit: RateLimit, of: string): void {
    const key = `${limit.name} ${of}`;
    const nowMs = this.nowMs();
    const { freeAtMs, retryAfterMs } = admit(limit, this.freeAtMs.get(key), nowMs);
    if (retryAfterMs > 0) {
      throw tooManyRequests('Too many requests; try again later.', retryAfterSeconds(retryAfterMs), limit);
    }
    if (this.freeAtMs.size >= MAX_KEYS && !this.freeAtMs.has(key)) this.sweep(nowMs);
    this.freeAtMs.set(key, freeAtMs);
  }

  /** Keys that are free again limit nothing; when that is not enough, the oldest go. */
  private sweep(nowMs: number): void {
    for (const [key, freeAtMs] of this.freeAtMs) if (freeAtMs <= nowMs) this.freeAtMs.delete(key);
    for (const key of this.freeAtMs.keys()) {
      if (this.freeAtMs.size < MAX_KEYS) break;
      this.freeAtMs.delete(key);
    }
  }
}

const limitOf = (name: string, quota: number, burstShare: number): RateLimit => ({
  name,
  quota,
  windowSeconds: WINDOW_SECONDS,
  burst: Math.max(1, Math.ceil(quota / burstShare)),
});
