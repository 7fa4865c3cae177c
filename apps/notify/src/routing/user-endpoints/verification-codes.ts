import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { NamedKey } from '@spanwise/host/config';

export const CODE_LIFE_MS = 600_000;
export const CODE_TRIES = 5;

/** Six digits that prove an identity; stored as an HMAC that belongs to the endpoint and its identity. */
export class VerificationCodes {
  constructor(private readonly keys: NamedKey[]) {}

  make(endpointId: string, identity: string): { code: string; hmac: Buffer } {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return { code, hmac: this.hmac(this.keys[0]!, endpointId, identity, code) };
  }

  matches(hmac: Buffer, endpointId: string, identity: string, code: string): boolean {
    return this.keys.some((key) => timingSafeEqual(hmac, this.hmac(key, endpointId, identity, code)));
  }

  private hmac({ key }: NamedKey, ...parts: string[]): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify(['notify.verification', ...parts]))
      .digest();
  }
}
