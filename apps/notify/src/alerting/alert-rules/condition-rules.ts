/** What a condition may say (ALERT-10 to ALERT-14, ALERT-110 to ALERT-116), and the figures that it can give. Pure. */
import {
  CERTAIN_FIGURES,
  DEPLOY_LABELS,
  OPERATORS,
  RED_FIGURES,
  RED_LABELS,
  RED_SUBJECTS,
  SLO_PAIRS,
  sloFactor,
  type Condition,
  type RedFigure,
  type RedLabel,
  type RedSubject,
  type SloCondition,
  type SloPair,
} from '@spanwise/contracts/alerting/alert-conditions';
import { type ErrorDetail } from '@spanwise/contracts/base/errors';
import { STREAM_TYPES } from '@spanwise/contracts/telemetry/query';
import { z } from 'zod';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { compositeExpression } from './composite-expression.js';
import { isNeverNegative, metricCondition } from './metric-condition.js';

const MAX_TEXT = 1_024;
const MAX_LABEL = 128;
const MAX_GROUP_LABELS = 10;
const MAX_STATEMENT = 32_768;
const MAX_DETAILS = 20;
const DAY_SECS = 86_400;
const MAX_COUNT = 1_000_000_000;
/** Five minutes of each of 14 days or weeks. */
const MAX_POINTS = 70;

const among = <T extends string>(values: readonly T[]) => z.enum(values, `must be one of ${values.join(', ')}`);
const number = () => z.number('must be a number');
const whole = (min: number, max: number) =>
  z.int('must be an integer').min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);
const text = (max: number) =>
  z.string('must be a text').min(1, 'must not be empty').max(max, `must have at most ${max} characters`);

const label = among(RED_LABELS);
const filters = z.strictObject(
  Object.fromEntries(RED_LABELS.map((name) => [name, text(MAX_TEXT).optional()])),
  'must be an object of labels',
);
const groupBy = z
  .array(label, 'must be a list of labels')
  .max(RED_LABELS.length, 'must name each label once')
  .refine((names) => new Set(names).size === names.length, 'must name each label once');

/** Names of a series, by what it is of. */
const COMMON: readonly RedLabel[] = ['service', 'namespace', 'environment', 'version'];
const LABELS_OF: Record<RedSubject, readonly RedLabel[]> = {
  service: COMMON,
  transaction: [...COMMON, 'transaction'],
  dependency: [...COMMON, 'dependency'],
  error_group: [...COMMON, 'transaction', 'error_fingerprint'],
};
/** Of the instances of new error groups. */
const GROUP_LABELS: readonly RedLabel[] = ['service', 'namespace', 'error_fingerprint'];

const series = { of: among(RED_SUBJECTS), filters, group_by: groupBy };
const selector = { ...series, figure: among(RED_FIGURES) };

interface Named {
  of: RedSubject;
  filters: Record<string, unknown>;
  group_by?: readonly string[];
}

/** A label that what is watched does not have could never have a value. */
function refuseForeign({ of, filters: filtered, group_by: grouped = [] }: Named, context: z.RefinementCtx) {
  const known: readonly string[] = LABELS_OF[of];
  const foreign = (path: PropertyKey[], name: string) =>
    context.addIssue({ code: 'custom', path, message: `a series of ${of} has no label ${name}` });
  for (const name of Object.keys(filtered)) if (!known.includes(name)) foreign(['filters', name], name);
  for (const [at, name] of grouped.entries()) if (!known.includes(name)) foreign(['group_by', at], name);
}

const redSelector = z.strictObject(selector).superRefine(refuseForeign);

const relative = z.strictObject({
  to: among(['previous_window', 'previous_day', 'previous_week'] as const),
  operator: among(OPERATORS),
  percent: number().positive('must be above 0').max(1_000_000, 'must be at most 1000000'),
});

const anomalyParams = z
  .strictObject(
    {
      algorithm: among(['mad', 'ewma'] as const),
      lookback_days: whole(1, 30),
      k: number().positive('must be above 0').max(1_000, 'must be at most 1000'),
      alpha: number().positive('must be above 0').max(1, 'must be at most 1').default(0.3),
      weekly_seasonality: z.boolean('must be true or false').default(false),
    },
    'must be an object',
  )
  .refine(({ weekly_seasonality: weekly, lookback_days: days }) => !weekly || days >= 7, {
    path: ['lookback_days'],
    message: 'must be at least 7 with weekly_seasonality',
  });

