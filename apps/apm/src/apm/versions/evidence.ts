/** What is said of a comparison, whatever its size: a verdict, the figure that decided it, and why. Pure. */
import type { ComparedFigure, Evidence, FigureEvidence, Interval as Shown } from '@spanwise/contracts/apm/evidence';
import { WEIGHT_ONE } from '@spanwise/span-model/red';
import { figuresOf, isRate, scaledAt, type Figure } from './figures.js';
import type { Interval } from '../read/intervals.js';
import { harmonic, type Stratum } from './traffic-mix.js';
import { CONFIDENCE, isEnough, lookZ, overallFindings, type Different, type Finding } from './verdict.js';

/**
 * Changes that matter: only where an interval rules them out on either side is a figure `unchanged`. Factors, and of the
 * error rate a difference.
 */
const RELEVANT = { duration: 1.25, error_rate: 0.05, p95: 1.5 } as const;
/** Where a side of an interval is open: about what closes that of a p95 in both versions. */
const REQUESTS_FOR_P95 = 300;

export interface Part {
  kind: NonNullable<Evidence['found_in']>['kind'];
  name: string;
  finding: Finding;
}

export const partsOf = (
  kind: Part['kind'],
  different: Map<string, Different>,
  nameOf: (key: string) => string,
): Part[] => [...different].map(([key, { findings }]) => ({ kind, name: nameOf(key), finding: findings[0]! }));

/** How a comparison is read. */
export interface Reading {
  /** So often the same versions are compared, of which none may go wrong. */
  times?: number;
  /** The largest regression decides, and not the first one. */
  largest?: boolean;
}

/** `strata` is all of both versions; `parts` what was found in transactions, dependencies and error groups. */
export function evidenceOf(strata: Stratum[], parts: Part[], { times = 1, largest = false }: Reading = {}): Evidence {
  const z = lookZ(times);
  const figures = (isEnough(strata) && figuresOf(strata)) || [];
  const overall = overallFindings(figures, times).map((finding): Found => ({ finding }));
  const found = [...overall, ...parts.map((part): Found => ({ finding: part.finding, part }))];
  const worse = found.filter(({ finding }) => finding.direction > 0);
  if (largest) worse.sort((one, other) => sizeOf(other) - sizeOf(one));
  const decided = worse[0] ?? found[0];
  return {
    ...(decided === undefined ? undecided(figures, strata, z) : decidedBy(decided, found)),
    figures: figures.map((figure) => shownFigure(figure, z)),
  };
}

interface Found {
  finding: Finding;
  part?: Part;
}

/** Changes that matter, also of figures that need not rule them out. */
const MATTERS: Record<ComparedFigure, number> = { ...RELEVANT, p50: 1.25, p99: 1.5, occurrence_rate: 0.05 };

/**
 * One scale for worse durations and rates, from 0 to below 1: no change is 0, one that just matters (a quarter in duration, half
 * in p95, 5 points of a rate) is 0.5, twice as large is 2/3, three times 3/4.
 */
export function sizeOfChange(figure: ComparedFigure, effect: number): number {
  const changes = isRate({ name: figure })
    ? effect / MATTERS[figure]
    : Math.log(Math.max(1, effect)) / Math.log(MATTERS[figure]);
  return Math.max(0, changes) / (1 + Math.max(0, changes));
}

const sizeOf = ({ finding: { figure } }: Found): number => sizeOfChange(figure.name, figure.effect);

/** Of one transaction, dependency or error group that is certainly different. */
export function evidenceOfPart({ findings, figures, z }: Different): Evidence {
  const found = findings.map((finding): Found => ({ finding }));
  return { ...decidedBy(found[0]!, found), figures: figures.map((figure) => shownFigure(figure, z)) };
}

type Assessed = Omit<Evidence, 'figures'>;

function decidedBy({ finding, part }: Found, found: Found[]): Assessed {
  const same = found.filter((other) => other.finding.direction === finding.direction);
  const more = same.length - 1;
  return {
    verdict: finding.direction > 0 ? 'regressed' : 'improved',
    figure: finding.figure.name,
    effect: finding.figure.effect,
    interval: shownInterval(finding.interval),
    ...(part !== undefined && { found_in: { kind: part.kind, name: part.name } }),
    confidence: finding.confidence(),
    reason: `${sentence(finding.figure, finding.interval, part)}${more > 0 ? ` ${more} more ${more === 1 ? 'figure' : 'figures'} changed the same way.` : ''}`,
  };
}

