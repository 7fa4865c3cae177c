/**
 * One span in twenty comes up to an hour late. Every minute is judged when the others are there, and once more when
 * everything is: the final verdicts have to be those of an oracle that sees all spans at once (ALERT-4).
 */
import { definitionOf } from '@spanwise/notify/alert-rules/rule-definition';
import { addRule } from '@spanwise/notify/alert-rules/alert-rules.store';
import { RuleBody } from '@spanwise/contracts/alert-rules';
import { parse } from '@spanwise/contracts/parse';
import { uuidv7 } from '@spanwise/contracts/uuid';
import { referenceOf } from '@spanwise/telemetry/oracle';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { Random } from '@spanwise/telemetry/random';
import { generate } from '@spanwise/telemetry/shop/generate';
import { Organizations } from '../hostile/scene.js';
import type { Product } from '../harness/product.js';
import { lateVerdicts, type LateRule } from './late-verdicts.js';
import { LiveEvaluator } from './live-evaluator.js';
import { verdicts } from './live-incidents.js';
import { sendAndCount } from './watched.js';

const MINUTE_MICROS = 60_000_000;
const LATE_SHARE = 0.05;
/** Until the latest is there. */
const LATENESS_MINUTES = 60;

export interface LateFigures {
  spans: number;
  late: number;
  verdicts: number;
  /** Values that the late spans have changed. */
  changed: number;
  faults: string[];
}

const RULES: readonly LateRule[] = [
  { name: 'requests fail', figure: 'error_rate', operator: 'gte', threshold: 0.05 },
  { name: 'few requests', figure: 'count', operator: 'lt', threshold: 20 },
];

export async function proveLateData(product: Product, minutes: number, seed: string): Promise<LateFigures> {
  const first = Math.floor((Date.now() * 1_000) / MINUTE_MICROS) - LATENESS_MINUTES - minutes;
  const [fromMicros, toMicros] = [first * MINUTE_MICROS, (first + minutes) * MINUTE_MICROS];
  const shop = { seed, fromMicros, toMicros, tracesPerMinute: 60, exportSeconds: 30, clockStepChance: 0 };
  const sent = [...generate(shop)];
  const random = new Random(`late ${seed}`);
  const [inTime, late] = split(sent, () => random.chance(LATE_SHARE));
  const { id: organizationId, tokens } = await (await Organizations.open(product)).make('late');
  const send = (requests: TraceRequest[]) => sendAndCount(product, requests, tokens.ingest!);
  const spans = await send(inTime);
  const live = await LiveEvaluator.start(
    { product, organizationId },
    { passes: ['provisional', 'final'], graceMinutes: LATENESS_MINUTES },
  );
  try {
    const names = await addRules(live);
    const steps = { first: first + 1, last: first + minutes };
    for (let step = steps.first; step <= steps.last; step++) await live.judge(step);
    const lateSpans = await send(late);
    await live.judgeFinally(steps.first, steps.last);
    const reference = referenceOf(sent);
    const judged = await Promise.all(['final', 's30'].map((pass) => verdicts(live, pass)));
    const [final, provisional] = judged.map((all) => all.filter(({ step }) => step >= steps.first));
    const compared = lateVerdicts(reference.servicesPerMinute, { final, provisional, names, rules: RULES, ...steps });
    return { spans: spans + lateSpans, late: lateSpans, ...compared };
  } finally {
    await live.stop();
  }
}

/** Ids of the rules and their names. */
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

const bodyOf = ({ name, figure, operator, threshold }: LateRule): RuleBody =>
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

/** Each span into one of two lists of requests; what is in no list is in the other. */
function split(requests: readonly TraceRequest[], isLate: () => boolean): [TraceRequest[], TraceRequest[]] {
  const lists: [TraceRequest[], TraceRequest[]] = [[], []];
  for (const { resourceSpans = [] } of requests) {
    for (const { resource, scopeSpans = [] } of resourceSpans) {
      for (const { spans = [], ...scope } of scopeSpans) {
        const parts: [typeof spans, typeof spans] = [[], []];
        for (const span of spans) parts[isLate() ? 1 : 0].push(span);
        for (const [at, part] of parts.entries()) {
          if (part.length === 0) continue;
          lists[at].push({ resourceSpans: [{ resource, scopeSpans: [{ ...scope, spans: part }] }] });
        }
      }
    }
  }
  return lists;
}
