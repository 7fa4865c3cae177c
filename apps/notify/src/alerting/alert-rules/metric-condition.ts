/** What a rule over stored metrics may say (ALERT-114, ALERT-115). Pure. */
import {
  METRIC_AGGREGATES,
  METRIC_FUNCTIONS,
  METRIC_MATCHES,
  type MetricCondition,
  type MetricFunction,
  type MetricSelector,
} from '@spanwise/contracts/alerting/alert-conditions';
import { z } from 'zod';
import { matcherFault } from '../../incidents/silences/label-matchers.js';

const MAX_NAME = 255;
const MAX_LABEL = 128;
const MAX_VALUE = 1_024;
const MAX_LABELS = 10;
/** As the intake takes it. */
const STREAM_NAME = /^(?!\.\.?$)[A-Za-z0-9_.-]{1,255}$/;
const PLATFORM_STREAM = '_spanwise';
const UNSTORABLE = /[\0\p{Cs}]/u;

const among = <T extends string>(values: readonly T[]) => z.enum(values, `must be one of ${values.join(', ')}`);
const text = (min: number, max: number) =>
  z
    .string('must be a text')
    .min(min, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((value) => !UNSTORABLE.test(value), 'must be a text without NUL');
const number = () => z.number('must be a number');

const filter = z
  .strictObject({ label: text(1, MAX_LABEL), operator: among(METRIC_MATCHES), value: text(0, MAX_VALUE) })
  .superRefine(({ label, operator, value }, context) => {
    if (operator === 'eq' || operator === 'neq') return;
    const fault = matcherFault({ label, op: operator, value });
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['value'], message: fault });
  });

const selector = {
  metric: text(1, MAX_NAME),
  stream: z
    .string('must be a text')
    .regex(STREAM_NAME, 'must be 1 to 255 letters, digits, dots, dashes and underscores')
    .refine((name) => !name.startsWith(PLATFORM_STREAM), 'belongs to the platform')
    .optional(),
  filters: z.array(filter, 'must be a list of filters').max(MAX_LABELS, `must be at most ${MAX_LABELS} filters`),
  function: among(METRIC_FUNCTIONS),
  quantile: number().min(0, 'must be at least 0').max(1, 'must be at most 1').optional(),
  aggregate: among(METRIC_AGGREGATES),
  group_by: z
    .array(text(1, MAX_LABEL), 'must be a list of labels')
    .max(MAX_LABELS, `must name at most ${MAX_LABELS} labels`)
    .refine((names) => new Set(names).size === names.length, 'must name each label once'),
  by_series: z.literal(true, 'must be true or left out').optional(),
};

/** A series by itself is not taken together with others. */
function refuseUnfitSeries(
  { function: of, aggregate, group_by: labels, by_series: bySeries }: Omit<MetricSelector, 'metric' | 'filters'>,
  context: z.RefinementCtx,
) {
  if (bySeries === undefined) return;
  const fault = (member: string, message: string) => context.addIssue({ code: 'custom', path: [member], message });
  if (labels.length > 0) fault('group_by', 'must be empty with by_series');
  if (aggregate !== 'sum') fault('aggregate', 'must be sum with by_series');
  if (of === 'quantile') fault('by_series', 'cannot be of a quantile');
}

/** Only of a histogram a quantile can be had, and its buckets can only be added up. */
function refuseUnfitQuantile(
  { function: of, quantile, aggregate }: Pick<MetricSelector, 'function' | 'quantile' | 'aggregate'>,
  context: z.RefinementCtx,
) {
  const fault = (member: string, message: string) => context.addIssue({ code: 'custom', path: [member], message });
  if ((of === 'quantile') !== (quantile !== undefined))
    fault('quantile', 'must be there with the function quantile alone');
  if (of === 'quantile' && aggregate !== 'sum') fault('aggregate', 'must be sum with the function quantile');
}

export const metricCondition = z
  .strictObject({
    type: z.literal('metric'),
    ...selector,
    divided_by: z.strictObject(selector).superRefine(refuseUnfitQuantile).superRefine(refuseUnfitSeries).optional(),
    denominator_floor: number().min(0, 'must not be negative').optional(),
    promql: text(1, 32_768).optional(),
  })
  .superRefine(refuseUnfitQuantile)
  .superRefine(refuseUnfitSeries)
  .superRefine(({ by_series: bySeries, group_by: labels, divided_by: divisor, denominator_floor: floor }, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (divisor === undefined) {
      if (floor !== undefined) fault(['denominator_floor'], 'must be there with divided_by alone');
    } else if (
      divisor.group_by.length !== labels.length ||
      !divisor.group_by.every((name, at) => name === labels[at])
    ) {
      fault(['divided_by', 'group_by'], 'must be the labels of the other one, in the same order');
    } else if (divisor.by_series !== bySeries) {
      fault(['divided_by', 'by_series'], 'must be as in the other one');
    }
  });

const NEVER_NEGATIVE: readonly MetricFunction[] = ['rate', 'increase'];

const isCount = ({ function: of, aggregate }: MetricSelector): boolean =>
  aggregate === 'count' || NEVER_NEGATIVE.includes(of);

/** Counters only grow, and series are counted; anything else can be negative. */
export const isNeverNegative = (condition: MetricCondition): boolean =>
  isCount(condition) && (condition.divided_by === undefined || isCount(condition.divided_by));

export function metricInWords(condition: MetricCondition): string {
  const { divided_by: divisor, denominator_floor: floor } = condition;
  if (divisor === undefined) return selectorInWords(condition);
  const least = floor === undefined ? '' : `, divisor at least ${floor}`;
  return `(${selectorInWords(condition)}) / (${selectorInWords(divisor)})${least}`;
}

const SIGNS = { eq: '=', neq: '!=', re: '=~', nre: '!~' } as const;

function selectorInWords({
  metric,
  stream,
  filters,
  function: of,
  quantile,
  aggregate,
  group_by: labels,
  by_series: bySeries,
}: MetricSelector) {
  const figure = of === 'quantile' ? `quantile ${quantile} of` : `${aggregate} of ${of} of`;
  const place = stream === undefined ? '' : ` in ${stream}`;
  const wanted = filters.map(({ label, operator, value }) => `${label} ${SIGNS[operator]} ${JSON.stringify(value)}`);
  const where = wanted.length === 0 ? '' : ` where ${wanted.join(' and ')}`;
  return `${figure} ${metric}${place}${bySeries ? ' by series' : ''}${labels.length === 0 ? '' : ` by ${labels.join(', ')}`}${where}`;
}
