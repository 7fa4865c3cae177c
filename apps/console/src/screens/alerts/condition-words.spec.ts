import { describe, expect, it } from 'vitest';
import { translator } from '../../i18n/translators.fixture.js';
import { conditionFigure, conditionWords, figureText, watchedByRule, type Watched } from './condition-words.js';

type Condition = Watched['condition'];
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const EN = { language: 'en', zone: 'UTC' };
const DE = { language: 'de', zone: 'UTC' };

const selector = { of: 'service', figure: 'error_rate', filters: {}, group_by: ['service', 'environment'] } as const;
const band = (threshold: number, change: object = {}) => ({
  severity: 'error' as const,
  operator: 'gte' as const,
  threshold,
  for_periods: 1,
  ...change,
});
const watched = (condition: object, bands = [band(0.05)], evaluation: object = {}): Watched => ({
  condition: condition as Condition,
  windowMinutes: 5,
  bands,
  evaluation: evaluation as Watched['evaluation'],
});
const metric = {
  type: 'metric',
  metric: 'queue_length',
  function: 'max',
  aggregate: 'sum',
  filters: [{ label: 'queue', operator: 're', value: 'mail.*' }],
  group_by: ['host'],
};

const CONDITIONS: [string, Watched, string, string][] = [
  [
    'a figure of requests with two bands',
    watched(
      { type: 'red', ...selector, min_errors: 2, confidence: 0.95 },
      [band(0.05), band(0.25, { severity: 'critical', for_periods: 2 })],
      { min_samples: 20 },
    ),
    'Error rate of services by service and environment is 5 % or more (error) or is 25 % or more (critical, for 2 consecutive windows), over 5 min, with at least 2 failed requests, at 95 % confidence, from at least 20 requests.',
    'Fehlerrate von Diensten je service und environment: 5 % oder mehr (Fehler) oder 25 % oder mehr (kritisch, in 2 Fenstern nacheinander), über 5 min, mit mindestens 2 fehlgeschlagenen Anfragen, mit 95 % Konfidenz, von mindestens 20 Anfragen.',
  ],
  [
    'a latency beside the day before',
    watched(
      {
        type: 'red',
        ...selector,
        figure: 'p95',
        group_by: [],
        filters: { service: 'cart' },
        relative: { to: 'previous_day', operator: 'gte', percent: 200 },
      },
      [band(100_000)],
    ),
    'Latency p95 of services with service = cart is 100 ms or more (error), over 5 min, and is 200 % or more of the same time a day before.',
    'Latenz p95 von Diensten mit service = cart: 100 ms oder mehr (Fehler), über 5 min, und 200 % oder mehr, gemessen an derselben Zeit am Tag davor.',
  ],
  [
    'a ratio',
    watched({
      type: 'ratio',
      numerator: { ...selector, figure: 'error_count', group_by: [] },
      denominator: { ...selector, figure: 'count', group_by: [] },
      denominator_floor: 1,
    }),
    'Failed requests of services divided by Requests of services is 0.05 or more (error), over 5 min.',
    'Fehlgeschlagene Anfragen von Diensten geteilt durch Anfragen von Diensten: 0,05 oder mehr (Fehler), über 5 min.',
  ],
  [
    'a statement',
    watched({ type: 'sql', statement: 'select 1', stream: {} }, [band(3, { operator: 'lt' })]),
    'Value of a SQL statement is below 3 (error), over 5 min.',
    'Wert einer SQL-Anweisung: unter 3 (Fehler), über 5 min.',
  ],
  [
    'a new error',
    watched({ type: 'new_error_group', filters: {}, min_occurrences: 5, quiet_secs: 604_800 }, [band(5)]),
    'Occurrences of new errors or errors that return after 7 days, at least 5, is 5 or more (error), over 5 min.',
    'Vorkommen neuer Fehler oder nach 7 Tage wiederkehrender, mindestens 5,: 5 oder mehr (Fehler), über 5 min.',
  ],
  [
    'an absence',
    watched({ type: 'absence', ...selector, group_by: ['service'], expected_minutes: 50 }, [
      band(1, { operator: 'lt' }),
    ]),
    'No data: requests of services by service normally seen in 50 of 60 minutes, is below 1 (error), over 5 min.',
    'Keine Daten: Anfragen von Diensten je service, sonst in 50 von 60 Minuten,: unter 1 (Fehler), über 5 min.',
  ],
  [
    'an error budget',
    watched(
      {
        type: 'slo',
        of: 'service',
        filters: { service: 'cart' },
        group_by: [],
        objective: 0.999,
        period_days: 30,
        latency_micros: 300_000,
        pairs: ['1h', '6h'],
        min_events: 1,
      },
      [band(1)],
    ),
    'Error budget burn rate of services with service = cart (SLO: 99.9 % of requests within 300 ms in 30 days; windows 1h and 6h) is 1 or more (error).',
    'Verbrauchsrate des Fehlerbudgets von Diensten mit service = cart (SLO: 99,9 % der Anfragen in 300 ms in 30 Tagen; Fenster 1h und 6h): 1 oder mehr (Fehler).',
  ],
  [
    'an anomaly',
    watched({ type: 'anomaly', ...selector, group_by: [], season: 'day', seasons: 7, min_points: 3 }, [band(4)]),
    'Error rate of services vs. the same time of the 7 days before, in standard deviations, is 4 or more (error), over 5 min.',
    'Fehlerrate von Diensten gegenüber derselben Zeit der 7 Tage davor, in Standardabweichungen,: 4 oder mehr (Fehler), über 5 min.',
  ],
  [
    'a deployment',
    watched({ type: 'deploy_regression', filters: { service: 'cart' } }, [band(0.64)]),
    'Regression score with service = cart vs. the previous version (0.5 = minimum relevant change), is 0.64 or more (error).',
    'Regressionswert mit service = cart gegenüber der vorigen Version (0,5 = kleinste relevante Änderung),: 0,64 oder mehr (Fehler).',
  ],
  [
    'a metric',
    watched(metric, [band(100, { operator: 'gt' })]),
    'Maximum of queue_length with queue =~ mail.*, sum of its series by host, is above 100 (error), over 5 min.',
    'Maximum von queue_length mit queue =~ mail.*, Summe der Reihen je host,: über 100 (Fehler), über 5 min.',
  ],
  [
    'a quantile divided by a metric',
    watched({
      ...metric,
      function: 'quantile',
      quantile: 0.95,
      filters: [],
      group_by: [],
      divided_by: { ...metric, filters: [], group_by: [] },
    }),
    'Quantile 95 % of queue_length, sum of its series, divided by Maximum of queue_length, sum of its series, is 0.05 or more (error), over 5 min.',
    'Quantil 95 % von queue_length, Summe der Reihen, geteilt durch Maximum von queue_length, Summe der Reihen,: 0,05 oder mehr (Fehler), über 5 min.',
  ],
  [
    'PromQL',
    watched({ ...metric, promql: 'max_over_time(queue_length[5m])' }),
    'max_over_time(queue_length[5m]) is 0.05 or more (error), over 5 min.',
    'max_over_time(queue_length[5m]): 0,05 oder mehr (Fehler), über 5 min.',
  ],
  [
    'a composite',
    watched({
      type: 'composite',
      expression: { and: [{ rule: 'latency' }, { or: [{ rule: 'errors' }, { not: { rule: 'silence' } }] }] },
      group_by: [],
    }),
    'Composite of firing rules: “LATENCY” and (“ERRORS” or not “SILENCE”).',
    'Verknüpfung auslösender Regeln: “LATENCY” und (“ERRORS” oder nicht “SILENCE”).',
  ],
];

