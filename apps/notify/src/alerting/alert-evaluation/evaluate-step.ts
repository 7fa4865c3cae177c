/** All rules of an organization in one step: from what was measured to new states and what is to be notified; pure. */
import {
  STEP_MICROS,
  type Measured,
  type MeasuredInstance,
  type MeasuredSpec,
} from '@spanwise/contracts/alerting/measure';
import { reasonOf } from '../../platform/faults/fault-reason.js';
import { compositeSpec, inOrder, isComposite } from './composite.js';
import { decide, type InstanceState } from './decide.js';
import { lookbackMinutes, type EvaluatedRule } from './evaluated-rule.js';
import type { EvaluatedInstance, EvaluatedSpec } from './evaluated-spec.js';
import { labelsHash, type Labels } from './label-set.js';
import { verdictOf, type Verdict } from './verdict.js';

export interface KnownInstance {
  labels: Labels;
  state: InstanceState;
  incidentId?: string;
}

/** Known label sets of a rule by the hash of their labels. */
export type KnownInstances = ReadonlyMap<string, KnownInstance>;

/** Of the rule itself, which has no labels: its errors, and that a statement gave no row. */
const OF_THE_RULE: Labels = {};

/** Rules of the organization beside those that are evaluated. */
export interface OtherRules {
  /** Of this pass, also those that were edited since they were measured. */
  ofPass: ReadonlySet<string>;
  /** All that are on. */
  enabled: ReadonlySet<string>;
  /** Why those hold their state that failed in this step, by their ids. */
  failed?: ReadonlyMap<string, string>;
}

/** Rules over others are evaluated after these. An internal error of one rule does not affect the others (ALERT-150). */
export function evaluateStep(
  rules: readonly EvaluatedRule[],
  known: ReadonlyMap<string, KnownInstances>,
  { coverage, specs }: Pick<Measured, 'coverage' | 'specs'>,
  step: number,
  others: OtherRules = onlyThese(rules),
): EvaluatedSpec[] {
  const measuredOf = new Map(specs.map((spec) => [spec.id, spec]));
  const evaluated = new Map<string, EvaluatedSpec>();
  const evaluate = (rule: EvaluatedRule, specOf: () => MeasuredSpec | undefined) => {
    const ofRule = known.get(rule.id) ?? new Map<string, KnownInstance>();
    const fault = others.failed?.get(rule.id);
    const spec = fault === undefined ? soundly(() => evaluatedSpec(rule, ofRule, specOf())) : { fault };
    if (spec === undefined) return;
    evaluated.set(rule.id, 'fault' in spec ? failedSpec(rule, ofRule, spec.fault!, step) : spec);
  };
  const evaluatedSpec = (rule: EvaluatedRule, ofRule: KnownInstances, spec: MeasuredSpec | undefined) => {
    if (spec === undefined) return undefined;
    const from = step - lookbackMinutes(rule);
    const gap = coverage.gap_minutes.findLast(({ minute }) => minute >= from && minute < step);
    return { rule, instances: evaluateRule(rule, ofRule, spec, gap?.reason, step), refused: spec.refused ?? 0 };
  };
  for (const rule of rules) if (!isComposite(rule)) evaluate(rule, () => measuredOf.get(rule.id));
  for (const rule of inOrder(rules.filter(isComposite)))
    evaluate(rule, () => compositeSpec(rule, { evaluated, ...others }));
  return [...evaluated.values()];
}

function soundly<T>(work: () => T): T | { fault: string } {
  try {
    return work();
  } catch (fault) {
    return { fault: reasonOf(fault) };
  }
}

/** Every label set stays what it is; the rule itself has an error, which whatever is over it takes for unknown. */
function failedSpec(rule: EvaluatedRule, known: KnownInstances, fault: string, step: number): EvaluatedSpec {
  const ofRule = labelsHash(OF_THE_RULE);
  const held = [...known]
    .filter(([hash]) => hash !== ofRule)
    .map(([hash, { labels, state }]): EvaluatedInstance => {
      const verdict: Verdict = { kind: 'held', reason: fault };
      return { hash, labels, verdict, before: state, after: state, transitions: [] };
    });
  const before = known.get(ofRule)?.state;
  const after: InstanceState = before ?? { state: 'error', since: step };
  const verdict: Verdict = { kind: 'error', reason: fault };
  const error: EvaluatedInstance = { hash: ofRule, labels: OF_THE_RULE, verdict, before, after, transitions: [] };
  return { rule, instances: [...held, error], refused: 0, fault };
}

function onlyThese(rules: readonly EvaluatedRule[]): OtherRules {
  const ids = new Set(rules.map(({ id }) => id));
  return { ofPass: ids, enabled: ids };
}

function evaluateRule(
  rule: EvaluatedRule,
  known: KnownInstances,
  spec: MeasuredSpec,
  gap: string | undefined,
  step: number,
): EvaluatedInstance[] {
  const ofRule = labelsHash(OF_THE_RULE);
  const found = new Map(spec.instances.map((instance) => [labelsHash(instance.labels), instance]));
  const hashes = new Set([...known.keys(), ...found.keys()]);
  if (spec.error !== undefined || (found.size === 0 && isOfRows(rule))) hashes.add(ofRule);
  return [...hashes].toSorted().map((hash) => {
    const measured = found.get(hash);
    const before = known.get(hash);
    const labels = measured?.labels ?? before?.labels ?? OF_THE_RULE;
    const verdict = verdictOn(rule, spec, measured, { isOfRule: hash === ofRule, gap });
    const { state, transitions } = decide(rule, before?.state, verdict, {
      at: step,
      isNew: isNew(rule, measured, step),
      isExpected: rule.evaluation.expect_series.some((one) => labelsHash(one) === hash),
    });
    return {
      hash,
      labels,
      verdict,
      before: before?.state,
      after: state,
      transitions,
      ...(measured !== undefined && { measured }),
    };
  });
}

/** Whose label sets are the rows that a statement happens to have. */
const isOfRows = ({ condition }: EvaluatedRule): boolean => condition.type === 'sql' || condition.type === 'metric';

/** The first that applies, in the order of ALERT-6. */
function verdictOn(
  rule: EvaluatedRule,
  spec: MeasuredSpec,
  measured: MeasuredInstance | undefined,
  { isOfRule, gap }: { isOfRule: boolean; gap: string | undefined },
): Verdict {
  if (gap !== undefined) return { kind: 'platform', reason: gap };
  if (spec.error !== undefined) return { kind: isOfRule ? 'error' : 'held', reason: spec.error };
  if (measured !== undefined) return verdictOf(rule, measured);
  if (spec.folded) return { kind: 'folded' };
  // A statement without rows says nothing; one that has rows again says that the rule works.
  if (isOfRule) return spec.instances.length === 0 && isOfRows(rule) ? { kind: 'empty' } : { kind: 'ok' };
  return rule.condition.type === 'new_error_group' ? { kind: 'ok' } : { kind: 'missing' };
}

function isNew({ evaluation }: EvaluatedRule, measured: MeasuredInstance | undefined, step: number): boolean {
  if (measured?.first_seen_micros === undefined) return false;
  return step * STEP_MICROS - measured.first_seen_micros < evaluation.new_series_grace_steps * STEP_MICROS;
}
