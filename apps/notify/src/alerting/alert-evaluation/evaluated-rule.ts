import { SLO_PAIRS } from '@spanwise/contracts/alerting/alert-conditions';
import type { EvaluatedDefinition, RuleDefinition } from '../alert-rules/rule-definition.js';
import type { RuleBand } from '@spanwise/contracts/alerting/alert-rules';

/** A version of a rule, as far as it is evaluated and notified of. */
export interface EvaluatedRule extends EvaluatedDefinition {
  id: string;
  version: number;
  /** What incidents say of it. */
  definition: RuleDefinition;
}

/**
 * Minutes before the step of which none may be bad: those of the window. A budget is a share of what was counted, over days:
 * a bad minute holds it for as long as the shortest of its windows, and not for days (ALERT-101).
 */
export function lookbackMinutes({ condition, window_minutes: window }: EvaluatedRule): number {
  if (condition.type !== 'slo') return window;
  return Math.min(...condition.pairs.map((pair) => SLO_PAIRS[pair].shortMinutes));
}

/** Steps in a row that a band has to be breached in (ALERT-7). */
export const stepsToFire = ({ window_minutes: window }: EvaluatedRule, { for_periods: periods }: RuleBand): number =>
  1 + (periods - 1) * window;
