/** Rules over other rules, from what these were evaluated to be in the same step (ALERT-113); pure. */
import type { CompositeCondition } from '@spanwise/contracts/alerting/alert-conditions';
import { MAX_INSTANCES, type MeasuredInstance, type MeasuredSpec } from '@spanwise/contracts/alerting/measure';
import { operandsOf, truthOf, type Truth } from '../alert-rules/composite-expression.js';
import type { EvaluatedInstance, EvaluatedSpec } from './evaluated-spec.js';
import type { EvaluatedRule } from './evaluated-rule.js';

export type CompositeRule = EvaluatedRule & { condition: CompositeCondition };

export const isComposite = (rule: EvaluatedRule): rule is CompositeRule => rule.condition.type === 'composite';

const MAX_TRACES = 5;

export const operandIds = ({ condition }: CompositeRule): string[] => [
  ...new Set(operandsOf(condition.expression).map(({ id }) => id)),
];

/** Those that are over others after these; one that is over itself, by however many steps, is where it can be. */
export function inOrder(rules: readonly CompositeRule[]): CompositeRule[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const ordered = new Set<CompositeRule>();
  const entered = new Set<string>();
  const visit = (rule: CompositeRule) => {
    if (entered.has(rule.id)) return;
    entered.add(rule.id);
    for (const id of operandIds(rule)) if (byId.has(id)) visit(byId.get(id)!);
    ordered.add(rule);
  };
  for (const rule of rules) visit(rule);
  return [...ordered];
}

/** What is known of rules in a step. */
export interface RulesOfStep {
  /** Evaluated already. */
  evaluated: ReadonlyMap<string, EvaluatedSpec>;
  /** To be evaluated in this step and pass, evaluated or not. */
  ofPass: ReadonlySet<string>;
  /** All that are on. */
  enabled: ReadonlySet<string>;
}

/** As if apm had measured it: 1 where the expression holds, 0 where not. Undefined: it cannot be evaluated in this step. */
export function compositeSpec(rule: CompositeRule, rules: RulesOfStep): MeasuredSpec | undefined {
  const ids = operandIds(rule);
  const lost = ids.find((id) => !rules.ofPass.has(id));
  if (lost !== undefined) return { id: rule.id, instances: [], error: whyLost(lost, rules) };
  const specs = ids.flatMap((id) => rules.evaluated.get(id) ?? []);
  // One of them was edited since it was measured, or is over this rule.
  if (specs.length < ids.length) return undefined;
  const { group_by: groupBy, expression } = rule.condition;
  const operands = new Map(specs.map((spec) => [spec.rule.id, new OperandOfStep(spec, groupBy)]));
  const labelSets = new Map(groupBy.length === 0 ? [['[]', {}]] : []);
  for (const operand of operands.values()) for (const [key, labels] of operand.labelSets) labelSets.set(key, labels);
  const keys = [...labelSets.keys()].toSorted();
  const instances = keys.slice(0, MAX_INSTANCES).map((key): MeasuredInstance => {
    const truth = truthOf(expression, (id) => operands.get(id)!.truthOf(key));
    return { labels: labelSets.get(key)!, ...measuredOf(truth, [...operands.values()], key) };
  });
  return { id: rule.id, instances, ...(keys.length > MAX_INSTANCES && { refused: keys.length - MAX_INSTANCES }) };
}

const whyLost = (id: string, { enabled }: RulesOfStep): string =>
  enabled.has(id)
    ? `The rule ${id}, which it is over, is evaluated at another time after a step: give both the same settle_secs.`
    : `The rule ${id}, which it is over, was deleted or is disabled.`;

function measuredOf(truth: Truth, operands: OperandOfStep[], key: string): Omit<MeasuredInstance, 'labels'> {
  if (truth === undefined) return { value: null, below_floor: true, samples: 0 };
  if (!truth) return { value: 0, samples: 1 };
  const firing = operands.filter((operand) => operand.truthOf(key) === true);
  const traces = firing.flatMap((operand) => operand.tracesOf(key));
  return {
    value: 1,
    samples: 1,
    ...(firing.length > 0 && { said: `Firing together: ${firing.map(({ name }) => name).join('; ')}.` }),
    ...(traces.length > 0 && { trace_ids: [...new Set(traces)].slice(0, MAX_TRACES) }),
  };
}

/** A rule that others are over: its label sets, each seen by the labels that these have in common. */
class OperandOfStep {
  readonly name: string;
  readonly labelSets = new Map<string, Record<string, string>>();
  private readonly truths = new Map<string, Truth>();
  private readonly traces = new Map<string, string[]>();
  /** The rule itself could not be evaluated: of label sets that it does not name nothing is known. */
  private readonly isUnknown: boolean;

  constructor({ rule, instances }: EvaluatedSpec, groupBy: readonly string[]) {
    this.name = rule.definition.name;
    this.isUnknown = instances.some(({ verdict }) => verdict.kind === 'error' || verdict.kind === 'held');
    for (const instance of instances) if (isThere(instance)) this.add(instance, groupBy);
  }

  /** Of several label sets that are one here, one that fires is enough; a label set that it does not have does not fire. */
  truthOf(key: string): Truth {
    const truth = this.truths.has(key) ? this.truths.get(key) : false;
    return truth === false && this.isUnknown ? undefined : truth;
  }

  tracesOf(key: string): string[] {
    return this.traces.get(key) ?? [];
  }

  private add(instance: EvaluatedInstance, groupBy: readonly string[]): void {
    const labels = Object.fromEntries(groupBy.map((name) => [name, instance.labels[name] ?? '']));
    const key = JSON.stringify(Object.values(labels));
    const [truth, before] = [truthOfInstance(instance), this.truths.get(key)];
    this.labelSets.set(key, labels);
    this.truths.set(key, this.truths.has(key) ? either(truth, before) : truth);
    if (truth === true) this.traces.set(key, [...this.tracesOf(key), ...(instance.measured?.trace_ids ?? [])]);
  }
}

function either(one: Truth, other: Truth): Truth {
  if (one === true || other === true) return true;
  return one === undefined || other === undefined ? undefined : false;
}

const isAlerting = ({ after }: EvaluatedInstance): boolean =>
  after?.state === 'firing' || after?.state === 'recovering';

/** The error of a rule is no label set of it, and a series that is gone and did not fire is none any more. */
const isThere = (instance: EvaluatedInstance): boolean =>
  instance.verdict.kind !== 'error' && (instance.verdict.kind !== 'missing' || isAlerting(instance));

/** What was not evaluated in this step says nothing, whatever its state was before. */
function truthOfInstance(instance: EvaluatedInstance): Truth {
  switch (instance.verdict.kind) {
    case 'platform':
    case 'held':
    case 'error':
    case 'folded':
    case 'few':
      return undefined;
    case 'empty':
      return isAlerting(instance) ? true : undefined;
    default:
      return isAlerting(instance);
  }
}
