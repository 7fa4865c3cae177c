/** Secrets at rest: AES-256-GCM under a keyring. The first key writes, all of them read. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { NamedKey } from './config.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DATA_KEY_BYTES = 32;
const DATA_KEY_ID = 'd';

/**
 * Key id length u8 | key id | nonce 12 | tag 16 | ciphertext. `bound` says what the secret belongs to: the same text must
 * be given to read it, so that a sealed value copied elsewhere does not open.
 */
export function seal(keys: NamedKey[], plain: Buffer, bound = ''): Buffer {
  const { kid, key } = keys[0]!;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([kid.length]), Buffer.from(kid), nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the key is not configured, or the value was changed or belongs to something else. */
export function unseal(keys: NamedKey[], sealed: Buffer, bound = ''): Buffer {
  const kid = keyIdOf(sealed);
  const found = keys.find((one) => one.kid === kid);
  if (found === undefined) throw new Error(`the secret key ${kid} is not configured`);
  const kidEnd = 1 + sealed[0]!;
  const nonceEnd = kidEnd + NONCE_BYTES;
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(kidEnd, nonceEnd), options);
  decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(nonceEnd, nonceEnd + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(nonceEnd + TAG_BYTES)), decipher.final()]);
}

const keyIdOf = (sealed: Buffer): string => sealed.toString('utf8', 1, 1 + sealed[0]!);

/**
 * An envelope: u16 length of the sealed data key | data key sealed by the keyring | value sealed by the data key. A change
 * of the keyring rewrites the data key alone.
 */
export function sealEnvelope(keys: NamedKey[], plain: Buffer, bound: string): Buffer {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  const body = seal([{ kid: DATA_KEY_ID, key: dataKey }], plain, bound);
  return joined(seal(keys, dataKey, bound), body);
}

export function unsealEnvelope(keys: NamedKey[], envelope: Buffer, bound: string): Buffer {
  const { wrapped, body } = parts(envelope);
  return unseal([{ kid: DATA_KEY_ID, key: unseal(keys, wrapped, bound) }], body, bound);
}

/** The envelope with its data key under the first key, or undefined when it is there already. */
export function rewrapEnvelope(keys: NamedKey[], envelope: Buffer, bound: string): Buffer | undefined {
  const { wrapped, body } = parts(envelope);
  if (keyIdOf(wrapped) === keys[0]!.kid) return undefined;
  return joined(seal(keys, unseal(keys, wrapped, bound), bound), body);
}

function joined(wrapped: Buffer, body: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(wrapped.length);
  return Buffer.concat([length, wrapped, body]);
}

function parts(envelope: Buffer): { wrapped: Buffer; body: Buffer } {
  const end = 2 + envelope.readUInt16LE(0);
  return { wrapped: envelope.subarray(2, end), body: envelope.subarray(end) };
}
