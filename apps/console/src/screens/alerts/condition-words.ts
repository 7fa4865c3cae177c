/** What a rule watches, in one sentence. Pure: the language is that of the given translator. */
import type { Schemas } from '@spanwise/api-client/client';
import type { Translate } from '../../i18n/i18n.js';
import { count, duration, plainNumber, rate, share, type Figure, type Locale } from '../../lib/format.js';

type Condition = Schemas['Condition'];
type Selector = Schemas['RedSelector'];
type Metric = Schemas['MetricSelector'];
type Band = Schemas['RuleBand'];
type Expression = Schemas['CompositeExpression'];

/** As a rule, and each of its versions, says it. */
export interface Watched {
  condition: Condition;
  windowMinutes: number;
  bands: readonly Band[];
  evaluation: Schemas['RuleEvaluation'];
}

export const watchedByRule = (rule: Schemas['AlertRule']): Watched => ({
  condition: rule.condition,
  windowMinutes: Math.ceil(rule.query.period_secs / 60),
  bands: rule.thresholds.length > 0 ? rule.thresholds : [{ ...rule.trigger, severity: severityOf(rule) }],
  evaluation: rule.evaluation,
});

const SEVERITIES: readonly string[] = ['info', 'warning', 'error', 'critical'] satisfies Schemas['Severity'][];
const isSeverity = (text: string | undefined): text is Schemas['Severity'] => SEVERITIES.includes(text ?? '');

/** Of a rule without bands (ALERT-18). */
const severityOf = ({ severity, labels }: Schemas['AlertRule']): Schemas['Severity'] =>
  severity ?? (isSeverity(labels.severity) ? labels.severity : 'warning');

export const watchedByVersion = ({
  condition,
  window_minutes,
  bands,
  evaluation,
}: Schemas['RuleVersion']): Watched => ({
  condition,
  windowMinutes: window_minutes,
  bands,
  evaluation,
});

/** Shares are 0 to 1, durations microseconds, rates per second. */
export function conditionFigure(condition: Condition | undefined, value: number, locale: Locale): Figure {
  if (condition?.type === 'new_error_group' || condition?.type === 'absence') return count(value, locale);
  if (condition?.type !== 'red') return plainNumber(value, locale);
  switch (condition.figure) {
    case 'count':
    case 'error_count':
      return count(value, locale);
    case 'rate':
      return rate(value, locale);
    case 'error_rate':
      return share(value, locale);
    case 'apdex':
      return plainNumber(value, locale);
    default:
      return duration(value, locale);
  }
}

/** On one line. */
export const figureText = ({ value, unit }: Figure): string => (unit === '' ? value : `${value}\u00a0${unit}`);

export function conditionWords(
  { condition, windowMinutes, bands, evaluation }: Watched,
  t: Translate,
  locale: Locale,
  ruleName: (id: string) => string = (id) => id.slice(0, 8),
): string {
  const words = new Words(t, locale, ruleName);
  if (condition.type === 'composite')
    return t('conditionComposite', { expression: words.expression(condition.expression) });
  const comparisons = bands.map((band) => words.band(band, condition));
  const long = condition.type === 'slo' || condition.type === 'deploy_regression';
  return t('conditionIs', {
    what: words.what(condition),
    comparison: words.any(comparisons),
    window: long ? '' : t('overWindow', { window: figureText(duration(windowMinutes * 6e7, locale)) }),
    besides: words.besides(condition, evaluation.min_samples ?? 0),
  });
}

const SIGNS = { eq: '=', neq: '≠', re: '=~', nre: '!~' } as const;

class Words {
  constructor(
    private readonly t: Translate,
    private readonly locale: Locale,
    private readonly ruleName: (id: string) => string,
  ) {}

