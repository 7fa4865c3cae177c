/** What a step makes of a rule. */
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import type { InstanceState, Transition } from './decide.js';
import type { EvaluatedRule } from './evaluated-rule.js';
import type { Labels } from './label-set.js';
import type { Verdict } from './verdict.js';

/** What was decided of one label set. */
export interface EvaluatedInstance {
  hash: string;
  labels: Labels;
  verdict: Verdict;
  before: InstanceState | undefined;
  after: InstanceState | undefined;
  transitions: Transition[];
  /** Absent where there was nothing to measure. */
  measured?: MeasuredInstance;
}

export interface EvaluatedSpec {
  rule: EvaluatedRule;
  instances: EvaluatedInstance[];
  refused: number;
  /** The internal error because of which the rule keeps its state in this step (ALERT-150). */
  fault?: string;
}