/** Either every relevant change is ruled out, or the samples are too few. */
function undecided(figures: Figure[], strata: Stratum[], z: number): Assessed {
  if (figures.length === 0) return tooFew(strata);
  const open = figures
    .flatMap((figure) => {
      const scale = missingOf(figure, z);
      return scale === undefined ? [] : [{ figure, scale }];
    })
    .sort((a, b) => b.scale - a.scale);
  const figure = open[0]?.figure ?? figures[0];
  const interval = figure!.interval(z);
  const assessed = {
    figure: figure!.name,
    effect: figure!.effect,
    interval: shownInterval(interval),
    confidence: CONFIDENCE,
  };
  if (open.length === 0) {
    const reason = 'Changes of a quarter in duration, of half in p95 and of 5 points in the error rate are ruled out.';
    return { verdict: 'unchanged', ...assessed, reason };
  }
  const needed = requestsNeeded(open[0]!.scale, strata);
  const reason = `Inconclusive: ${sentence(figure!, interval)} It would take about ${needed} requests of each version.`;
  return { verdict: 'inconclusive', ...assessed, reason, requests_needed: needed };
}

function tooFew(strata: Stratum[]): Assessed {
  const common = figuresOf(strata)?.[0];
  const cause = common === undefined ? 'no transaction has requests of both versions' : 'the requests are too few';
  return {
    verdict: 'inconclusive',
    figure: 'duration',
    ...(common !== undefined && { effect: common.effect }),
    confidence: CONFIDENCE,
    reason: `Inconclusive: ${cause}.`,
    requests_needed: REQUESTS_FOR_P95,
  };
}

/** By how much the sample has to grow until the figure is decided; undefined where relevant changes are ruled out. */
function missingOf(figure: Figure, z: number): number | undefined {
  const relevant = (RELEVANT as Partial<Record<ComparedFigure, number>>)[figure.name];
  if (relevant === undefined) return undefined;
  const margin = isRate(figure) ? relevant : Math.log(relevant);
  const { effect, low, high } = scaledAt(figure, z);
  if (low > -margin && high < margin) return undefined;
  const half = Math.max(effect - low, high - effect);
  return (half / Math.max(Math.abs(effect), margin - Math.abs(effect))) ** 2;
}

function requestsNeeded(scale: number, strata: Stratum[]): number {
  const common = strata.filter(({ baseline, candidate }) => baseline.weight > 0 && candidate.weight > 0);
  const requestsOf = (side: 'baseline' | 'candidate') =>
    common.reduce((sum, stratum) => sum + stratum[side].weight, 0) / WEIGHT_ONE;
  const present = 2 * harmonic(requestsOf('baseline'), requestsOf('candidate'));
  const needed = Number.isFinite(scale) ? scale * present : Math.max(REQUESTS_FOR_P95, 2 * present);
  return Number(Math.ceil(needed).toPrecision(2));
}

const shownFigure = (figure: Figure, z: number): FigureEvidence => ({
  figure: figure.name,
  effect: figure.effect,
  interval: shownInterval(figure.interval(z)),
});

export const shownInterval = ([low, high]: Interval): Shown => [low, Number.isFinite(high) ? high : null];

const WORDS: Record<ComparedFigure, string> = {
  duration: 'durations are',
  p50: 'the median is',
  p95: 'the p95 is',
  p99: 'the p99 is',
  error_rate: 'the error rate changed by',
  occurrence_rate: 'occurrences per request changed by',
};

function sentence(figure: Figure, interval: Interval, part?: Part): string {
  const place = part === undefined ? 'In all requests' : `In the ${part.kind} ${part.name}`;
  return `${place} ${WORDS[figure.name]} ${isRate(figure) ? points(figure.effect, interval) : times(figure, interval)}.`;
}

const points = (effect: number, [low, high]: Interval): string =>
  `${inPoints(effect)} points (${inPoints(low)} to ${inPoints(high)})`;
const inPoints = (rate: number): string => (rate * 100).toPrecision(2);

function times({ name, effect }: Figure, [low, high]: Interval): string {
  const range = Number.isFinite(high)
    ? `${low.toPrecision(3)} to ${high.toPrecision(3)}`
    : `at least ${low.toPrecision(3)}`;
  return `${effect.toPrecision(3)} times ${name === 'duration' ? 'what they were' : 'what it was'} (${range})`;
}
