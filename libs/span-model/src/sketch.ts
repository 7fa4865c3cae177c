import { ByteReader, ByteWriter } from './bytes.js';

/**
 * Log-linear latency sketch (APM-5): 0..127 us in exact buckets, above that 64 buckets per octave, so
 * a bucket's midpoint is off by at most 1/128 = 0.79 %. One fixed scale and integer counts make merging commutative and
 * associative, and equal content gives equal bytes. Counts are in weight units (see `WEIGHT_ONE` in red.ts).
 */
const EXACT = 128;
const PER_OCTAVE = 64;
const TOP_OCTAVE = 37;
export const BUCKETS = EXACT + PER_OCTAVE * (TOP_OCTAVE - 7);
const TOP_MICROS = 2 ** TOP_OCTAVE - 1;

/** The relative error that the product states: half a bucket's width plus rounding to whole microseconds. */
export const QUANTILE_RELATIVE_ERROR = 0.01;

/** Counters stop here instead of losing exactness: the sum of two of them still fits a double, so saturation is associative. */
export const SATURATED = 2 ** 52;

/** Bucket of a duration; below 0 counts as 0, above 2^37 us (38 h) as the top bucket. */
export function bucketOf(micros: number): number {
  if (micros < EXACT) return micros > 0 ? micros | 0 : 0;
  if (micros < 0x80000000) {
    const exponent = 31 - Math.clz32(micros);
    return (exponent - 6) * PER_OCTAVE + (micros >>> (exponent - 6));
  }
  const high = Math.floor(Math.min(micros, TOP_MICROS) / 65536);
  const exponent = 31 - Math.clz32(high);
  return (exponent + 10) * PER_OCTAVE + (high >>> (exponent - 6));
}

/** Midpoint of a bucket in whole microseconds. */
export function representativeOf(bucket: number): number {
  if (bucket < EXACT) return bucket;
  const octave = Math.floor((bucket - EXACT) / PER_OCTAVE);
  const width = 2 ** (octave + 1);
  const low = (PER_OCTAVE + ((bucket - EXACT) % PER_OCTAVE)) * width;
  return low + Math.floor((width - 1) / 2);
}

/** Beyond this many occupied buckets a window of counters is smaller and faster than a sorted list. */
const SPARSE_LIMIT = 48;
const FIRST_CAPACITY = 4;
/** Of sketches that hold nothing yet: most of those that a read makes stay so. */
const NO_BUCKETS = new Uint16Array(0);
const NO_COUNTS = new Float64Array(0);

export class Sketch {
  /** Sparse form: `size` ascending buckets and their counts. `undefined` once the window is in use. */
  private buckets: Uint16Array | undefined = NO_BUCKETS;
  /** Counts beside `buckets`, or of the buckets from `base` on. */
  private counts: Float64Array = NO_COUNTS;
  private size = 0;
  private base = 0;

  add(micros: number, units: number): void {
    this.addBucket(bucketOf(micros), units);
  }

  /** Adds to a bucket by number: the read path's inner loop. */
  addBucket(bucket: number, units: number): void {
    if (this.buckets !== undefined) {
      this.addSparse(this.buckets, bucket, units);
      return;
    }
    let index = bucket - this.base;
    if (index < 0 || index >= this.counts.length) {
      this.cover(bucket, bucket);
      index = bucket - this.base;
    }
    const sum = this.counts[index]! + units;
    this.counts[index] = sum > SATURATED ? SATURATED : sum;
  }

  merge(other: Sketch): void {
    other.forEach((bucket, units) => this.addBucket(bucket, units));
  }

  /** Weighted nearest rank (APM-6): the first value whose cumulative weight reaches `q` x total; `q` to six digits. */
  quantile(q: number): number | undefined {
    return this.quantiles([q])?.[0];
  }

  /** Several quantiles, of ascending `q`; undefined when nothing was added. */
  quantiles(qs: readonly number[]): number[] | undefined {
    const total = this.total();
    if (total === 0) return undefined;
    const { buckets, counts, base } = this;
    const answers: number[] = [];
    let index = -1;
    let cumulative = 0;
    for (const q of qs) {
      // As a reduced fraction, so that 0.07 x 100 is 7 and not 7.000000000000001, which would be the next rank.
      const millionths = Math.round(Math.min(Math.max(q, 0), 1) * 1e6);
      const divisor = greatestCommonDivisor(millionths, 1e6);
      const wanted = (millionths / divisor) * total;
      const scale = 1e6 / divisor;
      while (index < 0 || counts[index] === 0 || cumulative * scale < wanted) cumulative += counts[++index]!;
      answers.push(representativeOf(buckets === undefined ? base + index : buckets[index]!));
    }
    return answers;
  }

  total(): number {
    const { counts } = this;
    let total = 0;
    for (let index = 0; index < counts.length; index++) total += counts[index]!;
    return total;
  }

