/**
 * Snappy's block format (google/snappy, format_description.txt), which Prometheus sends. Own code, because the library at
 * hand, `snappyjs`, never returns from some broken input: a literal of negative length leads it back to where it was.
 */
import { INFLATE_LIMITS, outputCap, tooLarge, type InflateLimits } from './decompress.js';
import { OtlpError } from './otlp-error.js';

const LITERAL = 0;
/** Longer literals give their length in 1 to 4 bytes. */
const LONGEST_SHORT_LITERAL = 60;

/** The length that a block says it has is bounded before anything is made of it. Throws `OtlpError`. */
export function unsnappy(wire: Uint8Array, limits: InflateLimits = INFLATE_LIMITS): Uint8Array {
  const reader = new SnappyReader(wire);
  const length = reader.declaredLength();
  if (length > outputCap(wire.length, limits)) throw tooLarge(limits);
  return reader.read(length);
}

/** What a block says it inflates to. Throws `OtlpError` where it says nothing. */
export const declaredBytes = (wire: Uint8Array): number => new SnappyReader(wire).declaredLength();

const corrupt = (): OtlpError =>
  new OtlpError('invalid_argument', 'The request body is not valid snappy data, or it is cut off.');

class SnappyReader {
  private at = 0;

  constructor(private readonly wire: Uint8Array) {}

  declaredLength(): number {
    let length = 0;
    for (let unit = 1; unit <= 128 ** 4; unit *= 128) {
      const byte = this.byte();
      length += (byte & 0x7f) * unit;
      if (byte < 128) return length;
    }
    throw corrupt();
  }

  read(length: number): Uint8Array {
    const out = new Uint8Array(length);
    let filled = 0;
    while (this.at < this.wire.length) {
      const tag = this.byte();
      const size = this.sizeOf(tag);
      if (size > length - filled) throw corrupt();
      if ((tag & 3) === LITERAL) {
        if (size > this.wire.length - this.at) throw corrupt();
        out.set(this.wire.subarray(this.at, this.at + size), filled);
        this.at += size;
      } else this.copy(out, filled, this.offsetOf(tag), size);
      filled += size;
    }
    if (filled !== length) throw corrupt();
    return out;
  }

  private sizeOf(tag: number): number {
    const bits = tag >>> 2;
    if ((tag & 3) === 1) return (bits & 7) + 4;
    if ((tag & 3) !== LITERAL || bits < LONGEST_SHORT_LITERAL) return bits + 1;
    return this.little(bits - LONGEST_SHORT_LITERAL + 1) + 1;
  }

  private offsetOf(tag: number): number {
    const kind = tag & 3;
    if (kind === 1) return (tag >>> 5) * 256 + this.byte();
    return this.little(kind === 2 ? 2 : 4);
  }

  /** What is copied may reach into what the copy itself writes: then it repeats. */
  private copy(out: Uint8Array, filled: number, offset: number, size: number): void {
    if (offset === 0 || offset > filled) throw corrupt();
    if (offset >= size) out.copyWithin(filled, filled - offset, filled - offset + size);
    else for (let at = filled; at < filled + size; at++) out[at] = out[at - offset]!;
  }

  private byte(): number {
    if (this.at >= this.wire.length) throw corrupt();
    return this.wire[this.at++]!;
  }

  private little(bytes: number): number {
    let value = 0;
    for (let at = 0, unit = 1; at < bytes; at++, unit *= 256) value += this.byte() * unit;
    return value;
  }
}
