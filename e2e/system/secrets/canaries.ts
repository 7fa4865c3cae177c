/** Secrets that can be distinguished from everything else: where one of them is found, the product has leaked it. Pure. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const INDEX_LENGTH = 4;

/** All canaries of a run begin with one mark, in letters that no encoding of text changes. */
export class Canaries {
  private readonly mark = `canary${randomBytes(9).toString('hex')}x`;
  private readonly needles = needlesOf(this.mark);
  count = 0;

  next(): string {
    return `${this.mark}${String(this.count++).padStart(INDEX_LENGTH, '0')}end`;
  }

  /** As a signing secret has to look: the base64 of a canary. */
  nextSigningSecret(): string {
    return `whsec_${Buffer.from(this.next()).toString('base64')}`;
  }

  /** What surrounds the first canary in the bytes, in any encoding without a key; undefined when there is none. */
  foundIn(bytes: Uint8Array): string | undefined {
    for (const view of viewsOf(bytes)) {
      for (const needle of this.needles) {
        const at = view.indexOf(needle);
        if (at >= 0) return view.subarray(Math.max(0, at - 60), at + needle.length + 12).toString('latin1');
      }
    }
    return undefined;
  }
}

/** The text itself, in hex as the database shows bytes, and in base64 wherever it may begin. */
function needlesOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The first letters hold bits of what stands before, the last one of what stands behind.
    return whole.slice(shift === 0 ? 0 : shift + 1, -1);
  });
  const hex = bytes.toString('hex');
  return [text, text.toUpperCase(), hex, hex.toUpperCase(), ...base64].map((one) => Buffer.from(one));
}

/** The bytes, and what is compressed in them, wherever it begins. */
export function viewsOf(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const codings: [magic: Buffer, inflate: (bytes: Buffer) => Uint8Array][] = [
    [GZIP, (bytes) => gunzipSync(bytes)],
    [ZSTD, (bytes) => decompress(bytes)],
  ];
  const found = [buffer];
  for (const [magic, inflate] of codings) {
    for (let at = buffer.indexOf(magic); at >= 0; at = buffer.indexOf(magic, at + 1)) {
      try {
        found.push(Buffer.from(inflate(buffer.subarray(at))));
      } catch {
        // These bytes only look like the beginning of something compressed.
      }
    }
  }
  return found;
}