  /** Occupied buckets in ascending order. */
  forEach(visit: (bucket: number, units: number) => void): void {
    const { buckets, counts, base } = this;
    const length = buckets === undefined ? counts.length : this.size;
    for (let i = 0; i < length; i++) {
      if (counts[i]! > 0) visit(buckets === undefined ? base + i : buckets[i]!, counts[i]!);
    }
  }

  /** The low bits of all counts or-ed together: shows the common power of two. */
  lowBits(): number {
    const { counts } = this;
    let bits = 0;
    for (let index = 0; index < counts.length; index++) if (counts[index]! > 0) bits |= counts[index]!;
    return bits;
  }

  /** Sparse bytes; counts are divided by `2 ** shift`, which the caller knows to divide all of them. */
  write(out: ByteWriter, shift: number): void {
    const divisor = 2 ** shift;
    const { buckets, counts, base } = this;
    let occupied = 0;
    for (let index = 0; index < counts.length; index++) if (counts[index]! > 0) occupied++;
    out.varint(occupied);
    let next = 0;
    for (let index = 0; index < counts.length; index++) {
      if (counts[index] === 0) continue;
      const bucket = buckets === undefined ? base + index : buckets[index];
      out.varint(bucket! - next);
      out.varint(counts[index]! / divisor);
      next = bucket! + 1;
    }
  }

  /** Adds a written sketch into this one. */
  mergeFrom(reader: ByteReader, shift: number): void {
    const factor = 2 ** shift;
    const occupied = reader.count(2);
    let next = 0;
    for (let i = 0; i < occupied; i++) {
      const bucket = next + reader.varint();
      if (bucket >= BUCKETS) throw new Error('Stored sketch has a bucket out of range.');
      const units = reader.varint() * factor;
      next = bucket + 1;
      // The read path's inner loop: once the window is in use and wide enough, nothing is called.
      const { counts } = this;
      const index = bucket - this.base;
      if (this.buckets === undefined && index >= 0 && index < counts.length) {
        const sum = counts[index]! + units;
        counts[index] = sum > SATURATED ? SATURATED : sum;
      } else this.addBucket(bucket, units);
    }
  }

  encode(): Uint8Array {
    const out = new ByteWriter();
    this.write(out, 0);
    return out.finish();
  }

  static decode(bytes: Uint8Array, at = 0): Sketch {
    const sketch = new Sketch();
    sketch.mergeFrom(new ByteReader(bytes, at), 0);
    return sketch;
  }

  private addSparse(buckets: Uint16Array, bucket: number, units: number): void {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (buckets[middle]! < bucket) low = middle + 1;
      else high = middle;
    }
    if (low < this.size && buckets[low] === bucket) {
      const sum = this.counts[low]! + units;
      this.counts[low] = sum > SATURATED ? SATURATED : sum;
    } else if (units > 0) {
      this.insert(buckets, low, bucket, units);
    }
  }

  private insert(buckets: Uint16Array, at: number, bucket: number, units: number): void {
    if (this.size === SPARSE_LIMIT) {
      this.widen(buckets);
      this.addBucket(bucket, units);
      return;
    }
    let target = buckets;
    if (this.size === target.length) {
      target = new Uint16Array(Math.min(Math.max(this.size * 2, FIRST_CAPACITY), SPARSE_LIMIT));
      target.set(buckets);
      const counts = new Float64Array(target.length);
      counts.set(this.counts);
      this.buckets = target;
      this.counts = counts;
    }
    for (let i = this.size; i > at; i--) {
      target[i] = target[i - 1]!;
      this.counts[i] = this.counts[i - 1]!;
    }
    target[at] = bucket;
    this.counts[at] = Math.min(units, SATURATED);
    this.size++;
  }

  /** Turns the sorted list into a window of counters. */
  private widen(buckets: Uint16Array): void {
    const counts = this.counts;
    this.buckets = undefined;
    this.counts = NO_COUNTS;
    this.cover(buckets[0]!, buckets[this.size - 1]!);
    for (let i = 0; i < this.size; i++) this.counts[buckets[i]! - this.base] = counts[i]!;
  }

  /** Grows the window to whole octaves that include `low` and `high`. */
  private cover(low: number, high: number): void {
    const old = this.counts;
    const oldEnd = old.length === 0 ? 0 : this.base + old.length;
    const from = Math.floor((old.length === 0 ? low : Math.min(low, this.base)) / PER_OCTAVE) * PER_OCTAVE;
    const to = Math.ceil((Math.max(high, oldEnd - 1) + 1) / PER_OCTAVE) * PER_OCTAVE;
    const counts = new Float64Array(to - from);
    counts.set(old, old.length === 0 ? 0 : this.base - from);
    this.counts = counts;
    this.base = from;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
