import { createPublicKey, type KeyObject } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { unauthorized } from '@spanwise/contracts/base/errors';
import { publicKeys, type PublicKey } from '@spanwise/contracts/iam/iam';
import { CONTEXT_AUDIENCE, CONTEXT_ISSUER, type IamContext } from '@spanwise/contracts/authz/iam-context';
import { Empty } from '@spanwise/contracts/authz/rpc';
import type { RpcClient } from './rpc-client.js';

/** A key that iam revoked must not outlive a cut bus by more than a context (ACCESS-2). */
const MAX_AGE_MS = 30_000;
const MIN_INTERVAL_MS = 1_000;

/** Where a verifier finds the key that a token names. */
export interface KeySource {
  find: (kid: string) => Promise<KeyObject | undefined>;
}

/**
 * iam's public keys as this process knows them; asked for again when an unknown key id appears (at most once a
 * second), when iam says that they changed, and when they are 30 s old. An iam that cannot be asked is `unavailable`.
 */
export class PublicKeys implements KeySource {
  private keys = new Map<string, KeyObject>();
  private askedAtMs = -Infinity;
  private knownAtMs = -Infinity;
  private asking: Promise<void> | undefined;

  constructor(private readonly fetch: () => Promise<PublicKey[]>) {}

  async find(kid: string): Promise<KeyObject | undefined> {
    const nowMs = performance.now();
    if (nowMs - this.knownAtMs > MAX_AGE_MS) await this.refresh();
    else if (!this.keys.has(kid) && nowMs - this.askedAtMs > MIN_INTERVAL_MS) await this.refresh();
    return this.keys.get(kid);
  }

  /** The keys changed: nothing that is known now counts any more. */
  forget(): void {
    this.knownAtMs = -Infinity;
    this.asking = undefined;
  }

  private refresh(): Promise<void> {
    if (this.asking !== undefined) return this.asking;
    const asking: Promise<void> = this.ask(() => this.asking === asking).finally(() => {
      if (this.asking === asking) this.asking = undefined;
    });
    this.asking = asking;
    return asking;
  }

  private async ask(stillWanted: () => boolean): Promise<void> {
    this.askedAtMs = performance.now();
    const askedAtMs = this.askedAtMs;
    const keys = await this.fetch();
    this.keys = new Map(keys.map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]));
    if (stillWanted()) this.knownAtMs = askedAtMs;
  }
}

export const publicKeysOverBus = (client: RpcClient): PublicKeys =>
  new PublicKeys(async () => (await client.call(publicKeys, new Empty())).keys);

const MAX_CACHED = 10_000;
const CLOCK_SKEW_SECONDS = 30;
const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Verifies signed IAM contexts: ES256 only, issuer, audience and expiry; a context that holds is remembered until it expires. */
export class ContextVerifier {
  private readonly jwt = new JwtService({});
  /** Until moments of the monotonic clock. */
  private readonly verified = new Map<string, { context: IamContext; expiresAtMs: number }>();

  constructor(private readonly keys: PublicKeys) {}

  /** The keys changed: contexts that were verified with a revoked one no longer count. */
  forget(): void {
    this.keys.forget();
    this.verified.clear();
  }

  async verify(signed: string): Promise<IamContext> {
    const known = this.verified.get(signed);
    if (known !== undefined && known.expiresAtMs > performance.now()) return known.context;
    const claims = await verifyEs256<{ context: IamContext; exp: number }>(this.jwt, this.keys, signed, {
      issuer: CONTEXT_ISSUER,
      audience: CONTEXT_AUDIENCE,
    });
    // Made for one message.
    if (claims.context.held !== undefined) return claims.context;
    if (this.verified.size >= MAX_CACHED) this.verified.clear();
    const expiresAtMs = performance.now() + claims.exp * 1_000 - Date.now();
    this.verified.set(signed, { context: claims.context, expiresAtMs });
    return claims.context;
  }
}

/** Checks a JWT of iam. Every fault is the same `unauthorized`; an iam that does not answer is `unavailable`. */
export async function verifyEs256<Claims extends object>(
  jwt: JwtService,
  keys: KeySource,
  token: string,
  expected: { issuer: string; audience: string },
): Promise<Claims> {
  const kid = keyIdOf(token);
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (key === undefined) throw unauthorized();
  let claims: Claims & { iat?: unknown; exp?: unknown };
  try {
    claims = await jwt.verifyAsync<Claims>(token, {
      publicKey: key.export({ format: 'pem', type: 'spki' }),
      algorithms: ['ES256'],
      ...expected,
    });
  } catch {
    throw unauthorized();
  }
  // The library minds neither a token without an end nor one from the future: neither is ours.
  if (typeof claims.exp !== 'number' || typeof claims.iat !== 'number') throw unauthorized();
  if (claims.iat > Date.now() / 1_000 + CLOCK_SKEW_SECONDS) throw unauthorized();
  return claims;
}

/** Header members by which a token would name its own key, or rules that we do not know. */
const REFUSED_MEMBERS = ['jku', 'jwk', 'x5u', 'x5c', 'crit'];

function keyIdOf(token: string): string | undefined {
  if (!COMPACT_JWS.test(token)) return undefined;
  try {
    const text = Buffer.from(token.split('.', 1)[0]!, 'base64url').toString('utf8');
    const header = JSON.parse(text) as Record<string, unknown>;
    if (REFUSED_MEMBERS.some((member) => Object.hasOwn(header, member))) return undefined;
    return typeof header.kid === 'string' && KEY_ID.test(header.kid) ? header.kid : undefined;
  } catch {
    return undefined;
  }
}
