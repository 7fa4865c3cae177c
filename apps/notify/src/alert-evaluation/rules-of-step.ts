import type { RuleRow } from '../alert-rules/alert-rules.store.js';
import { judgedOf } from '../alert-rules/rule-definition.js';
import type { MeasureSpec } from '@spanwise/contracts/alert-measure';
import type { JudgedRule } from './judged-rule.js';

/** A stored rule as it is judged. */
export const judgedRule = ({ id, version, definition }: RuleRow): JudgedRule => ({
  ...judgedOf(definition),
  id,
  version,
  definition,
});

/** What apm measures of them: rules over others it knows nothing of. */
export const measureSpecs = (rules: readonly JudgedRule[]): MeasureSpec[] =>
  rules.flatMap(({ id, condition, window_minutes }) =>
    condition.type === 'composite' ? [] : [{ id, condition, window_minutes }],
  );
