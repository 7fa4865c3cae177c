import type { RuleRow } from '../alert-rules/alert-rules.store.js';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { judgedOf } from '../alert-rules/rule-definition.js';
import type { MeasureSpec } from '@spanwise/contracts/alerting/measure';
import type { JudgedRule } from './judged-rule.js';

/** A stored rule as it is judged. */
export const judgedRule = ({ id, version, definition }: RuleRow): JudgedRule => ({
  ...judgedOf(definition),
  id,
  version,
  definition,
});

/** Those that can be judged, and why the others cannot, by their ids: one that cannot keeps no other waiting (ALERT-150). */
export function judgedRules(rows: readonly RuleRow[]): { rules: JudgedRule[]; faults: Map<string, string> } {
  const rules: JudgedRule[] = [];
  const faults = new Map<string, string>();
  for (const row of rows) {
    try {
      rules.push(judgedRule(row));
    } catch (fault) {
      faults.set(row.id, reasonOf(fault));
    }
  }
  return { rules, faults };
}

/** What apm measures of them: rules over others it knows nothing of. */
export const measureSpecs = (rules: readonly JudgedRule[]): MeasureSpec[] =>
  rules.flatMap(({ id, condition, window_minutes }) =>
    condition.type === 'composite' ? [] : [{ id, condition, window_minutes }],
  );
