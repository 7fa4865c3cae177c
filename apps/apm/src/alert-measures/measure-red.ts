/** Rules over requests: one figure, or two of them divided; pure. */
import type { RatioCondition, RedCondition, RedSelector } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance, MeasuredSpec } from '@spanwise/contracts/alerting/measure';
import { SeriesKind } from '@spanwise/span-model/series';
import type { Exemplar } from '@spanwise/span-model/exemplars';
import { MICROS, type QueryRange } from '../apm/range/query-range.js';
import type { Group } from '../apm/read/grouping.js';
import type { SeriesRed } from '../apm/read/series.js';
import { intervalOf, isCounted, isOfErrors } from './figure.js';
import { limited } from './measured-instances.js';
import { figuresOf, firstSeenOf, Selection, wantedBy, type Figure } from './red-figures.js';
import { nameFilterOf, serviceFilterOf } from './selectors.js';
import type { Tables, Wanted } from './tables.js';
import { baselineOf, type Baseline, type Kept } from './windows.js';

/** Traces of one instance. */
const MAX_TRACES = 5;

/** What a rule is measured over. */
export interface Measuring {
  window: QueryRange;
  /** Of the window. */
  coveredSeconds: number;
  kept: Kept;
}

export type MeasuredFigures = Omit<MeasuredSpec, 'id'>;

const baselineOfRule = ({ relative }: RedCondition, { window, kept }: Measuring): Baseline | undefined =>
  relative === undefined ? undefined : baselineOf(window, relative.to, kept);

export function wantedByRed(condition: RedCondition, measuring: Measuring): Wanted[] {
  const { window } = measuring;
  const baseline = baselineOfRule(condition, measuring);
  const compared = baseline === undefined ? [] : wantedBy(condition, baseline.range);
  const failed = failedRequestsOf(condition, window);
  const longer = evidenceOf(condition, window);
  const evident = longer === undefined ? [] : wantedBy(condition, longer);
  const without = [...compared, ...evident].map(({ silent: _, ...wanted }) => wanted);
  return [...wantedBy(condition, window), ...without, ...failed];
}

/** The range that may make certain what the window is too short for; whole minutes that end with it. */
function evidenceOf({ evidence_secs: seconds = 0 }: RedCondition, window: QueryRange): QueryRange | undefined {
  const fromMicros = window.toMicros - Math.ceil(seconds / 60) * MICROS.minute;
  return fromMicros < window.fromMicros ? { ...window, fromMicros } : undefined;
}

/** Failed requests are seldom among the slowest ones, which are all that figures of requests keep. */
function failedRequestsOf({ of, figure, filters }: RedSelector, range: QueryRange): Wanted[] {
  if (!isOfErrors(figure) || (of !== 'service' && of !== 'transaction')) return [];
  const { name, ...filter } = nameFilterOf(of, filters);
  return [
    {
      kind: SeriesKind.Error,
      range,
      filter: { ...serviceFilterOf(filter), ...(name !== undefined && { detail: name }) },
    },
  ];
}

export function measureRed(condition: RedCondition, tables: Tables, measuring: Measuring): MeasuredFigures {
  const { window, coveredSeconds } = measuring;
  const selection = new Selection(condition);
  const { byLabels, folded } = figuresOf(condition, tables, window, coveredSeconds);
  const baseline = baselineOfRule(condition, measuring);
  const before = baseline && baselineValues(condition, tables, baseline);
  const failed = failedRequestsOf(condition, window).length > 0 ? tables.of(SeriesKind.Error, window) : undefined;
  const longer = evidenceOf(condition, window);
  const evidence = longer && figuresOf(condition, tables, longer, coveredSeconds).byLabels;
  const instances = [...byLabels].map(([key, figure]): MeasuredInstance => {
    const groups = [figure.group, ...(evidence?.has(key) ? [evidence.get(key)!.group] : [])];
    const traces = traceIdsOf(condition, figure, failed && selection.errorsOf(figure.group, condition.of, failed));
    return {
      ...instanceOf(figure),
      ...(condition.min_errors !== undefined && { errors: groups.at(-1)!.totals.sampledErrors }),
      ...(condition.confidence !== undefined && {
        interval: intervalOf(condition.figure, groups, condition.confidence),
      }),
      ...(condition.relative !== undefined && { baseline: before?.(key, figure.group) ?? null }),
      ...(traces.length > 0 && { trace_ids: traces }),
    };
  });
  return { ...limited(instances), ...(folded && { folded: true as const }) };
}

