/**
 * Confidence intervals of a difference of rates and of a ratio of quantiles. Both combine an interval of each side by the
 * method of variance estimates recovery (R. G. Newcombe 1998; G. Y. Zou and A. Donner 2008). `z` is the normal quantile of
 * the level. Pure.
 */
export type Interval = [low: number, high: number];

export interface Rate {
  /** Between 0 and 1. */
  rate: number;
  /** Equally weighted observations that would carry as much information. */
  samples: number;
}

/**
 * Wilson's score interval of one rate with the continuity correction: holds also for rates of 0 and 1, and for the few
 * requests of a version that is just being rolled out.
 */
export function rateInterval({ rate, samples }: Rate, z: number): Interval {
  const square = z * z;
  const centre = 2 * samples * rate + square;
  const spread = (sign: 1 | -1): number =>
    z * Math.sqrt(Math.max(0, square + sign * 2 - 1 / samples + 4 * rate * (samples * (1 - rate) - sign)));
  const low = (centre - 1 - spread(-1)) / (2 * (samples + square));
  const high = (centre + 1 + spread(1)) / (2 * (samples + square));
  return [rate === 0 ? 0 : Math.max(0, Math.min(rate, low)), rate === 1 ? 1 : Math.min(1, Math.max(rate, high))];
}

/** Candidate minus baseline. */
export function rateDifference(baseline: Rate, candidate: Rate, z: number): Interval {
  return difference(
    { estimate: baseline.rate, interval: rateInterval(baseline, z) },
    { estimate: candidate.rate, interval: rateInterval(candidate, z) },
  );
}

export interface Estimate {
  estimate: number;
  interval: Interval;
}

/** Interval of candidate - baseline from the intervals of both. */
export function difference(baseline: Estimate, candidate: Estimate): Interval {
  const centre = candidate.estimate - baseline.estimate;
  const down = Math.hypot(candidate.estimate - candidate.interval[0], baseline.interval[1] - baseline.estimate);
  const up = Math.hypot(candidate.interval[1] - candidate.estimate, baseline.estimate - baseline.interval[0]);
  return [centre - down, centre + up];
}

/** Interval of candidate / baseline, both positive, on the scale of logarithms. */
export function ratio(baseline: Estimate, candidate: Estimate): Interval {
  const [low, high] = difference(logarithmOf(baseline), logarithmOf(candidate));
  return [Math.exp(low), Math.exp(high)];
}

const logarithmOf = ({ estimate, interval }: Estimate): Estimate => ({
  estimate: Math.log(estimate),
  interval: [Math.log(interval[0]), Math.log(interval[1])],
});

/**
 * Ranks, as shares of the sample, between whose values the quantile `q` of the population lies (W. S. Woodruff 1952): the
 * number of observations below it is binomial, whose skewness is corrected for (E. A. Cornish and R. A. Fisher 1938). The
 * correction grows with the square of the level: it is not followed to where a stricter level would come nearer again, as
 * it would of few observations. A rank of 1 or above has no value in the sample: the interval is open there.
 */
export function quantileRanks(q: number, samples: number, z: number): Interval {
  const deviation = Math.sqrt((q * (1 - q)) / samples);
  const skewness = (1 - 2 * q) / (6 * samples);
  const continuity = 0.5 / samples;
  const furthest = Math.min(z, deviation / (2 * Math.abs(skewness)));
  const [down, up] = q < 0.5 ? [furthest, z] : [z, furthest];
  const low = q - down * deviation + (down * down - 1) * skewness - continuity;
  return [low, q + up * deviation + (up * up - 1) * skewness + continuity];
}
