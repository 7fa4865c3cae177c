/** What one measured value says about its rule (ALERT-6); pure. */
import { evaluatesDeviation, type Operator, type Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import type { RuleBand } from '@spanwise/contracts/alerting/alert-rules';
import { isWorse } from '../../incidents/incidents/incident-rules.js';
import type { EvaluatedRule } from './evaluated-rule.js';

export type Verdict =
  /** Nothing can be said of this step: what takes telemetry in was not well. */
  | { kind: 'platform'; reason: string }
  /** The rule's figure could not be measured: notified once for the rule, and its label sets stay what they are. */
  | { kind: 'held'; reason: string }
  /** The figure could not be had. */
  | { kind: 'error'; reason: string }
  /** The name shares its place with others by now. */
  | { kind: 'folded' }
  | { kind: 'empty' }
  | { kind: 'few' }
  /** The series is not there any more. */
  | { kind: 'missing' }
  | { kind: 'breach'; severity: Severity; band: number }
  /** Neither breached nor recovered. */
  | { kind: 'band' }
  | { kind: 'ok' };

const COMPARE: Record<Operator, (value: number, threshold: number) => boolean> = {
  gt: (value, threshold) => value > threshold,
  gte: (value, threshold) => value >= threshold,
  lt: (value, threshold) => value < threshold,
  lte: (value, threshold) => value <= threshold,
  eq: (value, threshold) => value === threshold,
  neq: (value, threshold) => value !== threshold,
};

export const satisfies = (value: number, operator: Operator, threshold: number): boolean =>
  COMPARE[operator](value, threshold);

/** Of what was measured while everything was well. */
export function verdictOf(rule: EvaluatedRule, measured: MeasuredInstance): Verdict {
  // Of an anomaly it is evaluated how far from the usual the value is, in standard deviations.
  const value = evaluatesDeviation(rule.condition) ? (measured.deviation ?? null) : measured.value;
  if (measured.below_floor === true) return { kind: 'few' };
  if (value === null) return { kind: 'empty' };
  if (measured.samples < rule.evaluation.min_samples) return { kind: 'few' };
  const fired = highestBand(rule.bands, (operator) => certainValue(operator, value, measured.interval));
  if (fired !== undefined) {
    if (rule.condition.type === 'red' && (measured.errors ?? 0) < (rule.condition.min_errors ?? 0))
      return { kind: 'ok' };
    const relative = relativeVerdict(rule, value, measured);
    return relative === 'breach' ? { kind: 'breach', ...fired } : { kind: relative };
  }
  const isUncertain = highestBand(rule.bands, () => value) !== undefined;
  if (isUncertain) return { kind: 'band' };
  const { recovery_threshold: recovery } = rule.evaluation;
  if (typeof recovery === 'number' && satisfies(value, rule.trigger.operator, recovery)) return { kind: 'band' };
  return { kind: 'ok' };
}

/** A second condition beside the threshold: where there is nothing to compare with, nothing is changed. */
function relativeVerdict(
  { condition }: EvaluatedRule,
  value: number,
  { baseline, interval }: MeasuredInstance,
): 'breach' | 'ok' | 'band' {
  if (condition.type !== 'red' || condition.relative === undefined) return 'breach';
  if (baseline === null || baseline === undefined) return 'band';
  const { operator, percent } = condition.relative;
  const isMet = (one: number | null) => one !== null && satisfies(one * 100, operator, baseline * percent);
  if (isMet(certainValue(operator, value, interval))) return 'breach';
  return isMet(value) ? 'band' : 'ok';
}

/**
 * The value or the end of the interval, whichever is nearer to the threshold: the interval may be of a longer time (ALERT-171). Null
 * where the sample is too small for that end.
 */
function certainValue(operator: Operator, value: number, interval: MeasuredInstance['interval']): number | null {
  if (interval === undefined || operator === 'eq' || operator === 'neq') return value;
  const [low, high] = interval;
  if (operator === 'gt' || operator === 'gte') return low === null ? null : Math.min(value, low);
  return high === null ? null : Math.max(value, high);
}

function highestBand(
  bands: readonly RuleBand[],
  valueFor: (operator: Operator) => number | null,
): { severity: Severity; band: number } | undefined {
  let best: { severity: Severity; band: number } | undefined;
  for (const [band, { severity, operator, threshold }] of bands.entries()) {
    const value = valueFor(operator);
    if (value === null || !satisfies(value, operator, threshold)) continue;
    if (best === undefined || isWorse(severity, best.severity)) best = { severity, band };
  }
  return best;
}

/** Holds change no counter (ALERT-6). */
export const isHold = ({ kind }: Verdict): boolean =>
  kind === 'platform' || kind === 'held' || kind === 'folded' || kind === 'few' || kind === 'band';
