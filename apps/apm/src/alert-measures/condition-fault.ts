/** Why a condition cannot be measured, one sentence; notify has checked what clients send, this is the second look. Pure. */
import {
  METRIC_AGGREGATES,
  METRIC_FUNCTIONS,
  METRIC_MATCHES,
  RED_FIGURES,
  RED_LABELS,
  RED_SUBJECTS,
  SLO_PAIRS,
  type AnomalyParams,
  type MeasuredCondition,
  type MetricFilter,
  type MetricSelector,
  type RedLabel,
  type SloCondition,
} from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasureSpec } from '@spanwise/contracts/alerting/measure';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { PARTS_OF } from './selectors.js';

const MAX_SEASONS = 14;
const MAX_LOOKBACK_DAYS = 30;
/** Longest window: that of the slowest burn rate. */
export const MAX_WINDOW_MINUTES = 3 * 24 * 60;

export function specFault({ condition, window_minutes: minutes, excluded_minutes: excluded = [] }: MeasureSpec) {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_WINDOW_MINUTES)
    return `The window must be 1 to ${MAX_WINDOW_MINUTES} minutes.`;
  const isRange = (range: unknown) => Array.isArray(range) && range.length === 2 && range.every(Number.isInteger);
  if (!Array.isArray(excluded) || !excluded.every(isRange)) return 'excluded_minutes must be pairs of minutes.';
  return conditionFault(condition);
}

function conditionFault(condition: MeasuredCondition): string | undefined {
  switch (condition?.type) {
    case 'red':
      return selectorFault(condition);
    case 'ratio':
      return (
        selectorFault(condition.numerator) ??
        selectorFault(condition.denominator) ??
        numberFault(condition, 'denominator_floor') ??
        differentLabels(condition.numerator.group_by, condition.denominator.group_by)
      );
    case 'new_error_group':
      return (
        selectorFault({ of: 'error_group', figure: 'count', filters: condition.filters }) ??
        numberFault(condition, 'min_occurrences', 'quiet_secs')
      );
    case 'absence':
      return selectorFault({ ...condition, figure: 'count' }) ?? numberFault(condition, 'expected_minutes');
    case 'slo':
      return sloFault(condition);
    case 'anomaly':
      return (
        selectorFault(condition) ??
        numberFault(condition, 'seasons', 'min_points', 'deviation_floor') ??
        (condition.seasons > MAX_SEASONS ? `seasons must be at most ${MAX_SEASONS}.` : undefined)
      );
    case 'deploy_regression':
      return selectorFault({ of: 'service', figure: 'count', filters: condition.filters });
    case 'metric':
      return metricFault(condition) ?? (condition.divided_by && metricFault(condition.divided_by));
    case 'sql':
      if (typeof condition.statement !== 'string') return 'The statement is missing.';
      return condition.anomaly && anomalyFault(condition.anomaly);
    default:
      return 'Conditions of this type are not measured.';
  }
}

function anomalyFault({ algorithm, lookback_days: days, k, alpha }: AnomalyParams): string | undefined {
  const isSound = Number.isInteger(days) && days >= 1 && days <= MAX_LOOKBACK_DAYS && k > 0 && alpha > 0 && alpha <= 1;
  return isSound && ['mad', 'ewma'].includes(algorithm) ? undefined : 'The parameters of the anomaly are not known.';
}

function metricFault(selector: MetricSelector): string | undefined {
  const { metric, stream = '', filters, function: of, aggregate, quantile = 0, group_by: labels } = selector;
  const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0');
  if (!METRIC_FUNCTIONS.includes(of) || !METRIC_AGGREGATES.includes(aggregate)) return 'The function is not known.';
  if (!isText(metric) || !isText(stream) || !Array.isArray(labels) || !labels.every(isText)) {
    return 'Names of metrics, streams and labels must be texts without NUL.';
  }
  const isFilter = ({ label, operator, value }: MetricFilter) =>
    isText(label) && isText(value) && METRIC_MATCHES.includes(operator);
  if (!Array.isArray(filters) || !filters.every(isFilter)) return 'The filters are not known.';
  return quantile >= 0 && quantile <= 1 ? undefined : 'quantile must lie between 0 and 1.';
}

function sloFault(condition: SloCondition): string | undefined {
  const { objective, pairs, latency_micros: latency = 0 } = condition;
  const own =
    selectorFault({ ...condition, figure: 'error_rate' }) ?? numberFault(condition, 'period_days', 'min_events');
  if (own !== undefined) return own;
  if (!(objective > 0 && objective < 1)) return 'objective must lie between 0 and 1.';
  if (!Number.isFinite(latency) || latency < 0) return 'latency_micros must be a number of at least 0.';
  const isPair = (pair: string) => Object.hasOwn(SLO_PAIRS, pair);
  if (Array.isArray(pairs) && pairs.length > 0 && pairs.every(isPair)) return undefined;
  return `pairs must be some of ${Object.keys(SLO_PAIRS).join(', ')}.`;
}

interface Selector {
  of: string;
  figure: string;
  filters: object;
  group_by?: readonly string[];
}

function selectorFault(selector: Selector | undefined): string | undefined {
  const { of, figure, filters, group_by: labels = [] } = selector ?? ({} as Selector);
  const subject = RED_SUBJECTS.find((one) => one === of);
  if (subject === undefined) return `A figure must be of one of ${RED_SUBJECTS.join(', ')}.`;
  if (!RED_FIGURES.some((one) => one === figure)) return `The figure must be one of ${RED_FIGURES.join(', ')}.`;
  if (typeof filters !== 'object' || filters === null || !Array.isArray(labels)) return 'The filters are missing.';
  const known = RED_LABELS.filter((label) => PARTS_OF[subject][label] !== undefined);
  const wrong = [...Object.keys(filters), ...labels].find((label) => !known.includes(label as RedLabel));
  if (wrong !== undefined)
    return `A ${subject} has no ${cutText(wrong, 64)}: filter and group by one of ${known.join(', ')}.`;
  const isText = (value: unknown) => typeof value === 'string' && !value.includes('\0');
  return Object.values(filters).every(isText) ? undefined : 'The value of a filter must be a text without NUL.';
}

function numberFault<Name extends string>(condition: Record<Name, number>, ...names: Name[]): string | undefined {
  const wrong = names.find((name) => !Number.isFinite(condition[name]) || condition[name] < 0);
  return wrong === undefined ? undefined : `${wrong} must be a number of at least 0.`;
}

const differentLabels = (one?: readonly string[], other?: readonly string[]): string | undefined =>
  one?.toSorted().join() === other?.toSorted().join()
    ? undefined
    : 'Numerator and denominator must be grouped by the same labels.';
