/**
 * Whether a version is worse or better than another: by intervals, under one traffic mix, corrected for the number of looks.
 * Two random halves of one version are called regressed or improved in at most 5 % of cases: each of seven looks (duration,
 * error rate, p95, p99 of all requests; any transaction; any dependency; any error group) may go wrong in either direction
 * in a fourteenth of that. Pure.
 */
import type { RedAggregate } from '@spanwise/span-model/red';
import { directionOf, figuresOf, SMALLEST, type Figure, type Floor } from './figures.js';
import { rateDifference, type Interval } from '../read/intervals.js';
import { normalQuantile } from '../read/normal.js';
import { harmonic, mixedRate, underOneMix, type Stratum } from './traffic-mix.js';

export const CONFIDENCE = 0.95;
const LOOKS = 7;
/** One-sided risk of each look. */
const LOOK_RISK = (1 - CONFIDENCE) / (2 * LOOKS);
/** Fewer samples than these on a side are inconclusive. */
const MIN_SAMPLES = 5;
/** Figures that are shown and decide nothing: the median is tested with the whole distribution. */
const SHOWN_ONLY: readonly Figure['name'][] = ['p50'];
/** Figures that one transaction or dependency is tested by; its p99 is that of too few requests. */
const OF_PART: readonly Figure['name'][] = ['duration', 'error_rate', 'p95'];
/** Risks below this are not distinguished. */
const LEAST_RISK = 1e-9;

/** What all figures of all requests are tested at, where the same versions are compared `times` times, of which none may go wrong. */
export const lookZ = (times = 1): number => zOf(LOOK_RISK / times);

export interface Finding {
  figure: Figure;
  direction: -1 | 1;
  interval: Interval;
  /** 1 minus the risk that any of the looks shows this much by chance; made when it is asked for. */
  confidence: () => number;
}

/** One transaction, dependency or error group that is certainly different: what in it, worse before better. */
export interface Different {
  findings: Finding[];
  figures: Figure[];
  /** Level of its intervals, which allows for the number of those tested. */
  z: number;
}

/** What is certainly different in all requests together, worse before better. `times`: see `lookZ`. */
export function overallFindings(figures: Figure[], times = 1): Finding[] {
  return findingsOf(
    figures.filter(({ name }) => !SHOWN_ONLY.includes(name)),
    times,
    SMALLEST,
  );
}

/** Of the keys whose strata both versions have enough traffic of, those that are certainly different. */
export function differentStrata<Key>(
  strata: Map<Key, Stratum>,
  floor: Floor = SMALLEST,
  times = 1,
): Map<Key, Different> {
  const tested = [...strata].flatMap(([key, stratum]) => {
    const figures = isEnough([stratum]) ? figuresOf([stratum]) : undefined;
    return figures === undefined ? [] : [[key, figures.filter(({ name }) => OF_PART.includes(name))] as const];
  });
  return differentOf(tested, tested.length * OF_PART.length * times, floor);
}

function differentOf<Key>(tested: (readonly [Key, Figure[]])[], tests: number, floor: Floor): Map<Key, Different> {
  const z = zOf(LOOK_RISK / tests);
  const assessed = tested.map(
    ([key, figures]) => [key, { findings: findingsOf(figures, tests, floor), figures, z }] as const,
  );
  return new Map(assessed.filter(([, { findings }]) => findings.length > 0));
}

/** Whether both sides have the samples without which nothing is said. */
export function isEnough(strata: Stratum[]): boolean {
  const mixed = underOneMix(strata);
  return mixed !== undefined && Math.min(mixed.baseline.samples, mixed.candidate.samples) >= MIN_SAMPLES;
}

function findingsOf(figures: Figure[], tests: number, floor: Floor): Finding[] {
  const z = zOf(LOOK_RISK / tests);
  const findings = figures.flatMap((figure): Finding[] => {
    const direction = directionOf(figure, z, floor);
    if (direction === 0) return [];
    return [{ figure, direction, interval: figure.interval(z), confidence: () => confidenceOf(figure, tests) }];
  });
  return findings.sort((a, b) => b.direction - a.direction);
}

/** From the least risk at which the figure still is different. */
function confidenceOf(figure: Figure, tests: number): number {
  let [low, high] = [Math.log(LEAST_RISK), Math.log(LOOK_RISK)];
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2;
    if (directionOf(figure, zOf(Math.exp(middle) / tests)) === 0) low = middle;
    else high = middle;
  }
  return 1 - 2 * LOOKS * Math.exp(high);
}

/** Occurrences of an error group in one transaction, and the requests of that transaction, of both versions. */
export interface Exposure {
  occurrences: { baseline: number; candidate: number };
  requests: Stratum;
}

/** Of the error groups, those that really occur more or less often per request of the transactions that they occur in. */
export function differentRates<Key>(groups: Map<Key, Exposure[]>, times = 1): Map<Key, Different> {
  const tested = [...groups].flatMap(([key, exposures]) => {
    const rates = ratesOf(exposures);
    if (rates === undefined) return [];
    const figure: Figure = {
      name: 'occurrence_rate',
      effect: rates.candidate.rate - rates.baseline.rate,
      interval: (z) => rateDifference(rates.baseline, rates.candidate, z),
    };
    return [[key, [figure] as Figure[]] as const];
  });
  return differentOf(tested, tested.length * times, SMALLEST);
}

/** Those that are worse. */
export function regressedOf<Key>(different: Map<Key, Different>): Map<Key, Different> {
  return new Map([...different].filter(([, { findings }]) => findings[0]!.direction > 0));
}

function zOf(oneSidedRisk: number): number {
  return normalQuantile(1 - oneSidedRisk);
}

function ratesOf(exposures: Exposure[]) {
  const parts = exposures.flatMap(({ occurrences, requests }) => {
    const mixed = underOneMix([requests]);
    if (mixed === undefined) return [];
    const [b, c] = [mixed.baseline.samples, mixed.candidate.samples];
    return [
      {
        service: requests.service,
        weight: harmonic(b, c),
        baseline: { samples: b, rate: shareOf(occurrences.baseline, requests.baseline) },
        candidate: { samples: c, rate: shareOf(occurrences.candidate, requests.candidate) },
      },
    ];
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  const mixedOf = (side: 'baseline' | 'candidate') =>
    mixedRate(parts.map((part) => ({ service: part.service, share: part.weight / total, ...part[side] })));
  const rates = { baseline: mixedOf('baseline'), candidate: mixedOf('candidate') };
  return Math.min(rates.baseline.samples, rates.candidate.samples) < MIN_SAMPLES ? undefined : rates;
}

const shareOf = (weight: number, requests: RedAggregate): number => Math.min(1, weight / requests.weight);
