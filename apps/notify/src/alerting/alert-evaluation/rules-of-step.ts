import type { RuleRow } from '../alert-rules/alert-rules.store.js';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { evaluatedPartOf } from '../alert-rules/rule-definition.js';
import type { MeasureSpec } from '@spanwise/contracts/alerting/measure';
import type { EvaluatedRule } from './evaluated-rule.js';

/** A stored rule as it is evaluated. */
export const evaluatedRule = ({ id, version, definition }: RuleRow): EvaluatedRule => ({
  ...evaluatedPartOf(definition),
  id,
  version,
  definition,
});

/** Those that can be evaluated, and why the others cannot, by their ids: one that cannot keeps no other waiting (ALERT-150). */
export function evaluatedRules(rows: readonly RuleRow[]): { rules: EvaluatedRule[]; faults: Map<string, string> } {
  const rules: EvaluatedRule[] = [];
  const faults = new Map<string, string>();
  for (const row of rows) {
    try {
      rules.push(evaluatedRule(row));
    } catch (fault) {
      faults.set(row.id, reasonOf(fault));
    }
  }
  return { rules, faults };
}

/** What apm measures of them: rules over others it knows nothing of. */
export const measureSpecs = (rules: readonly EvaluatedRule[]): MeasureSpec[] =>
  rules.flatMap(({ id, condition, window_minutes }) =>
    condition.type === 'composite' ? [] : [{ id, condition, window_minutes }],
  );
