/** Which records of a slice were not counted, kept for the store writer (ADR 0012). */

/** Of a slice that was counted whole there is none. */
export interface SliceMarks {
  seq: number;
  slice: number;
  /** Nothing of the slice is to be stored: it is dead, or a repetition as a whole. */
  whole: boolean;
  /** Bit i, lowest first: record i is not to be stored. It was stored before, or is a dead letter of its own. */
  duplicate: Buffer | null;
  /** Bit i: record i came after the lateness horizon. It is excluded from metrics and is stored. */
  late: Buffer | null;
}

export class BitMarks {
  private bits = Buffer.alloc(0);

  set(index: number): void {
    const byte = index >>> 3;
    if (byte >= this.bits.length) {
      const grown = Buffer.alloc(Math.max(8, (byte + 1) * 2));
      this.bits.copy(grown);
      this.bits = grown;
    }
    this.bits[byte]! |= 1 << (index & 7);
  }

  /** Null when no bit is set. */
  get bytes(): Buffer | null {
    return this.bits.length === 0 ? null : this.bits;
  }
}

export function isMarked(marks: Uint8Array | null | undefined, index: number): boolean {
  const byte = index >>> 3;
  return marks != null && byte < marks.length && (marks[byte]! & (1 << (index & 7))) !== 0;
}
