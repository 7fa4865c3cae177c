/** The payment provider's signature scheme: `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, HMAC-SHA256 of `t.body`. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** During a rotation the provider signs with the old and the new secret. */
const MAX_SIGNATURES = 8;
const SECONDS = /^\d{1,12}$/;
const HEX_SHA256 = /^[0-9a-f]{64}$/;

export interface SignedBody {
  header: string;
  /** As it arrived, before any parser. */
  body: Uint8Array;
}

/** True when any signature holds and its time is within the tolerance, in the past or the future. */
export function signatureHolds(
  { header, body }: SignedBody,
  secret: string,
  toleranceSeconds: number,
  nowSeconds: number,
): boolean {
  const members = header.split(',').map((member) => member.trim());
  const times = valuesOf(members, 't');
  const signatures = valuesOf(members, 'v1');
  if (times.length !== 1 || !SECONDS.test(times[0]!) || signatures.length > MAX_SIGNATURES) return false;
  const expected = createHmac('sha256', secret).update(`${times[0]}.`).update(body).digest();
  let holds = false;
  for (const signature of signatures) {
    if (HEX_SHA256.test(signature) && timingSafeEqual(Buffer.from(signature, 'hex'), expected)) holds = true;
  }
  return holds && Math.abs(nowSeconds - Number(times[0])) <= toleranceSeconds;
}

const valuesOf = (members: readonly string[], name: string): string[] =>
  members.filter((member) => member.startsWith(`${name}=`)).map((member) => member.slice(name.length + 1));
