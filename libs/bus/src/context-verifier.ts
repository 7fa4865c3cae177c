import { createPublicKey, type KeyObject } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { unauthorized } from '@spanwise/contracts/errors';
import { publicKeys, type PublicKey } from '@spanwise/contracts/iam';
import { CONTEXT_AUDIENCE, CONTEXT_ISSUER, type IamContext } from '@spanwise/contracts/iam-context';
import { Empty } from '@spanwise/contracts/rpc';
import type { RpcClient } from './rpc-client.js';

/** iam's public keys as this process knows them; asked for again when an unknown key id appears, at most once a second. */
export class PublicKeys {
  private keys = new Map<string, KeyObject>();
  private askedAtMs = -Infinity;

  constructor(private readonly fetch: () => Promise<PublicKey[]>) {}

  async find(kid: string): Promise<KeyObject | undefined> {
    if (!this.keys.has(kid) && performance.now() - this.askedAtMs > 1_000) {
      this.askedAtMs = performance.now();
      const keys = await this.fetch();
      this.keys = new Map(keys.map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]));
    }
    return this.keys.get(kid);
  }
}

export const publicKeysOverBus = (client: RpcClient): PublicKeys =>
  new PublicKeys(async () => (await client.call(publicKeys, new Empty())).keys);

const MAX_CACHED = 10_000;

/** Verifies signed IAM contexts: ES256 only, issuer, audience and expiry; a context that holds is remembered until it expires. */
export class ContextVerifier {
  private readonly jwt = new JwtService({});
  private readonly verified = new Map<string, { context: IamContext; expiresAtMs: number }>();

  constructor(private readonly keys: PublicKeys) {}

  async verify(signed: string): Promise<IamContext> {
    const known = this.verified.get(signed);
    if (known !== undefined && known.expiresAtMs > Date.now()) return known.context;
    const claims = await verifyEs256<{ context: IamContext; exp: number }>(this.jwt, this.keys, signed, {
      issuer: CONTEXT_ISSUER,
      audience: CONTEXT_AUDIENCE,
    });
    if (this.verified.size >= MAX_CACHED) this.verified.clear();
    this.verified.set(signed, { context: claims.context, expiresAtMs: claims.exp * 1_000 });
    return claims.context;
  }
}

/** Checks a JWT of iam. Every fault is the same `unauthorized`; an iam that does not answer is `unavailable`. */
export async function verifyEs256<Claims extends object>(
  jwt: JwtService,
  keys: PublicKeys,
  token: string,
  expected: { issuer: string; audience: string },
): Promise<Claims> {
  const kid = keyIdOf(token);
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (key === undefined) throw unauthorized();
  try {
    return await jwt.verifyAsync<Claims>(token, {
      publicKey: key.export({ format: 'pem', type: 'spki' }),
      algorithms: ['ES256'],
      ...expected,
    });
  } catch {
    throw unauthorized();
  }
}

function keyIdOf(token: string): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(token.split('.', 1)[0], 'base64url').toString('utf8')) as { kid?: unknown };
    return typeof header.kid === 'string' && header.kid.length <= 64 ? header.kid : undefined;
  } catch {
    return undefined;
  }
}
