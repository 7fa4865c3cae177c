/** What an alert rule watches (ALERT-10 to ALERT-16, ALERT-110 to ALERT-116). Members of a condition travel as JSON and are checked by notify. */
import type { Integer } from '../base/integer.js';
import type { StreamReference } from '../telemetry/query.js';

export const OPERATORS = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq'] as const;
export type Operator = (typeof OPERATORS)[number];

/** From the least to the most severe. */
export const SEVERITIES = ['info', 'warning', 'error', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Rates are per second, shares 0 to 1, durations microseconds. */
export const RED_FIGURES = [
  'count',
  'rate',
  'error_count',
  'error_rate',
  'average',
  'p50',
  'p95',
  'p99',
  'max',
  'apdex',
] as const;
export type RedFigure = (typeof RED_FIGURES)[number];

export const RED_SUBJECTS = ['service', 'transaction', 'dependency', 'error_group'] as const;
export type RedSubject = (typeof RED_SUBJECTS)[number];

/** Parts of a series' name, by which rules filter and group. */
export const RED_LABELS = [
  'service',
  'namespace',
  'environment',
  'version',
  'transaction',
  'dependency',
  'error_fingerprint',
] as const;
export type RedLabel = (typeof RED_LABELS)[number];

export type RedFilters = Partial<Record<RedLabel, string>>;

/** One figure of requests, for each group of series. */
export interface RedSelector {
  of: RedSubject;
  figure: RedFigure;
  filters: RedFilters;
  /** Labels of an instance; series that share them are one. Without any, all series are one. */
  group_by: RedLabel[];
}

/** The same window, this long before; the value must also be this far from it. */
export interface RelativeThreshold {
  to: 'previous_window' | 'previous_day' | 'previous_week';
  operator: Operator;
  /** The value in percent of the baseline's. */
  percent: number;
}

export interface RedCondition extends RedSelector {
  type: 'red';
  relative?: RelativeThreshold;
  /** With fewer failed requests in the window nothing is breached. */
  min_errors?: Integer;
  /**
   * Of an error rate or a quantile: a threshold is breached only where the figure is beyond it with this certainty, 0.5 to 0.9999
   * (ALERT-171).
   */
  confidence?: number;
  /** With a `confidence`: what the window is too short for is also certain by the requests of so long up to its end; the window or longer. */
  evidence_secs?: Integer;
}

/** Figures that have an interval. */
export const CERTAIN_FIGURES: readonly RedFigure[] = ['error_rate', 'p50', 'p95', 'p99'];

/** `numerator` divided by `denominator`, over the same groups. */
export interface RatioCondition {
  type: 'ratio';
  numerator: RedSelector;
  denominator: RedSelector;
  /** Below this the ratio is not evaluated. */
  denominator_floor: number;
}

/** What is usual of a statement, by the same window on each past day, or on each seventh. */
export interface AnomalyParams {
  /** `mad`: the median and the median distance from it. `ewma`: the moving average and the distances of each day from it. */
  algorithm: 'mad' | 'ewma';
  /** 1 to 30. */
  lookback_days: number;
  /** Standard deviations beyond which the value is an anomaly, where there are no `thresholds`. */
  k: number;
  /** Weight of the newest day in the moving average, above 0 and at most 1. */
  alpha: number;
  weekly_seasonality: boolean;
}

/**
 * A read-only statement over the window: column `value`, else the first that is no text; columns of text are labels, and no
 * two rows have the same. A column `samples` says how much is behind the value.
 */
export interface SqlCondition {
  type: 'sql';
  statement: string;
  stream: StreamReference;
  /** Evaluated is not the value, but how far it is from what is usual, in standard deviations (ALERT-117). */
  anomaly?: AnomalyParams;
}

/** Whether the deviation is evaluated, and not the value. */
export const evaluatesDeviation = (condition: Condition): boolean =>
  condition.type === 'anomaly' || (condition.type === 'sql' && condition.anomaly !== undefined);

/** An error group that is new, or back after silence, with at least this many occurrences in the window. */
export interface NewErrorGroupCondition {
  type: 'new_error_group';
  filters: RedFilters;
  min_occurrences: number;
  /** A group is back that had no occurrence for so long before the window; 0: only new ones. */
  quiet_secs: number;
}

/** A series that was seen and sends nothing, while what takes telemetry in is well. */
export interface AbsenceCondition {
  type: 'absence';
  of: RedSubject;
  filters: RedFilters;
  group_by: RedLabel[];
  /** A series is expected that has sent in this many of the last 60 minutes before the window. */
  expected_minutes: number;
}

/** A long and a short window, which both have to burn faster than the pair's factor, and the share of the budget behind it. */
export const SLO_PAIRS = {
  '1h': { longMinutes: 60, shortMinutes: 5, budgetShare: 0.02 },
  '6h': { longMinutes: 360, shortMinutes: 30, budgetShare: 0.05 },
  '1d': { longMinutes: 1_440, shortMinutes: 120, budgetShare: 0.1 },
  '3d': { longMinutes: 4_320, shortMinutes: 360, budgetShare: 0.1 },
} as const;
export type SloPair = keyof typeof SLO_PAIRS;

/**
 * How fast an error budget is spent. The value is the burn rate of the worst pair divided by its factor: 1 or more is a
 * breach. The rule's window is that of its longest pair.
 */
export interface SloCondition {
  type: 'slo';
  of: 'service' | 'transaction';
  filters: RedFilters;
  group_by: RedLabel[];
  /** Share of requests that are to be good, between 0 and 1. */
  objective: number;
  period_days: number;
  /** Requests that took longer are bad; without it those that failed are. */
  latency_micros?: number;
  pairs: SloPair[];
  /** A pair with fewer requests in its long window is not evaluated. */
  min_events: number;
}

/** Burn rate from which on a pair spends its share of the budget within its long window; at most 1 / (1 - objective) can be. */
export const sloFactor = (pair: SloPair, { period_days: days }: Pick<SloCondition, 'period_days'>): number =>
  (SLO_PAIRS[pair].budgetShare * days * 1_440) / SLO_PAIRS[pair].longMinutes;

/** A figure beside what it was at the same time of past days or weeks, two minutes to each side. */
export interface AnomalyCondition extends RedSelector {
  type: 'anomaly';
  season: 'day' | 'week';
  /** Days or weeks back, at most 14. */
  seasons: number;
  /** With fewer points nothing is evaluated. */
  min_points: number;
  /** Least standard deviation, in the unit of the figure: what varies less is taken to vary so much. */
  deviation_floor: number;
}

/** Minutes after a deployment at which it is evaluated; the risk of calling one that changed nothing worse is split between them. */
export const DEPLOY_LOOKS = [5, 15, 60] as const;
/** Each look is repeated for so many steps: one of them may be held. Between them nothing is evaluated. */
export const DEPLOY_LOOK_STEPS = 5;
/** The window of such a rule: all that a look can be about. */
export const DEPLOY_WINDOW_MINUTES = DEPLOY_LOOKS[2] + DEPLOY_LOOK_STEPS;

export const DEPLOY_LABELS = ['service', 'namespace', 'environment', 'version'] as const satisfies readonly RedLabel[];

/**
 * A version of a service that is certainly worse than the one before it (ALERT-110). The value is how much: 0 is no worse, 0.5
 * a quarter slower or five more failures in a hundred requests, 2/3 twice that on the scale of the figure, always below 1.
 */
export interface DeployRegressionCondition {
  type: 'deploy_regression';
  filters: RedFilters;
}

/** Of the points that one series has in the window; of counters `rate` (per second) and `increase`; `quantile` is of a histogram. */
export const METRIC_FUNCTIONS = ['avg', 'max', 'min', 'last', 'sum', 'rate', 'increase', 'quantile'] as const;
export type MetricFunction = (typeof METRIC_FUNCTIONS)[number];
/** Of the series that share the labels. */
export const METRIC_AGGREGATES = ['sum', 'avg', 'max', 'min', 'count'] as const;
export type MetricAggregate = (typeof METRIC_AGGREGATES)[number];
export const METRIC_MATCHES = ['eq', 'neq', 're', 'nre'] as const;

/** A label that is missing is an empty text; patterns are RE2 and of the whole value. */
export interface MetricFilter {
  label: string;
  operator: (typeof METRIC_MATCHES)[number];
  value: string;
}

/** One figure of a stored metric, for each group of its series (ALERT-114). */
export interface MetricSelector {
  /** `NAME_count` and `NAME_sum` are also those of a histogram NAME. Of a quantile the histogram's name, without `_bucket`. */
  metric: string;
  /** Without it the stream that Prometheus' remote write makes for a metric, which has its name, else `default`. */
  stream?: string;
  filters: MetricFilter[];
  function: MetricFunction;
  /** Of the function `quantile`: which one, 0 to 1. */
  quantile?: number;
  aggregate: MetricAggregate;
  /** Attributes of the points and their resources. */
  group_by: string[];
  /** Every series is a label set of its own, with all its labels; `group_by` is empty then. */
  by_series?: true;
}

/** Alone, or divided by another one over the same labels. */
export interface MetricCondition extends MetricSelector {
  type: 'metric';
  divided_by?: MetricSelector;
  /** Below this divisor nothing is evaluated. */
  denominator_floor?: number;
  /** The PromQL expression that says the same, where the rule was written as one (ALERT-116). */
  promql?: string;
}

export type CompositeExpression =
  { rule: string } | { and: CompositeExpression[] } | { or: CompositeExpression[] } | { not: CompositeExpression };

/**
 * Over other rules of the organization, by their ids (ALERT-112). The value is 1 where the expression holds of rules that fire, else
 * 0. Label sets of the rules are one where they have the same values of `group_by`.
 */
export interface CompositeCondition {
  type: 'composite';
  expression: CompositeExpression;
  group_by: string[];
}

export type Condition =
  | RedCondition
  | RatioCondition
  | SqlCondition
  | NewErrorGroupCondition
  | AbsenceCondition
  | SloCondition
  | AnomalyCondition
  | DeployRegressionCondition
  | MetricCondition
  | CompositeCondition;
/** What apm measures; the others notify makes of these. */
export type MeasuredCondition = Exclude<Condition, CompositeCondition>;
export type ConditionType = Condition['type'];
