import { createHash } from 'node:crypto';
import { addressPrefix } from '@spanwise/contracts/base/address-prefix';
import { ServiceError, tooManyRequests } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { admit, retryAfterSeconds, stepMs, type RateLimit } from '@spanwise/contracts/base/rate-limit';

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
  /** Refused credentials a minute from one address: so many new ones, and as many that are repeated. */
  refused: number;
}

/** What an answer has to be for the credential not to hold. A link that opens nothing is `not_found`, a mailed one `invalid_argument`. */
const REFUSED: readonly string[] = ['unauthorized', 'not_found', 'invalid_argument'];

interface CheckedCredential {
  good: boolean;
  untilMs: number;
}

/**
 * How many requests this process takes of one account, one organization and, of those whose credential does not hold, one
 * address. Intake has limits of its own, in bytes. A client that sends a good credential is not slowed down by others who
 * guess from the same address.
 */
export class RequestLimits {
  private readonly account: RateLimit;
  private readonly organization: RateLimit;
  private readonly refused: RateLimit;
  private readonly repeated: RateLimit;
  private readonly freeAtMs = new Map<string, number>();
  /** Credentials that were checked lately: they are not checked as new ones. */
  private readonly checked = new Map<string, CheckedCredential>();

  constructor(
    rates: Rates,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.account = limitOf('account', rates.account, BURST_SHARE);
    this.organization = limitOf('organization', rates.organization, BURST_SHARE);
    this.refused = limitOf('address', rates.refused, 1);
    this.repeated = limitOf('repeated', rates.refused, 1);
  }

  /** Throws 429 when the caller's account or organization asks too often. */
  takeCall({ subject_type: type, subject, credential_id: credential, organization_id: id, quotas }: IamContext): void {
    this.take(this.account, type === 'user' ? subject : credential);
    const quota = quotas?.requests_per_minute;
    this.take(quota === undefined ? this.organization : limitOf('organization', quota, BURST_SHARE), id);
  }

  /**
   * Has a credential checked that an address has sent, and throws 429 instead, without asking iam, once too many of that
   * address did not hold. Every route with a secret of its own comes here. Only what is new takes a place, and keeps it
   * when it does not hold: a credential that was good within the hour passes, and one that is sent again and again, such
   * as that of a revoked Collector, counts once a minute. Those that are repeated are asked about as often as new ones are,
   * beside them. `credential` is kept as it is given: give `secretKey` of all that is checked.
   */
  async throttleFailures<T>(address: string, credential: string, work: () => Promise<T>): Promise<T> {
    const known = this.known(credential);
    if (known === undefined) this.takeRefusal(address);
    else if (!known.good) this.take(this.repeated, addressPrefix(address));
    try {
      const good = await work();
      this.remember(credential, true, GOOD_MS);
      if (known === undefined) this.giveBack(address);
      return good;
    } catch (error) {
      if (!isRefusal(error)) {
        if (known === undefined) this.giveBack(address);
      } else if (known?.good !== false) this.remember(credential, false, WINDOW_SECONDS * 1_000);
      throw error;
    }
  }

  /**
   * As `throttleFailures`, of what is another one each time: a signature over a body, a password. `sender` is what is known when it was
   * good within the hour; what does not hold takes a place then too, and slows no known sender down.
   */
  async throttleFailedAttempts<T>(address: string, sender: string, work: () => Promise<T>): Promise<T> {
    const known = this.known(sender)?.good === true;
    if (!known) this.takeRefusal(address);
    try {
      const good = await work();
      this.remember(sender, true, GOOD_MS);
      if (!known) this.giveBack(address);
      return good;
    } catch (error) {
      if (isRefusal(error) && known) this.takeRefusal(address);
      if (!isRefusal(error) && !known) this.giveBack(address);
      throw error;
    }
  }

  private known(credential: string): CheckedCredential | undefined {
    const earlier = this.checked.get(credential);
    return earlier !== undefined && earlier.untilMs > this.nowMs() ? earlier : undefined;
  }

  private remember(credential: string, good: boolean, forMs: number): void {
    this.checked.delete(credential);
    if (this.checked.size >= MAX_KEYS) {
      const [oldest] = this.checked.keys();
      this.checked.delete(oldest!);
    }
    this.checked.set(credential, { good, untilMs: this.nowMs() + forMs });
  }

  private giveBack(address: string): void {
    const key = `${this.refused.name} ${addressPrefix(address)}`;
    const freeAtMs = this.freeAtMs.get(key);
    if (freeAtMs !== undefined) this.freeAtMs.set(key, freeAtMs - stepMs(this.refused));
  }

  private takeRefusal(address: string): void {
    this.take(this.refused, addressPrefix(address));
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

const isRefusal = (error: unknown): boolean => error instanceof ServiceError && REFUSED.includes(error.kind);

/** What stands for a secret, and for what was sent with it, in memory: a hash that leads back to none. */
export const secretKey = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');

const limitOf = (name: string, quota: number, burstShare: number): RateLimit => ({
  name,
  quota,
  windowSeconds: WINDOW_SECONDS,
  burst: Math.max(1, Math.ceil(quota / burstShare)),
});
