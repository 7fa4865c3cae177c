import { tagOf, WireType } from './protobuf-cursor.js';

/** Writes protobuf fields into chunks; nested messages are measured by writing them first. */
export class ProtobufWriter {
  private readonly chunks: Uint8Array[] = [];
  length = 0;

  raw(bytes: Uint8Array): this {
    this.chunks.push(bytes);
    this.length += bytes.length;
    return this;
  }

  varint(field: number, value: bigint | number): this {
    return this.raw(varintBytes(tagOf(field, WireType.Varint))).raw(varintBytes(BigInt.asUintN(64, BigInt(value))));
  }

  fixed64(field: number, value: bigint): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return this.raw(varintBytes(tagOf(field, WireType.Fixed64))).raw(bytes);
  }

  double(field: number, value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return this.raw(varintBytes(tagOf(field, WireType.Fixed64))).raw(bytes);
  }

  fixed32(field: number, value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return this.raw(varintBytes(tagOf(field, WireType.Fixed32))).raw(bytes);
  }

  bytes(field: number, value: Uint8Array): this {
    return this.raw(varintBytes(tagOf(field, WireType.Bytes)))
      .raw(varintBytes(value.length))
      .raw(value);
  }

  text(field: number, value: string): this {
    return value === '' ? this : this.bytes(field, Buffer.from(value));
  }

  finish(): Buffer {
    return Buffer.concat(this.chunks, this.length);
  }
}

/** Tags and most lengths; they are never written to. */
const ONE_BYTE = Array.from({ length: 128 }, (_, value) => Uint8Array.of(value));

function varintBytes(value: bigint | number): Uint8Array {
  if (value < 128) return ONE_BYTE[Number(value)]!;
  const out: number[] = [];
  let rest = BigInt(value);
  while (rest > 127n) {
    out.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  out.push(Number(rest));
  return Uint8Array.from(out);
}
