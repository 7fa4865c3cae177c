/**
 * The 128-bit key by which duplicates are known: a keyed hash of organization, trace id, span id and side. The seed is a
 * secret of the database, so that a sender cannot make ids whose key collides with another's. MurmurHash3 x86_128 over 41 bytes.
 */
import { SpanKind } from './span.js';

const C1 = 0x239b_961b;
const C2 = 0xab0e_9789;
const C3 = 0x38b3_4ae5;
const C4 = 0xa1e3_8b93;
export const SPAN_KEY_WORDS = 4;

const rotl = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function mixFinal(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return h ^ (h >>> 16);
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

/**
 * Which of the two spans of one call a span is (PROTO-3): 1 for SERVER and CONSUMER, 0 for every other kind. Zipkin's client
 * and server share a span id; one bit and not the kind, because a Collector may send UNSPECIFIED again as INTERNAL.
 */
export type SpanSide = 0 | 1;

export const sideOf = (kind: number): SpanSide => (kind === SpanKind.Server || kind === SpanKind.Consumer ? 1 : 0);

/**
 * Writes the key's four words to `out` from `outAt`. The ids are 16 and 8 bytes of `idBytes`. Without a side the key is over
 * 40 bytes: that of spans before their identity had a side, of slices and of exceptions.
 */
export function writeSpanKey(
  out: Uint32Array,
  outAt: number,
  organization: Uint8Array,
  idBytes: Uint8Array,
  traceIdAt: number,
  spanIdAt: number,
  seed: Uint32Array,
  side?: SpanSide,
): void {
  let h1 = seed[0];
  let h2 = seed[1];
  let h3 = seed[2];
  let h4 = seed[3];
  for (let block = 0; block < 2; block++) {
    const bytes = block === 0 ? organization : idBytes;
    const at = block === 0 ? 0 : traceIdAt;
    h1! ^= Math.imul(rotl(Math.imul(wordAt(bytes, at), C1), 15), C2);
    h1 = (Math.imul(rotl(h1!, 19) + h2!, 5) + 0x561c_cd1b) | 0;
    h2! ^= Math.imul(rotl(Math.imul(wordAt(bytes, at + 4), C2), 16), C3);
    h2 = (Math.imul(rotl(h2!, 17) + h3!, 5) + 0x0bca_a747) | 0;
    h3! ^= Math.imul(rotl(Math.imul(wordAt(bytes, at + 8), C3), 17), C4);
    h3 = (Math.imul(rotl(h3!, 15) + h4!, 5) + 0x96cd_1c35) | 0;
    h4! ^= Math.imul(rotl(Math.imul(wordAt(bytes, at + 12), C4), 18), C1);
    h4 = (Math.imul(rotl(h4!, 13) + h1, 5) + 0x32ac_3b17) | 0;
  }
  h2! ^= Math.imul(rotl(Math.imul(wordAt(idBytes, spanIdAt + 4), C2), 16), C3);
  h1! ^= Math.imul(rotl(Math.imul(wordAt(idBytes, spanIdAt), C1), 15), C2);
  if (side !== undefined) h3! ^= Math.imul(rotl(Math.imul(side, C3), 17), C4);
  const length = side === undefined ? 40 : 41;
  h1! ^= length;
  h2! ^= length;
  h3! ^= length;
  h4! ^= length;
  h1 = (h1! + h2! + h3! + h4!) | 0;
  h2 = (h2! + h1) | 0;
  h3 = (h3! + h1) | 0;
  h4 = (h4! + h1) | 0;
  h1 = mixFinal(h1);
  h2 = mixFinal(h2);
  h3 = mixFinal(h3);
  h4 = mixFinal(h4);
  h1 = (h1 + h2 + h3 + h4) | 0;
  out[outAt] = h1;
  out[outAt + 1] = h2 + h1;
  out[outAt + 2] = h3 + h1;
  out[outAt + 3] = h4 + h1;
}
