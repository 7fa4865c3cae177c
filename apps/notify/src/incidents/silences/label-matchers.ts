/** Whether labels are what matchers ask for (ALERT-51): pure. */
import { RE2JS } from 're2js';
import type { LabelMatcher } from '@spanwise/contracts/alerting/silences';
import { conflict } from '@spanwise/contracts/base/errors';

/** A match costs what the pattern's program and the text are long together: both have a bound. */
const MAX_PATTERN = 256;
const MAX_PROGRAM = 1_000;
const MAX_TEXT = 1_024;
const MAX_KEPT = 1_000;
/** Of all patterns that are tried on whatever opens: at most a tenth of a second for one incident. */
const MAX_PROGRAMS = 20_000;

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
    const text = textOf(labels, label);
    if (op === 'eq') return text === value;
    if (op === 'neq') return text !== value;
    return compiled(value).testExact(text) === (op === 're');
  });

/** The most steps that patterns may take for the labels: instructions times characters; some 300 take a microsecond. */
export const stepsOf = (matchers: readonly LabelMatcher[], labels: Labels): number =>
  matchers.reduce((sum, matcher) => sum + programSize(matcher) * (1 + textOf(labels, matcher.label).length), 0);

/** Throws `conflict` where the patterns of all `things` of an organization are more than can be tried on each incident. */
export function requireFewPatterns(things: readonly { matchers: readonly LabelMatcher[] }[], what: string): void {
  const size = things.flatMap(({ matchers }) => matchers).reduce((sum, matcher) => sum + programSize(matcher), 0);
  if (size <= MAX_PROGRAMS) return;
  throw conflict(
    `The patterns of all ${what} together are too elaborate: ${size} instructions, and ${MAX_PROGRAMS} are the limit.`,
  );
}

const textOf = (labels: Labels, label: string): string =>
  (Object.hasOwn(labels, label) ? labels[label] : '')!.slice(0, MAX_TEXT);

const programSize = ({ op, value }: LabelMatcher): number =>
  op === 'eq' || op === 'neq' ? 0 : compiled(value).programSize();

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
