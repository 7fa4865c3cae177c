/** Whether the rules that a composite is over are there and fit (ALERT-112). Pure. */
import { operandsOf, type Operand } from './composite-expression.js';
import { labelsOf } from './condition-rules.js';
import { refused, type RuleDefinition } from './rule-definition.js';

/** Definitions of the organization's rules by id. */
export type RulesById = ReadonlyMap<string, RuleDefinition>;

const overOf = ({ condition }: RuleDefinition): Operand[] =>
  condition.type === 'composite' ? operandsOf(condition.expression) : [];

/** `id` is the rule's own where it has one. Throws `invalid_argument` naming the member. */
export function refuseUnfitOperands(definition: RuleDefinition, rules: RulesById, id?: string): void {
  if (definition.condition.type !== 'composite') return;
  for (const operand of overOf(definition)) {
    const field = ['condition', 'expression', ...operand.path.map(String)].join('.');
    const rule = rules.get(operand.id);
    if (rule === undefined) throw refused(field, 'is no rule of the organization');
    if (leadsTo(operand.id, id, rules)) throw refused(field, 'is the rule itself, or one that is over it');
    refuseOtherTime(field, definition, rule);
    refuseForeignLabels(definition.condition.group_by, rule);
  }
}

/** Whether the rule is over the other one, by however many steps. */
function leadsTo(from: string, id: string | undefined, rules: RulesById): boolean {
  const waiting = [from];
  const seen = new Set(waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) return true;
    const rule = rules.get(next);
    for (const operand of rule === undefined ? [] : overOf(rule)) {
      if (seen.has(operand.id)) continue;
      seen.add(operand.id);
      waiting.push(operand.id);
    }
  }
  return false;
}

/** Rules that settle at different times are evaluated apart from each other. */
function refuseOtherTime(field: string, { evaluation }: RuleDefinition, rule: RuleDefinition): void {
  const [own, other] = [evaluation.settle_secs, rule.evaluation.settle_secs];
  if (own === other) return;
  throw refused(field, `is evaluated ${other} s after a step, and this rule ${own} s: give both the same settle_secs`);
}

function refuseForeignLabels(groupBy: readonly string[], rule: RuleDefinition): void {
  const known = labelsOf(rule.condition);
  if (known === undefined) return;
  const foreign = groupBy.findIndex((name) => !known.includes(name));
  if (foreign < 0) return;
  throw refused(`condition.group_by.${foreign}`, `is no label of the rule ${rule.name}`);
}
