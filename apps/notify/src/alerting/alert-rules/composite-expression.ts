/** What a rule over other rules says of them (ALERT-112). Pure. */
import type { CompositeExpression } from '@spanwise/contracts/alerting/alert-conditions';
import { z } from 'zod';

const MAX_DEPTH = 5;
/** Different rules; every combination of them is tried when the rule is written. */
const MAX_RULES = 10;
const MAX_PARTS = 10;
const MAX_FAULTS = 20;
/** As JSON. Every combination of the rules goes through all parts. */
const MAX_CHARACTERS = 16_384;

export interface Operand {
  id: string;
  /** Where it stands in the expression. */
  path: PropertyKey[];
}

interface Fault {
  path: PropertyKey[];
  message: string;
}

export const compositeExpression = z.unknown().superRefine((sent, context) => {
  for (const { path, message } of expressionFaults(sent).slice(0, MAX_FAULTS)) {
    context.addIssue({ code: 'custom', path, message });
  }
});

function expressionFaults(sent: unknown): Fault[] {
  if ((JSON.stringify(sent) ?? '').length > MAX_CHARACTERS) {
    return [{ path: [], message: `must be at most ${MAX_CHARACTERS} characters of JSON` }];
  }
  const faults = partFaults(sent, [], 1);
  if (faults.length > 0) return faults;
  const expression = sent as CompositeExpression;
  const ids = [...new Set(operandsOf(expression).map(({ id }) => id))];
  if (ids.length > MAX_RULES) return [{ path: [], message: `must be over at most ${MAX_RULES} rules` }];
  if (canHold(expression, ids)) return [];
  return [{ path: [], message: 'can never hold, whichever of its rules fire' }];
}

function partFaults(sent: unknown, path: PropertyKey[], depth: number): Fault[] {
  if (depth > MAX_DEPTH) return [{ path, message: `must be at most ${MAX_DEPTH} levels deep` }];
  const members = sent !== null && typeof sent === 'object' && !Array.isArray(sent) ? Object.entries(sent) : [];
  const [[name, value] = ['', undefined]] = members;
  if (members.length !== 1 || !['rule', 'and', 'or', 'not'].includes(name)) {
    return [{ path, message: 'must be an object with one member: rule, and, or, not' }];
  }
  const at = [...path, name];
  if (name === 'rule')
    return z.uuid().safeParse(value).success ? [] : [{ path: at, message: 'must be the id of a rule' }];
  if (name === 'not') return partFaults(value, at, depth + 1);
  if (!Array.isArray(value) || value.length < 2 || value.length > MAX_PARTS) {
    return [{ path: at, message: `must be a list of 2 to ${MAX_PARTS}` }];
  }
  return value.flatMap((part, index) => partFaults(part, [...at, index], depth + 1));
}

/** Rules that it is over, in the order in which they stand there; one may stand there twice. */
export function operandsOf(expression: CompositeExpression, path: PropertyKey[] = []): Operand[] {
  if ('rule' in expression) return [{ id: expression.rule.toLowerCase(), path: [...path, 'rule'] }];
  if ('not' in expression) return operandsOf(expression.not, [...path, 'not']);
  const [name, parts] = 'and' in expression ? (['and', expression.and] as const) : (['or', expression.or] as const);
  return parts.flatMap((part, index) => operandsOf(part, [...path, name, index]));
}

/** Undefined: unknown. */
export type Truth = boolean | undefined;

/** By Kleene's logic: what is unknown counts only where it could change the answer. */
export function truthOf(expression: CompositeExpression, ofRule: (id: string) => Truth): Truth {
  if ('rule' in expression) return ofRule(expression.rule.toLowerCase());
  if ('not' in expression) {
    const truth = truthOf(expression.not, ofRule);
    return truth === undefined ? undefined : !truth;
  }
  const decides = 'or' in expression;
  const parts = 'or' in expression ? expression.or : expression.and;
  const truths = parts.map((part) => truthOf(part, ofRule));
  if (truths.includes(decides)) return decides;
  return truths.includes(undefined) ? undefined : !decides;
}

function canHold(expression: CompositeExpression, ids: readonly string[]): boolean {
  for (let firing = 0; firing < 2 ** ids.length; firing++) {
    if (truthOf(expression, (id) => ((firing >> ids.indexOf(id)) & 1) === 1) === true) return true;
  }
  return false;
}

export function inWords(expression: CompositeExpression): string {
  if ('rule' in expression) return expression.rule;
  if ('not' in expression) return `not ${inWords(expression.not)}`;
  const [word, parts] = 'and' in expression ? ['and', expression.and] : ['or', expression.or];
  return `(${(parts as CompositeExpression[]).map((part) => inWords(part)).join(` ${word as string} `)})`;
}
