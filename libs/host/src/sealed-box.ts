/** Messages that only the holder of a key pair reads: X25519 with a fresh key for each, HKDF-SHA256, AES-256-GCM. */
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { NamedKey } from './config.js';
import { seal, unseal } from './sealing.js';

const PURPOSE = 'spanwise sealed box';
const KEY_ID = 'box';
const PUBLIC_BYTES = 44;
/** PKCS#8 frame of a raw X25519 private key (RFC 8410). */
const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');

export class SealedBoxKey {
  private readonly privateKeys: KeyObject[];
  /** SPKI, base64: what senders seal to. */
  readonly publicKey: string;

  /** Instances that share a keyring share these keys: the first is given out, boxes to any of them open. */
  constructor(keys: NamedKey[]) {
    this.privateKeys = keys.map(({ key }) => {
      const raw = Buffer.from(hkdfSync('sha256', key, '', `${PURPOSE} key`, 32));
      return createPrivateKey({ key: Buffer.concat([PKCS8_X25519, raw]), format: 'der', type: 'pkcs8' });
    });
    const spki = createPublicKey(this.privateKeys[0]!).export({ format: 'der', type: 'spki' });
    this.publicKey = spki.toString('base64');
  }

  /** Throws when the box was sealed to another key or changed. */
  open(sealed: string): Buffer {
    const box = Buffer.from(sealed, 'base64');
    const sender = box.subarray(0, PUBLIC_BYTES);
    const publicKey = createPublicKey({ key: sender, format: 'der', type: 'spki' });
    for (const privateKey of this.privateKeys) {
      try {
        const shared = diffieHellman({ privateKey, publicKey });
        return unseal([boxKey(shared, sender)], box.subarray(PUBLIC_BYTES));
      } catch {
        // Sealed to another key of the ring, or to none: the loop finds out.
      }
    }
    throw new Error('the box was not sealed to this key');
  }
}

/** `plain` sealed to a `SealedBoxKey.publicKey`, base64. */
export function sealTo(receiver: string, plain: Buffer): string {
  const publicKey = createPublicKey({ key: Buffer.from(receiver, 'base64'), format: 'der', type: 'spki' });
  const own = generateKeyPairSync('x25519');
  const sender = own.publicKey.export({ format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey });
  return Buffer.concat([sender, seal([boxKey(shared, sender)], plain)]).toString('base64');
}

const boxKey = (shared: Buffer, sender: Buffer): NamedKey => ({
  kid: KEY_ID,
  key: Buffer.from(hkdfSync('sha256', shared, sender, PURPOSE, 32)),
});