describe('the words of a condition', () => {
  const ruleName = (id: string) => id.toUpperCase();
  it.each(CONDITIONS)('say %s', (_what, of, english, german) => {
    expect(plain(conditionWords(of, translator('en'), EN, ruleName))).toBe(english);
    expect(plain(conditionWords(of, translator('de'), DE, ruleName))).toBe(german);
  });

  it('of a rule without bands are of its trigger and its severity', () => {
    const rule = (change: object) =>
      ({
        condition: { type: 'red', ...selector },
        query: { period_secs: 90 },
        trigger: { operator: 'gt', threshold: 0.1, for_periods: 3 },
        thresholds: [],
        severity: null,
        labels: {},
        evaluation: {},
        ...change,
      }) as unknown as Parameters<typeof watchedByRule>[0];
    expect(watchedByRule(rule({})).bands).toEqual([
      { severity: 'warning', operator: 'gt', threshold: 0.1, for_periods: 3 },
    ]);
    expect(watchedByRule(rule({})).windowMinutes).toBe(2);
    expect(watchedByRule(rule({ labels: { severity: 'critical' } })).bands[0]!.severity).toBe('critical');
    expect(watchedByRule(rule({ severity: 'info', labels: { severity: 'critical' } })).bands[0]!.severity).toBe('info');
    expect(watchedByRule(rule({ thresholds: [band(1)] })).bands).toEqual([band(1)]);
  });
});

describe('the value of a condition', () => {
  const red = (figure: string) => ({ type: 'red', ...selector, figure }) as unknown as Condition;
  it.each<[Condition | undefined, number, string]>([
    [red('error_rate'), 0.25, '25 %'],
    [red('p99'), 1_234, '1.23 ms'],
    [red('rate'), 2, '2 /s'],
    [red('count'), 12, '12'],
    [red('apdex'), 0.9, '0.9'],
    [{ type: 'absence' } as Condition, 0, '0'],
    [{ type: 'sql' } as Condition, 0.000_123, '0.000123'],
    [undefined, 3.14159, '3.14'],
  ])('%j %s is %s', (condition, value, expected) => {
    expect(plain(figureText(conditionFigure(condition, value, EN)))).toBe(expected);
  });
});
