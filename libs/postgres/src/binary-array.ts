/**
 * Arrays as PostgreSQL takes them in binary. The driver would write an array as one text, every `bytea` in hexadecimal,
 * and the server would parse it; a `Buffer` goes as it is. Cast the parameter to the array's type in the statement.
 */

const Oid = { bytea: 17, int8: 20, int2: 21, int4: 23, uuid: 2950 } as const;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

export const int2Array = (values: readonly number[]): Buffer =>
  fixedArray(Oid.int2, 2, values, (out, value, at) => out.writeInt16BE(value, at));

export const int4Array = (values: readonly number[]): Buffer =>
  fixedArray(Oid.int4, 4, values, (out, value, at) => out.writeInt32BE(value, at));

/** Of decimal texts or whole numbers. */
export const int8Array = (values: readonly (string | number)[]): Buffer =>
  fixedArray(Oid.int8, 8, values, (out, value, at) => out.writeBigInt64BE(BigInt(value), at));

export const uuidArray = (values: readonly string[]): Buffer =>
  fixedArray(Oid.uuid, 16, values, (out, value, at) => {
    if (out.write(value.replaceAll('-', ''), at, 'hex') !== 16) throw new Error('not a UUID');
  });

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  const size = values.reduce((sum, value) => sum + LENGTH_BYTES + value.length, HEADER_BYTES);
  const out = header(Oid.bytea, size, values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    at = out.writeInt32BE(value.length, at);
    out.set(value, at);
    at += value.length;
  }
  return out;
}

function fixedArray<T>(
  oid: number,
  bytes: number,
  values: readonly T[],
  write: (out: Buffer, value: T, at: number) => void,
): Buffer {
  const out = header(oid, HEADER_BYTES + values.length * (LENGTH_BYTES + bytes), values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    at = out.writeInt32BE(bytes, at);
    write(out, value, at);
    at += bytes;
  }
  return out;
}

/** One dimension, no nulls, elements of a type, their number, and 1 as the first index. */
function header(oid: number, size: number, count: number): Buffer {
  const out = Buffer.allocUnsafe(size);
  out.writeInt32BE(1, 0);
  out.writeInt32BE(0, 4);
  out.writeInt32BE(oid, 8);
  out.writeInt32BE(count, 12);
  out.writeInt32BE(1, 16);
  return out;
}
