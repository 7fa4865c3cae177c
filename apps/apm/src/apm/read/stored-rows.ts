/** Rollup rows as they come from the database: those of one bucket behind one another, merged where they stand. */
import { RedAggregate } from '@spanwise/span-model/red';
import type { Series, SeriesRed } from './series.js';

/** Rows of one bucket, as `PACKED_ROWS` packs them. */
export interface PackedRows {
  bucket: number;
  bytes: Buffer;
}

/**
 * Aggregate expression of one bucket's rows: a message and some objects for each row would cost more than merging it.
 * Each row is its series id (8 bytes), the length of its aggregate (4 bytes) and the aggregate.
 */
export const PACKED_ROWS = `string_agg(int8send(series_id) || int4send(octet_length(red)) || red, '')`;
const ROW_HEADER_BYTES = 12;

/** A row that does not end where it should would take its neighbour's bytes for its own. */
const DAMAGED = 'A stored aggregate is damaged.';

export function forEachRow(bytes: Buffer, visit: (seriesId: number, start: number, end: number) => void): void {
  for (let at = 0; at < bytes.length;) {
    const seriesId = bytes.readInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4);
    const start = at + ROW_HEADER_BYTES;
    at = start + bytes.readInt32BE(at + 8);
    visit(seriesId, start, at);
  }
}

/** Rows of a block as if they were of one bucket. */
export function packRows(bucket: number, series: Map<number, RedAggregate>): PackedRows {
  const parts = [...series].flatMap(([id, red]) => {
    const bytes = red.encode();
    const header = Buffer.alloc(ROW_HEADER_BYTES);
    header.writeBigInt64BE(BigInt(id));
    header.writeInt32BE(bytes.length, 8);
    return [header, bytes];
  });
  return { bucket, bytes: Buffer.concat(parts) };
}

export function mergeRow(into: RedAggregate, bytes: Buffer, start: number, end: number): void {
  if (into.mergeEncoded(bytes, start) !== end) throw new Error(DAMAGED);
}

/** RED of a series over a range, from its stored rows: the totals at once, everything else when it is asked for. */
export class StoredSeries implements SeriesRed {
  readonly totals = new RedAggregate();
  private readonly packed: PackedRows[] = [];
  /** Start and end of each row, within the member of `packed` at the same place. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private merged: RedAggregate | undefined;

  constructor(readonly series: Series) {}

  add(packed: PackedRows, start: number, end: number): void {
    this.packed.push(packed);
    this.starts.push(start);
    this.ends.push(end);
    if (this.totals.mergeEncodedTotals(packed.bytes, start) > end) throw new Error(DAMAGED);
  }

  get red(): RedAggregate {
    if (this.merged === undefined) {
      const merged = new RedAggregate();
      this.mergeBuckets(() => merged);
      this.merged = merged;
    }
    return this.merged;
  }

  /** Adds each row to the aggregate of its bucket. */
  mergeBuckets(aggregateOf: (bucket: number) => RedAggregate): void {
    for (const [row, { bucket, bytes }] of this.packed.entries()) {
      mergeRow(aggregateOf(bucket), bytes, this.starts[row]!, this.ends[row]!);
    }
  }
}
