/** What is said of a change between two samples, whatever their size. */

/** Null: the samples cannot bound it on that side. */
export type Interval = [low: number, high: number | null];

export type EvidenceVerdict = 'regressed' | 'improved' | 'unchanged' | 'inconclusive';

/** `duration`: the factor by which requests take longer throughout the distribution. */
export type ComparedFigure = 'duration' | 'p50' | 'p95' | 'p99' | 'error_rate' | 'occurrence_rate';

/** `effect`: candidate divided by baseline; of rates candidate minus baseline. */
export interface FigureEvidence {
  figure: ComparedFigure;
  /** Absent where a version has no requests to compare. */
  effect?: number;
  interval: Interval;
}

/**
 * What the samples say, whatever their size. Of two random halves of one version at most one comparison in twenty is called
 * anything but `unchanged` or `inconclusive`, over all figures, transactions, dependencies and error groups together.
 */
export interface Evidence {
  /** `unchanged`: every relevant change is ruled out. `inconclusive`: the sample is too small. */
  verdict: EvidenceVerdict;
  /** The figure that decided, or that the most requests are missing for. */
  figure: ComparedFigure;
  effect?: number;
  interval?: Interval;
  /** Where it was found, when not in all requests together. */
  found_in?: { kind: 'transaction' | 'dependency' | 'error'; name: string };
  /** 1 minus the risk that any of all figures shows this much by chance. */
  confidence: number;
  reason: string;
  /** Requests of each version that would decide, if the figures do not change. */
  requests_needed?: number;
  /** Intervals that hold together at `confidence` 0.95. */
  figures: FigureEvidence[];
}