export const instanceOf = ({ labels, value, samples, group }: Figure): MeasuredInstance => ({
  labels,
  value,
  samples,
  first_seen_micros: firstSeenOf(group),
});

/** The value of a group in the baseline: null for one that was not there yet, 0 of counts for one that was silent. */
export function baselineValues(condition: RedSelector, tables: Tables, { range, scale }: Baseline) {
  const seconds = (range.toMicros - range.fromMicros) / 1_000_000;
  const { byLabels } = figuresOf(condition, tables, range, seconds);
  const { figure } = condition;
  return (key: string, group: Group): number | null => {
    // The largest of an hour says nothing of what the largest of a minute was.
    if (figure === 'max' && scale !== 1) return null;
    const found = byLabels.get(key);
    if (found === undefined) return isCounted(figure) && firstSeenOf(group) < range.toMicros ? 0 : null;
    return found.value !== null && isCounted(figure) && figure !== 'rate' ? found.value * scale : found.value;
  };
}

/** Of what is looked for, failed requests or slow ones; none where a figure only counts. */
function traceIdsOf({ of, figure }: RedSelector, { group, samples }: Figure, failed?: SeriesRed[]): string[] {
  if (samples === 0 || (isCounted(figure) && !isOfErrors(figure) && of !== 'error_group')) return [];
  if (isOfErrors(figure) && group.totals.errorWeight === 0) return [];
  const exemplars = (failed ?? []).flatMap(({ red }) => red.exemplars.list).concat(group.red.exemplars.list);
  return tracesOf(isOfErrors(figure) ? exemplars.filter(({ error }) => error) : exemplars, MAX_TRACES);
}

/** The longest first; of one trace its longest span counts. */
export function tracesOf(exemplars: readonly Exemplar[], limit: number): string[] {
  const longestFirst = exemplars.toSorted(
    (one, other) => other.durationMicros - one.durationMicros || (one.traceId < other.traceId ? -1 : 1),
  );
  return [...new Set(longestFirst.map(({ traceId }) => traceId))].slice(0, limit);
}

export const wantedByRatio = ({ numerator, denominator }: RatioCondition, { window }: Measuring): Wanted[] =>
  [numerator, denominator].flatMap((selector) => wantedBy(selector, window));

export function measureRatio(condition: RatioCondition, tables: Tables, measuring: Measuring): MeasuredFigures {
  const { window, coveredSeconds } = measuring;
  const over = figuresOf(condition.numerator, tables, window, coveredSeconds);
  const under = figuresOf(condition.denominator, tables, window, coveredSeconds);
  const nothing = isCounted(condition.numerator.figure) ? 0 : null;
  const instances = [...under.byLabels].map(([key, denominator]): MeasuredInstance => {
    const numerator = over.byLabels.get(key);
    const upper = numerator === undefined ? nothing : numerator.value;
    const lower = denominator.value;
    const isMeasured = lower !== null && lower !== 0 && lower >= condition.denominator_floor;
    return {
      ...instanceOf(denominator),
      value: upper === null || !isMeasured ? null : upper / lower,
      ...(lower !== null && lower < condition.denominator_floor && { below_floor: true as const }),
    };
  });
  return { ...limited(instances), ...((over.folded || under.folded) && { folded: true as const }) };
}
