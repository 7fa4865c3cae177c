import { malformed } from './otlp-error.js';

export const WireType = { Varint: 0, Fixed64: 1, Bytes: 2, Fixed32: 5 } as const;

/**
 * Reads protobuf primitives of one body. Every read is checked against the end of the message at hand, so that no
 * length of the input reaches beyond it; groups (deprecated, unused by OTLP) are refused.
 */
export class ProtobufCursor {
  at = 0;
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Unsigned; exact up to 2^53, which covers every tag, length, enum and flag. */
  varint(end: number): number {
    const { bytes } = this;
    if (this.at < end && bytes[this.at]! < 128) return bytes[this.at++]!;
    let value = 0;
    let unit = 1;
    for (let count = 0; count < 10; count++) {
      if (this.at >= end) throw malformed('a number is cut off');
      const byte = bytes[this.at++];
      value += (byte! & 0x7f) * unit;
      if (byte! < 128) return value;
      unit *= 128;
    }
    throw malformed('a number is longer than 64 bits');
  }

  /** Signed 64-bit as a double; integers beyond 2^53 lose digits, which no rule looks at. */
  int64(end: number): number {
    return Number(this.exactInt64(end));
  }

  /** Signed 64-bit; a bigint where a number would lose digits. */
  exactInt64(end: number): number | bigint {
    const exact = this.exactVarint(end);
    return typeof exact === 'number' ? exact : exactInteger(BigInt.asIntN(64, exact));
  }

  /** Unsigned 64-bit; a bigint where a number would lose digits. */
  uint64(end: number): number | bigint {
    return this.exactVarint(end);
  }

  private exactVarint(end: number): number | bigint {
    const start = this.at;
    const unsigned = this.varint(end);
    if (unsigned <= Number.MAX_SAFE_INTEGER) return unsigned;
    let exact = 0n;
    for (let at = this.at - 1; at >= start; at--) exact = (exact << 7n) | BigInt(this.bytes[at]! & 0x7f);
    return BigInt.asUintN(64, exact);
  }

  fixed64(end: number): bigint {
    this.require(8, end);
    const value = this.view.getBigUint64(this.at, true);
    this.at += 8;
    return value;
  }

  sfixed64(end: number): number | bigint {
    return exactInteger(BigInt.asIntN(64, this.fixed64(end)));
  }

  double(end: number): number {
    this.require(8, end);
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  fixed32(end: number): number {
    this.require(4, end);
    const value = this.view.getUint32(this.at, true);
    this.at += 4;
    return value;
  }

  /** Steps over a length prefix and returns where its message or text ends. */
  enter(end: number): number {
    const length = this.varint(end);
    if (length > end - this.at) throw malformed('a length reaches beyond its message');
    return this.at + length;
  }

  skip(wireType: number, end: number): void {
    if (wireType === WireType.Varint) this.varint(end);
    else if (wireType === WireType.Fixed64) this.require(8, end, true);
    else if (wireType === WireType.Fixed32) this.require(4, end, true);
    else if (wireType === WireType.Bytes) this.at = this.enter(end);
    else throw malformed('a field has an unknown wire type');
  }

  /** A tag with field number 0 exists in no message. */
  tag(end: number): number {
    const tag = this.varint(end);
    if (tag < 8 || tag > 0xffff_ffff) throw malformed('a field has no valid number');
    return tag;
  }

  private require(length: number, end: number, step = false): void {
    if (end - this.at < length) throw malformed('a fixed-size field is cut off');
    if (step) this.at += length;
  }
}

/** A number wherever it is exact. */
export const exactInteger = (value: bigint): number | bigint =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;

/** Tag of a field number with its wire type, as it stands in the bytes. */
export const tagOf = (field: number, wireType: number): number => field * 8 + wireType;