  any(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale.language, { type: 'disjunction' }).format(texts);
  }

  private all(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale.language, { type: 'conjunction' }).format(texts);
  }

  band({ severity, operator, threshold, for_periods: periods = 1 }: Band, condition: Condition): string {
    const value = figureText(conditionFigure(condition, threshold, this.locale));
    return this.t('conditionBand', {
      comparison: this.t(`op_${operator}`, { value }),
      severity: this.t(`severity_${severity}`),
      periods,
    });
  }

  what(condition: Exclude<Condition, { type: 'composite' }>): string {
    const { t } = this;
    switch (condition.type) {
      case 'red':
        return this.figureOf(condition);
      case 'ratio':
        return t('conditionRatio', {
          numerator: this.figureOf(condition.numerator),
          denominator: this.figureOf(condition.denominator),
        });
      case 'sql':
        return t('conditionSql');
      case 'new_error_group':
        return t('conditionNewErrors', {
          where: this.where(condition.filters),
          count: condition.min_occurrences,
          quiet: condition.quiet_secs === 0 ? '' : t('conditionBack', { quiet: this.duration(condition.quiet_secs) }),
        });
      case 'absence':
        return t('conditionAbsence', { ...this.subject(condition), minutes: condition.expected_minutes });
      case 'slo':
        return t('conditionSlo', {
          ...this.subject(condition),
          objective: figureText(share(condition.objective, this.locale)),
          days: condition.period_days,
          good:
            condition.latency_micros === undefined
              ? t('sloUnfailed')
              : t('sloFast', { latency: this.duration(condition.latency_micros / 1e6) }),
          pairs: this.all(condition.pairs),
        });
      case 'anomaly':
        return t('conditionAnomaly', {
          what: this.figureOf(condition),
          past: t(condition.season === 'day' ? 'pastDays' : 'pastWeeks', { count: condition.seasons }),
        });
      case 'deploy_regression':
        return t('conditionDeployment', { where: this.where(condition.filters) });
      case 'metric':
        return condition.promql ?? this.metric(condition);
    }
  }

  /** What has to be so too. */
  besides(condition: Condition, minSamples: number): string {
    const { t, locale } = this;
    const parts: string[] = [];
    if (condition.type === 'red' && condition.relative !== undefined) {
      const { to, operator, percent } = condition.relative;
      const value = `${plainNumber(percent, locale).value} %`;
      parts.push(t('conditionRelative', { comparison: t(`op_${operator}`, { value }), to }));
    }
    if (condition.type === 'red' && (condition.min_errors ?? 0) > 0)
      parts.push(t('conditionMinErrors', { count: condition.min_errors! }));
    if (condition.type === 'red' && condition.confidence !== undefined)
      parts.push(t('conditionConfidence', { percent: plainNumber(condition.confidence * 100, locale).value }));
    if (minSamples > 0) parts.push(t('conditionMinSamples', { count: minSamples }));
    return parts.join('');
  }

  expression(of: Expression, inner = false): string {
    const { t } = this;
    if ('rule' in of) return `“${this.ruleName(of.rule)}”`;
    if ('not' in of) return t('expressionNot', { expression: this.expression(of.not, true) });
    const texts = ('and' in of ? of.and : of.or).map((one) => this.expression(one, true));
    const joined = texts.join(` ${t('and' in of ? 'expressionAnd' : 'expressionOr')} `);
    return inner && texts.length > 1 ? `(${joined})` : joined;
  }

  private duration(seconds: number): string {
    return seconds % 86_400 === 0 && seconds > 0
      ? this.t('daysCounted', { count: seconds / 86_400 })
      : figureText(duration(seconds * 1e6, this.locale));
  }

  private figureOf(selector: Selector): string {
    return this.t('conditionFigure', { figure: this.t(`figure_${selector.figure}`), ...this.subject(selector) });
  }

  private subject(selector: { of: Schemas['RedSubject']; filters: Schemas['RedFilters']; group_by: string[] }) {
    return {
      subject: this.t(`subject_${selector.of}`),
      where: this.where(selector.filters),
      by: this.by(selector.group_by),
    };
  }

  private where(filters: Schemas['RedFilters']): string {
    return this.whereAll(Object.entries(filters).map(([label, value]) => `${label} = ${value}`));
  }

  private whereAll(texts: readonly string[]): string {
    return texts.length === 0 ? '' : this.t('conditionWhere', { filters: this.all(texts) });
  }

  private by(labels: readonly string[]): string {
    return labels.length === 0 ? '' : this.t('conditionBy', { labels: this.all(labels) });
  }

  private metric(metric: Metric & { divided_by?: Metric }): string {
    const one = this.t('conditionMetric', {
      function: this.t(`function_${metric.function}`, { quantile: figureText(share(metric.quantile, this.locale)) }),
      metric: metric.metric,
      aggregate: this.t(`aggregate_${metric.aggregate}`),
      where: this.whereAll(metric.filters.map(({ label, operator, value }) => `${label} ${SIGNS[operator]} ${value}`)),
      by: this.by(metric.group_by),
    });
    if (metric.divided_by === undefined) return one;
    return this.t('conditionRatio', { numerator: one, denominator: this.metric(metric.divided_by) });
  }
}
