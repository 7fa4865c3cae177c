/** Whether labels are what matchers ask for (ALERT-51): pure. */
import { RE2JS } from 're2js';
import type { LabelMatcher } from '@spanwise/contracts/alert-mutes';

/** A match costs what the pattern's program and the text are long together: both have a bound. */
const MAX_PATTERN = 256;
const MAX_PROGRAM = 1_000;
const MAX_TEXT = 1_024;
const MAX_KEPT = 1_000;

export type Labels = Readonly<Record<string, string>>;

/** Why the matcher's value cannot be used; undefined when it can. */
export function matcherFault({ op, value }: LabelMatcher): string | undefined {
  if (op === 'eq' || op === 'neq') return undefined;
  if (value.length > MAX_PATTERN) return `must be a pattern of at most ${MAX_PATTERN} characters`;
  try {
    return compiled(value).programSize() > MAX_PROGRAM ? 'must be a pattern that is less elaborate' : undefined;
  } catch {
    return 'must be a regular expression (RE2)';
  }
}

/** All of them match. A label that is missing is an empty text; of a long one its first 1,024 characters are read. */
export const matchAll = (matchers: readonly LabelMatcher[], labels: Labels): boolean =>
  matchers.every(({ label, op, value }) => {
    const text = (Object.hasOwn(labels, label) ? labels[label] : '').slice(0, MAX_TEXT);
    if (op === 'eq') return text === value;
    if (op === 'neq') return text !== value;
    return compiled(value).testExact(text) === (op === 're');
  });

const kept = new Map<string, RE2JS>();

function compiled(pattern: string): RE2JS {
  let program = kept.get(pattern);
  if (program === undefined) {
    program = RE2JS.compile(pattern);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(pattern, program);
  }
  return program;
}