const TYPES = {
  red: z
    .strictObject({
      type: z.literal('red'),
      ...selector,
      relative: relative.optional(),
      min_errors: whole(1, MAX_COUNT).optional(),
      evidence_secs: whole(60, DAY_SECS).optional(),
      confidence: number().min(0.5, 'must be at least 0.5').max(0.9999, 'must be at most 0.9999').optional(),
    })
    .superRefine(refuseForeign)
    .refine(
      ({ of, figure, confidence }) =>
        confidence === undefined || (of !== 'error_group' && CERTAIN_FIGURES.includes(figure)),
      { path: ['confidence'], message: `is only of ${CERTAIN_FIGURES.join(', ')} of requests` },
    )
    .refine(({ confidence, evidence_secs: evidence }) => evidence === undefined || confidence !== undefined, {
      path: ['evidence_secs'],
      message: 'needs a confidence',
    }),
  ratio: z
    .strictObject({
      type: z.literal('ratio'),
      numerator: redSelector,
      denominator: redSelector,
      denominator_floor: number().min(0, 'must not be negative'),
    })
    .refine(({ numerator, denominator }) => sameLabels(numerator.group_by, denominator.group_by), {
      path: ['denominator', 'group_by'],
      message: 'must name the labels of the numerator',
    }),
  sql: z.strictObject({
    type: z.literal('sql'),
    statement: text(MAX_STATEMENT).refine((statement) => statement.trim() !== '', 'must not be blank'),
    stream: z.strictObject({ name: text(255), stream_type: among(STREAM_TYPES) }, 'must be a stream'),
    anomaly: anomalyParams.optional(),
  }),
  new_error_group: z
    .strictObject({
      type: z.literal('new_error_group'),
      filters,
      min_occurrences: whole(1, MAX_COUNT),
      quiet_secs: whole(0, 30 * DAY_SECS),
    })
    .superRefine((condition, context) => refuseForeign({ of: 'error_group', ...condition }, context)),
  absence: z
    .strictObject({ type: z.literal('absence'), ...series, expected_minutes: whole(1, 60) })
    .superRefine(refuseForeign),
  slo: z
    .strictObject({
      type: z.literal('slo'),
      of: among(['service', 'transaction'] as const),
      filters,
      group_by: groupBy,
      objective: number().gt(0, 'must be above 0').lt(1, 'must be below 1'),
      period_days: whole(1, 90),
      latency_micros: whole(1, Number.MAX_SAFE_INTEGER).optional(),
      pairs: z
        .array(among(Object.keys(SLO_PAIRS) as SloPair[]), 'must be a list')
        .min(1, 'must name a pair')
        .refine((names) => new Set(names).size === names.length, 'must name each pair once'),
      min_events: whole(0, MAX_COUNT),
    })
    .superRefine(refuseForeign)
    .superRefine(refuseUnreachable),
  anomaly: z
    .strictObject({
      type: z.literal('anomaly'),
      ...selector,
      season: among(['day', 'week'] as const),
      seasons: whole(1, 14),
      min_points: whole(1, MAX_POINTS),
      deviation_floor: number().min(0, 'must not be negative'),
    })
    .superRefine(refuseForeign),
  deploy_regression: z
    .strictObject({ type: z.literal('deploy_regression'), filters })
    .superRefine((condition, context) => refuseForeign({ of: 'service', ...condition }, context)),
  metric: metricCondition,
  composite: z.strictObject({
    type: z.literal('composite'),
    expression: compositeExpression,
    group_by: z
      .array(text(MAX_LABEL), 'must be a list of labels')
      .max(MAX_GROUP_LABELS, `must name at most ${MAX_GROUP_LABELS} labels`)
      .refine((names) => new Set(names).size === names.length, 'must name each label once'),
  }),
} satisfies Record<Condition['type'], z.ZodType>;

/** When every request is bad, the budget burns 1 / (1 - objective) times as fast as it may. */
function refuseUnreachable(
  condition: Pick<SloCondition, 'objective' | 'pairs' | 'period_days'>,
  context: z.RefinementCtx,
) {
  const fastest = 1 / (1 - condition.objective);
  const unreachable = condition.pairs.find((pair) => sloFactor(pair, condition) > fastest);
  if (unreachable === undefined) return;
  const message = `names ${unreachable}, whose burn rate can never be reached with this objective and period`;
  context.addIssue({ code: 'custom', path: ['pairs'], message });
}

const sameLabels = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** The condition, or what is wrong with it; members that it does not have are wrong. */
export function readCondition(sent: unknown): { condition: Condition } | { faults: ErrorDetail[] } {
  const type = (sent as { type?: unknown }).type;
  if (typeof type !== 'string' || !Object.hasOwn(TYPES, type)) {
    return { faults: [{ field: 'condition.type', reason: `must be one of ${Object.keys(TYPES).join(', ')}` }] };
  }
  const parsed = TYPES[type as Condition['type']].safeParse(sent);
  if (parsed.success) return { condition: parsed.data as Condition };
  return { faults: parsed.error.issues.flatMap(detailsOf).slice(0, MAX_DETAILS) };
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const at = ['condition', ...issue.path.map(String)];
  const detail = (path: string[], reason: string) => ({ field: cutText(path.join('.'), 200), reason });
  if (issue.code !== 'unrecognized_keys') return [detail(at, issue.message)];
  return issue.keys.map((key) => detail([...at, key], 'is not a member of it'));
}

export interface Range {
  least: number;
  most: number;
}

const SHARES: ReadonlySet<RedFigure> = new Set(['error_rate', 'apdex']);
const SHARE: Range = { least: 0, most: 1 };
const COUNT: Range = { least: 0, most: Infinity };
const ANY: Range = { least: -Infinity, most: Infinity };

/** Values outside of which the condition never gives one. */
export function rangeOf(condition: Condition): Range {
  // Of an anomaly the distance from what is usual is evaluated.
  if (condition.type === 'sql' || condition.type === 'anomaly') return ANY;
  if (condition.type === 'metric') return isNeverNegative(condition) ? COUNT : ANY;
  if (condition.type === 'deploy_regression' || condition.type === 'composite') return SHARE;
  return condition.type === 'red' && SHARES.has(condition.figure) ? SHARE : COUNT;
}

/** Labels of its instances; undefined where only a run shows them. */
export function labelsOf(condition: Condition): readonly string[] | undefined {
  switch (condition.type) {
    case 'red':
    case 'absence':
    case 'slo':
    case 'anomaly':
    case 'composite':
      return condition.group_by;
    case 'metric':
      return condition.by_series ? undefined : condition.group_by;
    case 'ratio':
      return condition.numerator.group_by;
    case 'new_error_group':
      return GROUP_LABELS;
    case 'deploy_regression':
      return DEPLOY_LABELS;
    case 'sql':
      return undefined;
  }
}
