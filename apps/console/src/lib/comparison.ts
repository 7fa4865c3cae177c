/** Which versions are compared, and how a comparison reads. Pure. */
import type { Schemas } from '@spanwise/api-client/client';

export type Comparison = Schemas['VersionComparison'];
export type Transaction = Schemas['RegressedTransaction'];
export type ComparedFigure = Schemas['ComparedFigure'];
type Interval = Schemas['Interval'];
type Seen = Pick<Schemas['VersionSummary'], 'version' | 'first_seen_at'>;

/** Each once, whatever environments it runs in; the one that was seen first comes last. */
export function newestFirst(seen: readonly Seen[]): string[] {
  const since = new Map<string, number>();
  for (const { version, first_seen_at: at } of seen)
    if (version !== '') since.set(version, Math.min(at, since.get(version) ?? at));
  return [...since.keys()].toSorted((one, other) => since.get(other)! - since.get(one)! || byNumber(other, one));
}

const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

export interface Pair {
  /** Undefined: there is no other version. */
  baseline?: string;
  candidate?: string;
}

/** What was not said: of the candidate the newest, and of the baseline the one that was there before it. */
export function pairOf(versions: readonly string[], given: { baseline: string; candidate: string }): Pair {
  const candidate = given.candidate || versions.find((version) => version !== given.baseline);
  if (given.baseline !== '' && given.baseline !== candidate) return { baseline: given.baseline, candidate };
  const others = versions.filter((version) => version !== candidate);
  const before = candidate === undefined ? undefined : versions.slice(versions.indexOf(candidate) + 1)[0];
  return { baseline: before === candidate ? others[0] : (before ?? others[0]), candidate };
}

/** What the evidence says; where it found nothing among fewer requests than a comparison needs, that they are too few. */
export type Verdict = Schemas['EvidenceVerdict'] | 'insufficient_data';

export const verdictOf = ({ sufficient_data: sufficient, evidence }: Comparison): Verdict =>
  sufficient || evidence.verdict === 'regressed' || evidence.verdict === 'improved'
    ? evidence.verdict
    : 'insufficient_data';

export const isRate = (figure: ComparedFigure): boolean => figure === 'error_rate' || figure === 'occurrence_rate';

/** Whether an interval is on one side of "no change"; undefined while it is on both. */
export function certainly(figure: ComparedFigure, [low, high]: Interval): 'worse' | 'better' | undefined {
  const none = isRate(figure) ? 0 : 1;
  if (low > none) return 'worse';
  return high !== null && high < none ? 'better' : undefined;
}

export type SideFigure = 'requests' | 'error_rate' | 'p50' | 'p95' | 'p99' | 'max';

export interface SideRow {
  name: SideFigure;
  baseline?: number;
  candidate?: number;
  /** Under one traffic mix on both sides. */
  evidence?: Schemas['FigureEvidence'];
}

/** The figures of both versions, as they were seen. */
export function sideRows({ baseline, candidate, evidence }: Comparison): SideRow[] {
  const row = (name: SideFigure, of: (red: Schemas['RedSummary']) => number | undefined): SideRow => ({
    name,
    baseline: of(baseline.red),
    candidate: of(candidate.red),
    evidence: evidence.figures.find(({ figure }) => figure === name),
  });
  return [
    row('requests', (red) => red.request_count),
    row('error_rate', (red) => (red.request_count === 0 ? undefined : red.error_rate)),
    row('p50', (red) => red.p50_micros),
    row('p95', (red) => red.p95_micros),
    row('p99', (red) => red.p99_micros),
    row('max', (red) => red.max_micros),
  ];
}

/** A trace of each side that is kept, the slowest that is named. */
export function tracesOf({ red, baseline_red: before }: Pick<Transaction, 'red' | 'baseline_red'>) {
  const slowest = ({ exemplars }: Schemas['RedSummary']) =>
    exemplars
      .filter(({ trace_available: kept }) => kept)
      .toSorted((one, other) => other.duration_micros - one.duration_micros)
      .at(0)?.trace_id;
  return { baseline: slowest(before), candidate: slowest(red) };
}
