/**
 * Which traces a segment may hold: a split-block Bloom filter, ten bits a trace id, which the catalogue keeps beside the
 * segment (ADR 0012). A reader fetches one block of 32 bytes of it. About one segment in a hundred is opened in vain, none
 * is left out wrongly. Pure.
 */
import { createHash } from 'node:crypto';

export const BLOCK_BYTES = 32;
/** A segment of more traces has no filter: it may hold any. */
export const MAX_FILTERED_TRACES = 1_500_000;
const BITS_PER_TRACE = 10;
const WORDS = BLOCK_BYTES / 4;
/** Odd numbers that spread one hash over the words of a block; those of Parquet's Bloom filters. */
const SALTS = [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31];

export interface TraceHash {
  /** Upper 32 bits, which choose the block. */
  block: number;
  /** Lower 32 bits, which choose the bits. */
  bits: number;
}

/** SQL that makes the hash of the text `column`: eight bytes of its MD5, which nothing secret rests on. */
export const traceHashSql = (column: string): string => `(md5_number(${column}) >> 64)::ubigint`;

export function traceHash(traceId: string): TraceHash {
  const digest = createHash('md5').update(traceId).digest();
  return { block: digest.readUInt32LE(12), bits: digest.readUInt32LE(8) };
}

/** `hashes` as `traceHashSql` makes them, each once. Undefined when there are too many. */
export function traceFilterOf(hashes: readonly bigint[]): Buffer | undefined {
  if (hashes.length > MAX_FILTERED_TRACES) return undefined;
  const blocks = Math.max(1, Math.ceil((hashes.length * BITS_PER_TRACE) / (BLOCK_BYTES * 8)));
  const filter = Buffer.alloc(blocks * BLOCK_BYTES);
  for (const hash of hashes) {
    const bits = Number(hash & 0xffffffffn);
    const at = blockIndex(Number(hash >> 32n), blocks) * BLOCK_BYTES;
    for (let word = 0; word < WORDS; word++) {
      const place = at + word * 4;
      filter.writeUInt32LE((filter.readUInt32LE(place) | mask(bits, word)) >>> 0, place);
    }
  }
  return filter;
}

/** Number of the block that says whether the trace is there; the catalogue computes the same in SQL. */
export const blockIndex = (block: number, blocks: number): number => Number((BigInt(block) * BigInt(blocks)) >> 32n);

/** False when the trace is certainly not in the segment that the block is of. */
export function mayHold(block: Uint8Array, { bits }: TraceHash): boolean {
  const view = new DataView(block.buffer, block.byteOffset, BLOCK_BYTES);
  for (let word = 0; word < WORDS; word++) {
    if ((view.getUint32(word * 4, true) & mask(bits, word)) === 0) return false;
  }
  return true;
}

const mask = (bits: number, word: number): number => 1 << (Math.imul(bits, SALTS[word]!) >>> 27);
