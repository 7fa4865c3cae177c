import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';

/** Hash of a byte range; equal ranges have equal hashes, nothing more is asked of it. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c_9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x0100_0193);
  return hash;
}

function equalRange(a: Uint8Array, aFrom: number, b: Uint8Array, bFrom: number, length: number): boolean {
  for (let offset = 0; offset < length; offset++) if (a[aFrom + offset] !== b[bFrom + offset]) return false;
  return true;
}

interface Entry {
  from: number;
  length: number;
  text: string;
}

/** Longer texts seldom repeat: interning them costs more than it saves. */
const MAX_INTERNED_BYTES = 128;

/** Texts of one body: names, routes and resource values repeat in it thousands of times and are decoded once. */
export class InternedTexts {
  private readonly entries = new Map<number, Entry>();
  private readonly buffer: Buffer;

  constructor(private readonly bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Invalid UTF-8 becomes replacement characters. */
  text(from: number, to: number): string {
    const length = to - from;
    if (length === 0) return '';
    if (length > MAX_INTERNED_BYTES) return this.buffer.toString('utf8', from, to);
    const hash = hashOf(this.bytes, from, to);
    const known = this.entries.get(hash);
    if (known !== undefined) {
      if (known.length === length && equalRange(this.bytes, known.from, this.bytes, from, length)) return known.text;
      return this.buffer.toString('utf8', from, to);
    }
    const text = this.buffer.toString('utf8', from, to);
    this.entries.set(hash, { from, length, text });
    return text;
  }
}

/** For callers that only check a body: decoding a text cannot fail, so leaving it out hides no fault of the body. */
export const NO_TEXTS: Pick<InternedTexts, 'text'> = { text: () => '' };

const KEYS_BY_LENGTH: { key: Uint8Array; slot: number }[][] = [];
for (const [slot, name] of ATTRIBUTE_KEYS.entries()) {
  const key = Buffer.from(name);
  (KEYS_BY_LENGTH[key.length] ??= []).push({ key, slot });
}

/** Slot of the attribute whose key stands in the bytes, -1 when no rule reads it. */
export function slotOfKey(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  const candidates = KEYS_BY_LENGTH[length];
  if (candidates === undefined) return -1;
  for (const { key, slot } of candidates) {
    // Keys of one length mostly share their beginning, so the end distinguishes them first.
    if (key[length - 1] === bytes[to - 1] && equalRange(key, 0, bytes, from, length - 1)) return slot;
  }
  return -1;
}
