import { createGunzip, createInflate, createInflateRaw, gunzipSync, inflateSync } from 'node:zlib';
import type { Transform } from 'node:stream';
import { Decompress as ZstdDecompress } from 'fzstd';
import { OtlpError } from './otlp-error.js';

export interface InflateLimits {
  decodedBytes: number;
  /** Largest decoded : wire ratio once `ratioFromBytes` are decoded. */
  ratio: number;
  ratioFromBytes: number;
}

/** API-4. */
export const INFLATE_LIMITS: InflateLimits = {
  decodedBytes: 64 * 1024 * 1024,
  ratio: 200,
  ratioFromBytes: 1024 * 1024,
};

export type Coding = 'identity' | 'gzip' | 'deflate' | 'zstd';

/** The coding that a `Content-Encoding` names; unknown and stacked ones are refused. */
export function codingOf(header: string | undefined): Coding {
  const name = header?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return 'identity';
  if (name === 'gzip' || name === 'x-gzip') return 'gzip';
  if (name === 'deflate' || name === 'zstd') return name;
  throw new OtlpError('invalid_argument', 'The content encoding must be one of gzip, deflate and zstd.');
}

/** Bodies up to this size are inflated at once, with the limit as output cap: a stream costs more than it saves. */
const AT_ONCE_BYTES = 256 * 1024;

/** Inflates a body, stopping at the limits: neither memory nor time grows with what a bomb would unpack to. */
export async function decompress(wire: Uint8Array, coding: Coding, limits = INFLATE_LIMITS): Promise<Uint8Array> {
  if (coding === 'identity') {
    if (wire.length > limits.decodedBytes) throw tooLarge(limits);
    return wire;
  }
  const cap = outputCap(wire.length, limits);
  if (coding === 'zstd') return unzstd(wire, cap, limits);
  if (wire.length <= AT_ONCE_BYTES) return inflateAtOnce(wire, coding, cap, limits);
  return inflateStreamed(wire, coding, cap, limits);
}

/** Bytes that a body of `wireBytes` may inflate to. */
export const outputCap = (wireBytes: number, limits: InflateLimits): number =>
  Math.min(limits.decodedBytes, Math.max(limits.ratioFromBytes, wireBytes * limits.ratio));

export const tooLarge = (limits: InflateLimits): OtlpError =>
  new OtlpError(
    'payload_too_large',
    `The request is larger than ${limits.decodedBytes / 1024 / 1024} MiB decompressed, or compressed more than ${limits.ratio} to 1.`,
  );

const corrupt = (coding: Coding): OtlpError =>
  new OtlpError('invalid_argument', `The request body is not valid ${coding} data, or it is cut off.`);

/** `deflate` means zlib (RFC 9110), but some clients send it raw: a zlib header is divisible by 31. */
const hasZlibHeader = (wire: Uint8Array): boolean =>
  wire.length >= 2 && (wire[0]! & 0x0f) === 8 && ((wire[0]! << 8) | wire[1]!) % 31 === 0;
const deflateStream = (wire: Uint8Array): Transform => (hasZlibHeader(wire) ? createInflate() : createInflateRaw());

async function inflateAtOnce(
  wire: Uint8Array,
  coding: Coding,
  cap: number,
  limits: InflateLimits,
): Promise<Uint8Array> {
  if (coding === 'deflate' && !hasZlibHeader(wire)) return inflateStreamed(wire, coding, cap, limits);
  try {
    return coding === 'gzip' ? gunzipSync(wire, { maxOutputLength: cap }) : inflateSync(wire, { maxOutputLength: cap });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limits);
    throw corrupt(coding);
  }
}

function inflateStreamed(wire: Uint8Array, coding: Coding, cap: number, limits: InflateLimits): Promise<Uint8Array> {
  const stream = coding === 'gzip' ? createGunzip() : deflateStream(wire);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > cap) {
        stream.destroy();
        reject(tooLarge(limits));
      }
    });
    stream.on('end', () => resolve(Buffer.concat(chunks, length)));
    stream.on('error', () => reject(corrupt(coding)));
    stream.end(wire);
  });
}

/** Fed in small pieces, so that the cap is seen soon after it is passed. */
const ZSTD_PIECE_BYTES = 4 * 1024;

function unzstd(wire: Uint8Array, cap: number, limits: InflateLimits): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const stream = new ZstdDecompress((chunk, last) => {
    length += chunk.length;
    if (length > cap) throw tooLarge(limits);
    chunks.push(chunk);
    ended ||= last === true;
  });
  try {
    for (let at = 0; at < wire.length; at += ZSTD_PIECE_BYTES) {
      const end = Math.min(at + ZSTD_PIECE_BYTES, wire.length);
      stream.push(wire.subarray(at, end), end === wire.length);
    }
  } catch (error) {
    throw error instanceof OtlpError ? error : corrupt('zstd');
  }
  if (!ended) throw corrupt('zstd');
  return Buffer.concat(chunks, length);
}
