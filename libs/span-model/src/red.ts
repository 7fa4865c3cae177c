import { ByteReader, ByteWriter, hexOf } from './bytes.js';
import { Exemplars } from './exemplars.js';
import { SATURATED, Sketch } from './sketch.js';

/** Fixed-point unit of sampling weights: one span of weight 1. */
export const WEIGHT_ONE = 4096;
const SHIFT_OF_ONE = 12;

/** Apdex threshold T (APM-15): satisfied up to T, tolerating up to 4 T, frustrated above or when failed. */
export const APDEX_MICROS = 500_000;

/** How the weight of a span is known: stated as "all kept", stated as sampled, or not stated (weight 1 is a guess). */
export type Sampling = 'exact' | 'adjusted' | 'unknown';

/** What one span adds to an aggregate. May be reused by the caller: nothing of it is kept. */
export interface Observation {
  /** Weight in units of 1 / `WEIGHT_ONE`. */
  units: number;
  sampling: Sampling;
  startMicros: number;
  /** Not negative. */
  durationMicros: number;
  error: boolean;
  clientError: boolean;
  idBytes: Uint8Array;
  traceIdAt: number;
  spanIdAt: number;
}

/** Shared by all calls of `encode`, which never overlap. */
const encoder = new ByteWriter(4_096);

const Flag = { Shift: 0x0f, Errors: 0x10, ClientErrors: 0x20, Sampling: 0x40, Weighted: 0x80 } as const;

/**
 * Rate, errors and duration of a set of spans: a commutative monoid under `merge`. Every member is an integer, so the
 * order of adding and merging never changes a byte of `encode`. Sums stop at `SATURATED` instead of losing exactness.
 */
export class RedAggregate {
  weight = 0;
  errorWeight = 0;
  clientErrorWeight = 0;
  sampled = 0;
  sampledErrors = 0;
  /** Spans whose sampler said "all kept"; with `sampledAdjusted`, the rest of `sampled` is unknown. */
  sampledExact = 0;
  sampledAdjusted = 0;
  /** Weighted microseconds, rounded per span. */
  durationSum = 0;
  /** 0 while `sampled` is 0. */
  minMicros = 0;
  maxMicros = 0;
  /** Sum of w^2 / `WEIGHT_ONE`, rounded per span: the effective sample size is weight^2 / weightSquares / `WEIGHT_ONE`. */
  weightSquares = 0;
  satisfied = 0;
  tolerating = 0;
  readonly sketch = new Sketch();
  readonly exemplars = new Exemplars();

  add(span: Observation): void {
    const { units, durationMicros } = span;
    const isOne = units === WEIGHT_ONE;
    this.includeExtremes(durationMicros, durationMicros);
    this.sampled += 1;
    if (span.sampling === 'exact') this.sampledExact += 1;
    else if (span.sampling === 'adjusted') this.sampledAdjusted += 1;
    this.weight = plus(this.weight, units);
    this.weightSquares = plus(this.weightSquares, isOne ? units : Math.round((units * units) / WEIGHT_ONE));
    this.durationSum = plus(
      this.durationSum,
      isOne ? durationMicros : Math.round((durationMicros * units) / WEIGHT_ONE),
    );
    if (span.error) {
      this.sampledErrors += 1;
      this.errorWeight = plus(this.errorWeight, units);
    } else if (durationMicros <= APDEX_MICROS) {
      this.satisfied = plus(this.satisfied, units);
    } else if (durationMicros <= 4 * APDEX_MICROS) {
      this.tolerating = plus(this.tolerating, units);
    }
    if (span.clientError) this.clientErrorWeight = plus(this.clientErrorWeight, units);
    this.sketch.add(durationMicros, units);
    if (this.exemplars.admits(durationMicros)) {
      this.exemplars.offer({
        traceId: hexOf(span.idBytes, span.traceIdAt, 16),
        spanId: hexOf(span.idBytes, span.spanIdAt, 8),
        startMicros: span.startMicros,
        durationMicros,
        error: span.error,
      });
    }
  }

  /** One thing of weight 1 that is counted and nothing else: it has no duration. */
  count(): void {
    this.sampled += 1;
    this.weight = plus(this.weight, WEIGHT_ONE);
    this.weightSquares = plus(this.weightSquares, WEIGHT_ONE);
  }

  merge(other: RedAggregate): void {
    this.mergeTotals(other);
    this.sketch.merge(other.sketch);
    this.exemplars.merge(other.exemplars);
  }

  /** Adds all members but the sketch and the exemplars. */
  mergeTotals(other: RedTotals): void {
    if (other.sampled === 0) return;
    this.includeExtremes(other.minMicros, other.maxMicros);
    this.sampled += other.sampled;
    this.sampledErrors += other.sampledErrors;
    this.sampledExact += other.sampledExact;
    this.sampledAdjusted += other.sampledAdjusted;
    this.weight = plus(this.weight, other.weight);
    this.weightSquares = plus(this.weightSquares, other.weightSquares);
    this.durationSum = plus(this.durationSum, other.durationSum);
    this.errorWeight = plus(this.errorWeight, other.errorWeight);
    this.clientErrorWeight = plus(this.clientErrorWeight, other.clientErrorWeight);
    this.satisfied = plus(this.satisfied, other.satisfied);
    this.tolerating = plus(this.tolerating, other.tolerating);
  }

  encode(): Uint8Array {
    encoder.clear();
    this.write(encoder);
    return encoder.finish();
  }

