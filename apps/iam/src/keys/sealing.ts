import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { NamedKey } from '@spanwise/host/config';

/** AES-256-GCM: key id length u8 | key id | nonce 12 | tag 16 | ciphertext. The first key writes, all of them read. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal(keys: NamedKey[], plain: Buffer): Buffer {
  const [{ kid, key }] = keys;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([kid.length]), Buffer.from(kid), nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(keys: NamedKey[], sealed: Buffer): Buffer {
  const kidEnd = 1 + sealed[0];
  const kid = sealed.toString('utf8', 1, kidEnd);
  const found = keys.find((one) => one.kid === kid);
  if (found === undefined) throw new Error(`the secret key ${kid} is not configured`);
  const nonceEnd = kidEnd + NONCE_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(kidEnd, nonceEnd));
  decipher.setAuthTag(sealed.subarray(nonceEnd, nonceEnd + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(nonceEnd + TAG_BYTES)), decipher.final()]);
}
