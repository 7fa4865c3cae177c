/**
 * One span in twenty comes up to an hour late. Every minute is evaluated when the others are there, and once more when everything
 * is: the final verdicts have to be those of an oracle that sees all spans at once (ALERT-4).
 */
import { definitionOf } from '@spanwise/notify/alerting/alert-rules/rule-definition';
import { addRule } from '@spanwise/notify/alerting/alert-rules/alert-rules.store';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import { parse } from '@spanwise/contracts/authz/parse';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { referenceOf } from '@spanwise/telemetry/oracle';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { Random } from '@spanwise/telemetry/random';
import { generate } from '@spanwise/telemetry/shop/generate';
import { Organizations } from '../harness/organizations.js';
import type { Product } from '../harness/product.js';
import type { EvaluatedStep } from './alert-tables.js';
import { LiveEvaluator } from './live-evaluator.js';
import { verdicts } from './live-incidents.js';
import { sendAndCount } from './shop.js';

const MINUTE_MICROS = 60_000_000;
const LATE_SHARE = 0.05;
/** Until the latest is there. */
const LATENESS_MINUTES = 60;

const RULES = [
  { name: 'requests fail', figure: 'error_rate', operator: 'gte', threshold: 0.05 },
  { name: 'few requests', figure: 'count', operator: 'lt', threshold: 20 },
] as const;
type Rule = (typeof RULES)[number];

/** A verdict and its value, rounded, by rule, service, environment and step. */
type Verdicts = Record<string, string>;

export interface LateVerdicts {
  provisional: Verdicts;
  final: Verdicts;
  /** Those that the oracle's figures lead to. */
  expected: Verdicts;
  finalSteps: number[];
}

export async function evaluateLateData(product: Product, minutes: number, seed: string): Promise<LateVerdicts> {
  const first = Math.floor((Date.now() * 1_000) / MINUTE_MICROS) - LATENESS_MINUTES - minutes;
  const [fromMicros, toMicros] = [first * MINUTE_MICROS, (first + minutes) * MINUTE_MICROS];
  const sent = [
    ...generate({ seed, fromMicros, toMicros, tracesPerMinute: 60, exportSeconds: 30, clockStepChance: 0 }),
  ];
  const random = new Random(`late ${seed}`);
  const [inTime, late] = split(sent, () => random.chance(LATE_SHARE));
  const { id: organizationId, tokens } = await (await Organizations.open(product)).make('late');
  await sendAndCount(product, inTime, tokens.ingest!);
  const live = await LiveEvaluator.start(
    { product, organizationId },
    { passes: ['provisional', 'final'], graceMinutes: LATENESS_MINUTES },
  );
  try {
    const rules = await addRules(live);
    const [firstStep, lastStep] = [first + 1, first + minutes];
    for (let step = firstStep; step <= lastStep; step++) await live.evaluate(step);
    await sendAndCount(product, late, tokens.ingest!);
    await live.evaluateFinally(firstStep, lastStep);
    const [final, provisional] = await Promise.all(
      ['final', 's30'].map(async (pass) =>
        (await verdicts(live, pass)).filter(({ step }) => step >= firstStep && step <= lastStep),
      ),
    );
    const finalVerdicts = verdictsOf(final!, rules);
    return {
      provisional: verdictsOf(provisional!, rules),
      final: finalVerdicts,
      expected: expectedOf(sent, Object.keys(finalVerdicts)),
      finalSteps: final!.map(({ step }) => step - firstStep),
    };
  } finally {
    await live.stop();
  }
}

/** Rules by their ids. */
async function addRules(live: LiveEvaluator): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  await live.transactions.in(live.organizationId, async (client) => {
    for (const rule of RULES) {
      const id = uuidv7();
      names.set(id, rule.name);
      await addRule(client, live.organizationId, { id, enabled: true, definition: definitionOf(bodyOf(rule)) });
    }
  });
  return names;
}

const bodyOf = ({ name, figure, operator, threshold }: Rule): RuleBody =>
  parse(RuleBody, {
    name,
    condition: { type: 'red', of: 'service', figure, filters: {}, group_by: ['service', 'environment'] },
    query: {
      language: 'condition',
      statement: '-',
      period_secs: 60,
      stream: { name: 'default', stream_type: 'traces' },
    },
    trigger: { operator, threshold, for_periods: 1, silence_secs: 0 },
  });

function verdictsOf(steps: readonly EvaluatedStep[], rules: ReadonlyMap<string, string>): Verdicts {
  const all = steps.flatMap(({ step, verdicts: evaluated }) =>
    evaluated.flatMap(({ rule_id: id, instances }) =>
      instances.map(({ labels, verdict, value }): [string, string] => [
        `${rules.get(id)} ${labels.service} ${labels.environment} ${step}`,
        shown(verdict, value),
      ]),
    ),
  );
  return Object.fromEntries(all.filter(([key]) => !key.startsWith('undefined ')));
}

/** Of all that the oracle has; of a service that is known and sent nothing (`more`) the count is 0, its share of nothing (ALERT-6). */
function expectedOf(sent: readonly TraceRequest[], more: readonly string[]): Verdicts {
  const expected: Verdicts = {};
  for (const key of more) expected[key] = key.startsWith(RULES[0].name) ? shown('empty', null) : verdictBy(RULES[1], 0);
  for (const { key, minuteMicros, count, errors } of referenceOf(sent).servicesPerMinute)
    for (const rule of RULES)
      expected[`${rule.name} ${key.join(' ')} ${minuteMicros! / MINUTE_MICROS + 1}`] = verdictBy(
        rule,
        rule.figure === 'count' ? count : errors / count,
      );
  return expected;
}

const verdictBy = ({ operator, threshold }: Rule, value: number): string =>
  shown((operator === 'lt' ? value < threshold : value >= threshold) ? 'breach' : 'ok', value);

/** Values are sums of whole numbers, or one divided by another. */
const shown = (verdict: string, value: number | null): string => `${verdict} ${value?.toFixed(9) ?? ''}`;

/** Each span into one of two lists of requests. */
function split(requests: readonly TraceRequest[], isLate: () => boolean): [TraceRequest[], TraceRequest[]] {
  const lists: [TraceRequest[], TraceRequest[]] = [[], []];
  for (const { resourceSpans = [] } of requests) {
    for (const { resource, scopeSpans = [] } of resourceSpans) {
      for (const { spans = [], ...scope } of scopeSpans) {
        const parts: [typeof spans, typeof spans] = [[], []];
        for (const span of spans) parts[isLate() ? 1 : 0].push(span);
        for (const [at, part] of parts.entries()) {
          if (part.length === 0) continue;
          lists[at]!.push({ resourceSpans: [{ resource, scopeSpans: [{ ...scope, spans: part }] }] });
        }
      }
    }
  }
  return lists;
}
