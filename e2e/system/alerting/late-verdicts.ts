/** Final verdicts beside those that an oracle's figures lead to; pure. */
import type { JudgedStep } from './judged-steps.js';

export interface LateRule {
  name: string;
  figure: 'error_rate' | 'count';
  operator: 'gte' | 'lt';
  threshold: number;
}

/** Of a service in an environment and a minute. */
interface ServiceMinuteFigures {
  /** Service and environment. */
  key: string[];
  minuteMicros?: number;
  count: number;
  errors: number;
}

export interface Judgings {
  final: readonly JudgedStep[];
  provisional: readonly JudgedStep[];
  /** Of rules, by their ids; others are not looked at. */
  names: ReadonlyMap<string, string>;
  rules: readonly LateRule[];
  first: number;
  last: number;
}

interface Said {
  verdict: string;
  value: number | null;
}

const MINUTE_MICROS = 60_000_000;
/** Both are sums of whole numbers, or one divided by another. */
const ALMOST = 1e-9;

export function lateVerdicts(reference: readonly ServiceMinuteFigures[], judgings: Judgings) {
  const figures = new Map(
    reference.map((row) => [`${row.key.join(' ')} ${row.minuteMicros! / MINUTE_MICROS + 1}`, row]),
  );
  const [final, provisional] = [judgings.final, judgings.provisional].map((steps) => saidBy(steps, judgings));
  const faults: string[] = [];
  const expected = new Set(
    judgings.rules.flatMap(({ name }) => [...figures.keys()].map((subject) => `${name} ${subject}`)),
  );
  for (const rule of judgings.rules) {
    for (const [key, said] of final) {
      if (!key.startsWith(`${rule.name} `)) continue;
      expected.delete(key);
      const wanted = verdictBy(rule, figures.get(key.slice(rule.name.length + 1)));
      if (said.verdict === wanted.verdict && isAlmost(said.value, wanted.value)) continue;
      faults.push(`${key}: ${said.verdict} of ${said.value}, and ${wanted.verdict} of ${wanted.value} by the oracle`);
    }
  }
  for (const key of expected) faults.push(`${key} is not judged`);
  for (let step = judgings.first; step <= judgings.last; step++)
    if (!judgings.final.some((one) => one.step === step)) faults.push(`the step ${step} is not judged finally`);
  const changed = [...final].filter(([key, said]) => !isAlmost(said.value, provisional.get(key)?.value ?? null)).length;
  if (changed === 0) faults.push('what came late has changed no value: nothing is shown');
  return { verdicts: final.size, changed, faults };
}

function saidBy(steps: readonly JudgedStep[], { names, first, last }: Judgings): Map<string, Said> {
  const said = new Map<string, Said>();
  for (const { step, verdicts } of steps) {
    if (step < first || step > last) continue;
    for (const { rule_id: id, instances } of verdicts) {
      const name = names.get(id);
      if (name === undefined) continue;
      for (const { labels, verdict, value } of instances)
        said.set(`${name} ${labels.service} ${labels.environment} ${step}`, { verdict, value });
    }
  }
  return said;
}

/** Of a service that is known and sent nothing the count is 0, and its share is one of nothing (ALERT-6). */
function verdictBy({ figure, operator, threshold }: LateRule, row: ServiceMinuteFigures | undefined): Said {
  const { count = 0, errors = 0 } = row ?? {};
  if (figure === 'error_rate' && count === 0) return { verdict: 'empty', value: null };
  const value = figure === 'count' ? count : errors / count;
  const isBreached = operator === 'lt' ? value < threshold : value >= threshold;
  return { verdict: isBreached ? 'breach' : 'ok', value };
}

const isAlmost = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= ALMOST);
