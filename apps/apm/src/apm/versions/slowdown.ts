/**
 * The factor by which the candidate's requests take longer than the baseline's, over the whole distribution: the shift of
 * J. L. Hodges and E. L. Lehmann (1963) on the scale of logarithms, with the interval of the rank-sum test of F. Wilcoxon,
 * stratified by the traffic mix as by P. van Elteren (1960). It needs no shape of the distribution, a few slow requests move
 * it no more than a few, and six requests on a side can bound it. Pure.
 */
import { effectiveSamples, type RedAggregate } from '@spanwise/span-model/red';
import { representativeOf } from '@spanwise/span-model/sketch';
import type { Interval } from '../read/intervals.js';
import type { Stratum } from './traffic-mix.js';

/** Durations as logarithms, ascending, each with the samples that have it. */
interface Sample {
  logs: number[];
  counts: number[];
  size: number;
}

interface Pair {
  service: string;
  baseline: Sample;
  candidate: Sample;
}

/** Two logarithms closer than this are one duration. */
const TIE = 1e-9;
const BISECTIONS = 22;

export class Slowdown {
  private readonly pairs: Pair[];
  /** Beyond it every request of one version is slower than every one of the other. */
  private readonly furthest: number;

  constructor(strata: Stratum[]) {
    this.pairs = strata.flatMap(({ service, baseline, candidate }) =>
      effectiveSamples(baseline) > 0 && effectiveSamples(candidate) > 0
        ? [{ service, baseline: sampleOf(baseline), candidate: sampleOf(candidate) }]
        : [],
    );
    const all = this.pairs.flatMap(({ baseline, candidate }) => [baseline, candidate]);
    const low = Math.min(...all.map(({ logs }) => logs[0]!));
    const high = Math.max(...all.map(({ logs }) => logs.at(-1)!));
    this.furthest = high - low + 1;
  }

  estimate(): number {
    const low = this.crossing((log) => this.deviation(log) > 0);
    const high = this.crossing((log) => this.deviation(log) >= 0);
    return Math.exp((low + high) / 2);
  }

  /** 0 or infinite where the samples are too few to bound it at the level of `z`. */
  interval(z: number): Interval {
    if (this.deviation(-this.furthest, true) < z) return [0, Infinity];
    const low = this.crossing((log) => this.deviation(log, true) >= z);
    return [Math.exp(low), Math.exp(this.crossing((log) => this.deviation(log, true) > -z, low))];
  }

  /** Where a condition that holds for low shifts ceases to hold. */
  private crossing(holds: (log: number) => boolean, from = -this.furthest): number {
    let [low, high] = [from, this.furthest];
    for (let step = 0; step < BISECTIONS; step++) {
      const middle = (low + high) / 2;
      if (holds(middle)) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  }

  /** Standard deviations by which the candidate is slower than the baseline times e^`log`. */
  private deviation(log: number, corrected = false): number {
    let sum = 0;
    let step = 0;
    const variances = new Map<string, number>();
    for (const { service, baseline, candidate } of this.pairs) {
      const weight = 1 / (baseline.size + candidate.size + 1);
      const { excess, variance } = ranksOf(baseline, candidate, log);
      sum += weight * excess;
      step = Math.max(step, weight / 2);
      variances.set(service, (variances.get(service) ?? 0) + weight * weight * variance);
    }
    // Services of one trace are slow together: their standard errors add.
    const deviation = [...variances.values()].reduce((total, variance) => total + Math.sqrt(variance), 0);
    const certain = corrected ? Math.sign(sum) * Math.max(0, Math.abs(sum) - step) : sum;
    return deviation === 0 ? 0 : certain / deviation;
  }
}

function sampleOf(red: RedAggregate): Sample {
  const size = effectiveSamples(red);
  const factor = size / red.sketch.total();
  const logs: number[] = [];
  const counts: number[] = [];
  red.sketch.forEach((bucket, units) => {
    logs.push(Math.log(Math.max(0.5, representativeOf(bucket))));
    counts.push(units * factor);
  });
  return { logs, counts, size };
}

/** Pairs in which the candidate is slower, above half of them, and the variance of that if nothing differs. */
function ranksOf(baseline: Sample, candidate: Sample, log: number): { excess: number; variance: number } {
  let [b, c, below, slower, ties] = [0, 0, 0, 0, 0];
  while (b < baseline.logs.length || c < candidate.logs.length) {
    const ofBaseline = b < baseline.logs.length ? baseline.logs[b]! + log : Infinity;
    const ofCandidate = c < candidate.logs.length ? candidate.logs[c] : Infinity;
    const mine = ofBaseline <= ofCandidate! + TIE ? baseline.counts[b++] : 0;
    const theirs = ofCandidate! <= ofBaseline + TIE ? candidate.counts[c++] : 0;
    slower += theirs! * (below + mine! / 2);
    below += mine!;
    const tied = mine! + theirs!;
    ties += Math.max(0, tied ** 3 - tied);
  }
  const all = baseline.size + candidate.size;
  const pairs = baseline.size * candidate.size;
  const tieShare = all > 1 ? ties / (all * (all - 1)) : 0;
  return { excess: slower - pairs / 2, variance: (pairs / 12) * Math.max(0, all + 1 - tieShare) };
}
