/**
 * Two versions under the same mix of traffic. Each stratum (a transaction) counts with the share that its two samples give
 * most about their difference (Mantel and Haenszel: nB x nC / (nB + nC)), the same share on both sides: when every stratum
 * is as it was, a change of the mix alone moves nothing. Pure.
 */
import { effectiveSamples, type RedAggregate } from '@spanwise/span-model/red';
import { BUCKETS, representativeOf } from '@spanwise/span-model/sketch';
import { quantileRanks, type Estimate, type Rate } from '../read/intervals.js';

export interface Stratum {
  /** Requests of different services may be of one trace: see `varianceOf`. */
  service: string;
  baseline: RedAggregate;
  candidate: RedAggregate;
}

export interface Mixed {
  baseline: Side;
  candidate: Side;
}

interface Share {
  service: string;
  share: number;
  samples: number;
}

interface Part extends Share {
  red: RedAggregate;
}

/** Undefined when no stratum has traffic on both sides: then nothing can be compared. */
export function underOneMix(strata: Stratum[]): Mixed | undefined {
  const compared = strata
    .map((stratum) => ({
      ...stratum,
      samples: [effectiveSamples(stratum.baseline), effectiveSamples(stratum.candidate)],
    }))
    .filter(({ samples: [b, c] }) => b! > 0 && c! > 0)
    .map((stratum) => ({ ...stratum, weight: harmonic(stratum.samples[0]!, stratum.samples[1]!) }));
  const total = compared.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  const partsOf = (side: 'baseline' | 'candidate', index: 0 | 1): Part[] =>
    compared.map((one) => ({
      service: one.service,
      share: one.weight / total,
      samples: one.samples[index]!,
      red: one[side],
    }));
  return { baseline: new Side(partsOf('baseline', 0)), candidate: new Side(partsOf('candidate', 1)) };
}

export const harmonic = (b: number, c: number): number => (b * c) / (b + c);

/** One version under the common mix. */
export class Side {
  /** Equally weighted observations of one population that would carry as much information as all strata together. */
  readonly samples: number;
  private masses: Float64Array | undefined;

  constructor(private readonly parts: Part[]) {
    this.samples = 1 / sumOf(parts, ({ share, samples }) => share ** 2 / samples);
  }

  errorRate(): Rate {
    return mixedRate(this.parts.map((part) => ({ ...part, rate: part.red.errorWeight / part.red.weight })));
  }

  /** Quantile in microseconds and its interval; an end is 0 or infinite when the sample is too small for it. */
  quantile(q: number, z: number): Estimate {
    const masses = (this.masses ??= massesOf(this.parts));
    const bucket = bucketAt(masses, q);
    const [low, high] = quantileRanks(q, this.samplesAt(bucket, q), z);
    return {
      estimate: microsOf(bucket),
      interval: [
        low <= 0 ? 0 : microsOf(bucketAt(masses, low)),
        high >= 1 ? Infinity : microsOf(bucketAt(masses, high)),
      ],
    };
  }

  /** The share below a bucket varies as much as in this many observations; never more than `samples` are claimed. */
  private samplesAt(bucket: number, q: number): number {
    const variance = varianceOf(this.parts, ({ red }) => shareUpTo(red, bucket));
    return variance === 0 ? this.samples : Math.min(this.samples, (q * (1 - q)) / variance);
  }
}

/** Share of the requests in each bucket. */
function massesOf(parts: Part[]): Float64Array {
  const masses = new Float64Array(BUCKETS);
  for (const { share, red } of parts) {
    const total = red.sketch.total();
    red.sketch.forEach((bucket, units) => (masses[bucket]! += (share * units) / total));
  }
  return masses;
}

/** Rate of a mix of strata. Samples are never more than those of one population: a stratum without errors is not certain. */
export function mixedRate(parts: (Share & { rate: number })[]): Rate {
  const rate = Math.min(
    1,
    Math.max(
      0,
      sumOf(parts, (part) => part.share * part.rate),
    ),
  );
  const samples = 1 / sumOf(parts, (part) => part.share ** 2 / part.samples);
  const variance = varianceOf(parts, (part) => part.rate);
  return { rate, samples: variance > 0 ? Math.min(samples, (rate * (1 - rate)) / variance) : samples };
}

/**
 * Variance of a mix of rates. A request that fails or is slow makes the requests of its callers fail or slow, so services
 * are taken to deviate together: their standard errors add. Within a service requests are taken to be independent.
 */
function varianceOf<S extends Share>(parts: S[], rateOf: (part: S) => number): number {
  const ofServices = new Map<string, number>();
  for (const part of parts) {
    const rate = rateOf(part);
    const variance = (part.share ** 2 * rate * (1 - rate)) / part.samples;
    ofServices.set(part.service, (ofServices.get(part.service) ?? 0) + variance);
  }
  return sumOf([...ofServices.values()], Math.sqrt) ** 2;
}

function shareUpTo(red: RedAggregate, last: number): number {
  let below = 0;
  red.sketch.forEach((bucket, units) => {
    if (bucket <= last) below += units;
  });
  return below / red.sketch.total();
}

/** Rounding of the sums must not push a rank into the next bucket. */
const ROUNDING = 1e-12;

/** First bucket with which the masses reach `rank`. */
function bucketAt(masses: Float64Array, rank: number): number {
  let sum = 0;
  let last = 0;
  for (let bucket = 0; bucket < masses.length; bucket++) {
    if (masses[bucket] === 0) continue;
    sum += masses[bucket]!;
    last = bucket;
    if (sum >= rank - ROUNDING) break;
  }
  return last;
}

/** Never 0: what took less than a microsecond has a ratio too. */
const microsOf = (bucket: number): number => Math.max(0.5, representativeOf(bucket));

const sumOf = <T>(items: T[], value: (item: T) => number): number => items.reduce((sum, item) => sum + value(item), 0);