  /**
   * The stored form. Weights are divided by their common power of two (an unsampled service stores plain counts), and
   * members that follow from others (no errors, weight 1 everywhere) are left out.
   */
  write(out: ByteWriter): void {
    const weighted = this.weight !== this.sampled * WEIGHT_ONE || this.weightSquares !== this.weight;
    const shift = this.commonShift();
    const divisor = 2 ** shift;
    const sampling = this.sampledExact > 0 || this.sampledAdjusted > 0;
    let flags: number = shift;
    if (this.sampledErrors > 0) flags |= Flag.Errors;
    if (this.clientErrorWeight > 0) flags |= Flag.ClientErrors;
    if (sampling) flags |= Flag.Sampling;
    if (weighted) flags |= Flag.Weighted;
    out.byte(flags);
    out.varint(this.sampled);
    if (this.sampled === 0) return;
    if (weighted) {
      out.varint(this.weight / divisor);
      out.varint(this.weightSquares / divisor);
    }
    if (this.sampledErrors > 0) {
      out.varint(this.sampledErrors);
      out.varint(this.errorWeight / divisor);
    }
    if (this.clientErrorWeight > 0) out.varint(this.clientErrorWeight / divisor);
    if (sampling) {
      out.varint(this.sampledExact);
      out.varint(this.sampledAdjusted);
    }
    out.varint(this.durationSum);
    out.varint(this.minMicros);
    out.varint(this.maxMicros - this.minMicros);
    out.varint(this.satisfied / divisor);
    out.varint(this.tolerating / divisor);
    this.sketch.write(out, shift);
    this.exemplars.write(out);
  }

  static decode(bytes: Uint8Array, at = 0): RedAggregate {
    const red = new RedAggregate();
    red.mergeEncoded(bytes, at);
    return red;
  }

  /** Adds the aggregate encoded at `at` without building it, and returns where it ends. Throws on damaged bytes. */
  mergeEncoded(bytes: Uint8Array, at = 0): number {
    const reader = new ByteReader(bytes, at);
    this.mergeFrom(reader);
    return reader.at;
  }

  mergeFrom(reader: ByteReader): void {
    const shift = this.readTotals(reader);
    if (shift === undefined) return;
    this.sketch.mergeFrom(reader, shift);
    this.exemplars.mergeFrom(reader);
  }

  /** Adds all members but the sketch and the exemplars of an encoded aggregate; returns how far it has read. */
  mergeEncodedTotals(bytes: Uint8Array, at = 0): number {
    const reader = new ByteReader(bytes, at);
    this.readTotals(reader);
    return reader.at;
  }

  /** Stops before the sketch and returns the shift of its counts; undefined for an empty aggregate, which ends here. */
  private readTotals(reader: ByteReader): number | undefined {
    const flags = reader.byte();
    const shift = flags & Flag.Shift;
    if (shift > SHIFT_OF_ONE) throw new Error('Stored aggregate has an unknown form.');
    const factor = 1 << shift;
    const sampled = reader.varint();
    if (sampled === 0) return undefined;
    const weighted = (flags & Flag.Weighted) !== 0;
    const weight = weighted ? reader.varint() * factor : sampled * WEIGHT_ONE;
    this.weight = plus(this.weight, weight);
    this.weightSquares = plus(this.weightSquares, weighted ? reader.varint() * factor : weight);
    if ((flags & Flag.Errors) !== 0) {
      this.sampledErrors += reader.varint();
      this.errorWeight = plus(this.errorWeight, reader.varint() * factor);
    }
    if ((flags & Flag.ClientErrors) !== 0)
      this.clientErrorWeight = plus(this.clientErrorWeight, reader.varint() * factor);
    if ((flags & Flag.Sampling) !== 0) {
      this.sampledExact += reader.varint();
      this.sampledAdjusted += reader.varint();
    }
    this.durationSum = plus(this.durationSum, reader.varint());
    const minMicros = reader.varint();
    this.includeExtremes(minMicros, minMicros + reader.varint());
    this.sampled += sampled;
    this.satisfied = plus(this.satisfied, reader.varint() * factor);
    this.tolerating = plus(this.tolerating, reader.varint() * factor);
    return shift;
  }

  /** Must run before `sampled` is raised: an empty aggregate has no extremes yet. */
  private includeExtremes(minMicros: number, maxMicros: number): void {
    if (this.sampled === 0 || minMicros < this.minMicros) this.minMicros = minMicros;
    if (maxMicros > this.maxMicros) this.maxMicros = maxMicros;
  }

  private commonShift(): number {
    const bits =
      this.weight |
      this.weightSquares |
      this.errorWeight |
      this.clientErrorWeight |
      this.satisfied |
      this.tolerating |
      this.sketch.lowBits() |
      WEIGHT_ONE;
    return 31 - Math.clz32(bits & -bits);
  }
}

/** An aggregate without its latency distribution and exemplars. */
export type RedTotals = Readonly<
  Pick<
    RedAggregate,
    | 'weight'
    | 'errorWeight'
    | 'clientErrorWeight'
    | 'sampled'
    | 'sampledErrors'
    | 'sampledExact'
    | 'sampledAdjusted'
    | 'durationSum'
    | 'minMicros'
    | 'maxMicros'
    | 'weightSquares'
    | 'satisfied'
    | 'tolerating'
  >
>;

function plus(a: number, b: number): number {
  const sum = a + b;
  return sum > SATURATED ? SATURATED : sum;
}

/** Clamped into the exact extremes, so that the p50 of constant durations is that duration; undefined of nothing. */
export const quantilesOf = (red: RedAggregate, qs: number[]): number[] | undefined =>
  red.sketch.quantiles(qs)?.map((estimate) => Math.min(Math.max(estimate, red.minMicros), red.maxMicros));

/** Number of equally weighted spans that would carry as much information: (sum of w)^2 / sum of w^2. */
export function effectiveSamples(red: RedAggregate): number {
  return red.weightSquares === 0 ? 0 : ((red.weight / red.weightSquares) * red.weight) / WEIGHT_ONE;
}
