/**
 * Varint bytes for the stored forms of this library. Numbers are non-negative integers up to 2^53 - 1; a reader throws a
 * plain `Error` on bytes that end early or hold a longer number, so that a damaged row never becomes a wrong figure.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Stored bytes of a format that this program does not read: a newer one may. */
export class UnknownForm extends Error {}

export class ByteWriter {
  private bytes: Uint8Array;
  private length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  varint(value: number): void {
    this.reserve(8);
    const bytes = this.bytes;
    let at = this.length;
    let rest = value;
    while (rest >= 0x80000000) {
      bytes[at++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
    this.length = at;
  }

  raw(source: Uint8Array): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  /** Bytes of a lower-case hexadecimal text. */
  hex(text: string): void {
    const size = text.length >>> 1;
    this.reserve(size);
    for (let i = 0; i < size; i++) {
      this.bytes[this.length + i] = (hexDigit(text.charCodeAt(2 * i)) << 4) | hexDigit(text.charCodeAt(2 * i + 1));
    }
    this.length += size;
  }

  /** UTF-8 text with its length in bytes before it. */
  text(value: string): void {
    const utf8 = encoder.encode(value);
    this.varint(utf8.length);
    this.raw(utf8);
  }

  /** Starts again in the memory that is there. */
  clear(): void {
    this.length = 0;
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + size));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    if (this.at >= this.bytes.length) throw new Error('Stored bytes end too early.');
    return this.bytes[this.at++]!;
  }

  varint(): number {
    const bytes = this.bytes;
    const first = bytes[this.at];
    if (first! < 0x80) {
      this.at++;
      return first!;
    }
    return this.longVarint();
  }

  /** A varint that counts things of at least `minBytes` bytes each: more than the rest can hold is corruption. */
  count(minBytes: number): number {
    const value = this.varint();
    if (value * minBytes > this.bytes.length - this.at) throw new Error('Stored bytes announce more than they hold.');
    return value;
  }

  hex(size: number): string {
    const end = this.skip(size);
    return hexOf(this.bytes, end - size, size);
  }

  text(): string {
    const size = this.varint();
    const end = this.skip(size);
    try {
      return decoder.decode(this.bytes.subarray(end - size, end));
    } catch {
      throw new Error('Stored bytes hold a text that is not UTF-8.');
    }
  }

  /** Moves `size` bytes on and returns the new position. */
  skip(size: number): number {
    if (size > this.bytes.length - this.at) throw new Error('Stored bytes end too early.');
    this.at += size;
    return this.at;
  }

  private longVarint(): number {
    let value = 0;
    let factor = 1;
    for (let digits = 0; digits < 8; digits++) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      factor *= 128;
    }
    throw new Error('Stored bytes hold a number that is too long.');
  }
}

const DIGITS = Buffer.from('0123456789abcdef');
const LONGEST_HEX_BYTES = 16;
const scratch = Buffer.alloc(2 * LONGEST_HEX_BYTES);

/**
 * Lower-case hexadecimal text of at most 16 bytes. Made in one piece: a text that grows digit by digit is kept as the
 * tree of its parts, which takes twenty times the memory of the text.
 */
export function hexOf(bytes: Uint8Array, at: number, size: number): string {
  for (let i = 0; i < size; i++) {
    const byte = bytes[at + i];
    scratch[2 * i] = DIGITS[byte! >>> 4]!;
    scratch[2 * i + 1] = DIGITS[byte! & 0x0f]!;
  }
  return scratch.toString('latin1', 0, 2 * size);
}

const hexDigit = (code: number): number => (code <= 57 ? code - 48 : (code | 0x20) - 87);
