import { describe, expect, it } from 'vitest';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import type { ServiceError } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import { definitionOf, isNewVersion, evaluatedPartOf, telemetryRead, type RuleDefinition } from './rule-definition.js';
import { shownQuery } from './synthesised-query.js';

/** As the client of others makes a rule of a statement. */
const SQL = {
  name: 'Failed logins',
  description: '',
  enabled: true,
  kind: 'scheduled',
  query: {
    language: 'sql',
    statement: 'select count(*) as value from "default"',
    period_secs: 300,
    stream: { name: 'default', stream_type: 'logs' },
  },
  trigger: { operator: 'gt', threshold: 10, for_periods: 2, silence_secs: 300 },
  thresholds: [],
  severity: null,
  anomaly_params: null,
  escalation_policy_id: 'default',
  labels: {},
  annotations: {},
};
const { query: QUERY, ...REST } = SQL;
const red = (change: object = {}) => ({
  type: 'red',
  of: 'service',
  figure: 'error_rate',
  filters: { environment: 'production' },
  group_by: ['service'],
  ...change,
});
const RED = { ...REST, condition: red(), trigger: { operator: 'gte', threshold: 0.05 } };

const PARAMS = { algorithm: 'mad', lookback_days: 14, k: 3 };
const ANOMALY = { ...SQL, kind: 'anomaly', anomaly_params: PARAMS };
const anomaly = (change: object) => ({ ...ANOMALY, anomaly_params: { ...PARAMS, ...change } });

const definition = (body: object, stored?: RuleDefinition) => definitionOf(parse(RuleBody, body), stored);
const fault = (body: object): ServiceError => {
  try {
    definition(body);
  } catch (error) {
    return error as ServiceError;
  }
  return expect.fail('nothing was refused');
};

describe('an anomaly of a statement (ALERT-117)', () => {
  const kept = { ...PARAMS, alpha: 0.3, weekly_seasonality: false };

  it('keeps its parameters with the condition, with what the client left out', () => {
    expect(definition(ANOMALY)).toMatchObject({ kind: 'anomaly', condition: { type: 'sql', anomaly: kept } });
    const { condition } = definition(ANOMALY);
    expect(definition({ ...ANOMALY, anomaly_params: null, query: undefined, condition })).toEqual(definition(ANOMALY));
  });

  it('breaches beyond k deviations, whatever its trigger says, or by its bands', () => {
    const { trigger, bands } = evaluatedPartOf(definition(ANOMALY));
    expect([trigger, bands]).toMatchObject([
      { operator: 'gt', threshold: 3, for_periods: 2 },
      [{ severity: 'warning', operator: 'gt', threshold: 3, for_periods: 2 }],
    ]);
    const thresholds = [{ severity: 'critical', operator: 'gt', threshold: 10 }];
    expect(evaluatedPartOf(definition({ ...ANOMALY, thresholds })).bands).toMatchObject(thresholds);
  });

  it('is another version with other parameters', () => {
    expect(isNewVersion(definition(ANOMALY), definition(anomaly({ k: 4 })))).toBe(true);
    expect(isNewVersion(definition(ANOMALY), definition(anomaly({ alpha: 0.3 })))).toBe(false);
  });
});

describe('a rule of a statement (ALERT-3)', () => {
  it('is kept as a condition, with what the client left out', () => {
    expect(definition(SQL)).toEqual({
      name: 'Failed logins',
      description: '',
      kind: 'scheduled',
      condition: { type: 'sql', statement: QUERY.statement, stream: QUERY.stream },
      period_secs: 300,
      trigger: SQL.trigger,
      thresholds: [],
      severity: null,
      evaluation: {
        settle_secs: 30,
        keep_firing_steps: 0,
        min_samples: 0,
        new_series_grace_steps: 5,
        no_data_steps: 5,
        no_data_state: 'keep',
        error_steps: 3,
        missing_steps: 5,
        recovery_threshold: null,
        expect_series: [],
      },
      escalation_policy_id: 'default',
      labels: {},
      annotations: {},
    });
  });

  it('is shown as it was sent', () => {
    expect(shownQuery(definition(SQL).condition)).toEqual({
      language: 'sql',
      statement: QUERY.statement,
      stream: QUERY.stream,
    });
  });

  it('has its statement checked once', () => {
    const stored = definition(SQL);
    expect(telemetryRead(stored)).toBe(QUERY.statement);
    expect(telemetryRead(definition({ ...SQL, severity: 'error' }), stored)).toBeUndefined();
    const other = { ...SQL, query: { ...QUERY, statement: 'select 1 as value' } };
    expect(telemetryRead(definition(other), stored)).toBe('select 1 as value');
    expect(telemetryRead(definition(RED))).toBeUndefined();
  });
});

describe('a rule of a condition (ALERT-3)', () => {
  const stored = definition({ ...RED, evaluation: { min_samples: 20, recovery_threshold: 0.02 } });
  const shown = { ...shownQuery(stored.condition), period_secs: 300 };

  it('is shown as a query in words', () => {
    expect(shown).toMatchObject({
      language: 'sql',
      statement: 'error_rate of service by service where environment = "production"',
      stream: { name: 'default', stream_type: 'traces' },
    });
  });

  it.each<[object, string]>([
    [
      { ...red(), relative: { to: 'previous_week', operator: 'gte', percent: 200 } },
      'error_rate of service by service where environment = "production" and gte 200 % of the previous week',
    ],
    [
      {
        type: 'ratio',
        numerator: { of: 'transaction', figure: 'error_count', filters: { transaction: 'GET /"' }, group_by: [] },
        denominator: { of: 'transaction', figure: 'count', filters: {}, group_by: [] },
        denominator_floor: 10,
      },
      '(error_count of transaction where transaction = "GET /\\"") / (count of transaction), denominator at least 10',
    ],
    [
      {
        type: 'new_error_group',
        filters: { service: 'cart', environment: 'production' },
        min_occurrences: 5,
        quiet_secs: 0,
      },
      'new error groups where environment = "production" and service = "cart", at least 5 times, or back after 0 s',
    ],
    [
      { type: 'absence', of: 'service', filters: {}, group_by: ['service'], expected_minutes: 30 },
      'silence of service by service, seen in 30 of 60 minutes',
    ],
    [
      { type: 'deploy_regression', filters: { service: 'cart' } },
      'versions that are worse than the one before where service = "cart"',
    ],
  ])('%j is %s', (condition, statement) => {
    const kept = definition({ ...RED, trigger: { operator: 'lte', threshold: 1 }, condition });
    expect(shownQuery(kept.condition).statement).toBe(statement);
  });

  it.each(['condition', 'sql', 'promql'])('stays what it is where a client sends its words back as %s', (language) => {
    const edited = definition({ ...SQL, trigger: RED.trigger, query: { ...shown, language } }, stored);
    expect(edited.condition).toEqual(stored.condition);
    expect(edited.evaluation).toEqual(stored.evaluation);
    expect(isNewVersion(stored, { ...edited, trigger: stored.trigger })).toBe(false);
  });

  it('becomes one of a statement where the client writes one', () => {
    const edited = definition({ ...SQL }, stored);
    expect(edited.condition).toEqual({ type: 'sql', statement: QUERY.statement, stream: QUERY.stream });
  });

  it('may leave the query out', () => {
    expect(definition(RED).period_secs).toBe(300);
    const edited = definition({ ...REST, trigger: RED.trigger }, { ...stored, period_secs: 600 });
    expect(edited).toMatchObject({ condition: stored.condition, period_secs: 600 });
  });

  it('is evaluated as soon as it can be where it is real_time', () => {
    expect(definition({ ...RED, kind: 'real_time' }).evaluation.settle_secs).toBe(0);
  });
});

describe('what is refused, by its member (ALERT-17)', () => {
  const threshold = (operator: string, value: number, condition: object = red()) => ({
    ...RED,
    condition,
    trigger: { operator, threshold: value },
  });
  const selector = { of: 'service', figure: 'count', filters: {}, group_by: ['service'] };
  const ratio = { type: 'ratio', numerator: selector, denominator: selector, denominator_floor: 1 };

  it.each<[string, object, string]>([
    ['a share above 1', threshold('gt', 1.5), 'trigger.threshold'],
    ['a share below 0', threshold('lt', -0.1), 'trigger.threshold'],
    ['more than all of them', threshold('gt', 1), 'trigger.threshold'],
    ['a negative duration', threshold('gt', -1, red({ figure: 'p95' })), 'trigger.threshold'],
    ['less than nothing', threshold('lt', 0, red({ figure: 'count' })), 'trigger.threshold'],
    [
      'a band that can never be reached',
      { ...RED, thresholds: [{ severity: 'critical', operator: 'gte', threshold: 5 }] },
      'thresholds.0.threshold',
    ],
    ['an unknown type', { ...RED, condition: { type: 'forecast' } }, 'condition.type'],
    ['a type of the prototype', { ...RED, condition: { type: 'constructor' } }, 'condition.type'],
    ['an unknown member', { ...RED, condition: red({ window: 5 }) }, 'condition.window'],
    ['an unknown label to group by', { ...RED, condition: red({ group_by: ['pod'] }) }, 'condition.group_by.0'],
    ['the same label twice', { ...RED, condition: red({ group_by: ['service', 'service'] }) }, 'condition.group_by'],
    ['an unknown label to filter by', { ...RED, condition: red({ filters: { pod: 'x' } }) }, 'condition.filters.pod'],
    [
      'a label that services do not have',
      { ...RED, condition: red({ group_by: ['dependency'] }) },
      'condition.group_by.0',
    ],
    [
      'a filter that dependencies do not have',
      { ...RED, condition: red({ of: 'dependency', filters: { transaction: 'GET /' } }) },
      'condition.filters.transaction',
    ],
    ['a filter that is no text', { ...RED, condition: red({ filters: { service: 7 } }) }, 'condition.filters.service'],
    ['certainty of a count', { ...RED, condition: red({ figure: 'count', confidence: 0.95 }) }, 'condition.confidence'],
    ['evidence without certainty', { ...RED, condition: red({ evidence_secs: 900 }) }, 'condition.evidence_secs'],
    ['certainty of all', { ...RED, condition: red({ confidence: 1 }) }, 'condition.confidence'],
    [
      'certainty to be a number',
      { ...RED, condition: red({ confidence: 0.95 }), trigger: { ...RED.trigger, operator: 'eq' } },
      'condition.confidence',
    ],
    ['an unknown figure', { ...RED, condition: red({ figure: 'p42' }) }, 'condition.figure'],
    [
      'a comparison with nothing',
      { ...RED, condition: red({ relative: { to: 'previous_day', operator: 'gt', percent: 0 } }) },
      'condition.relative.percent',
    ],
    [
      'a ratio over different groups',
      { ...RED, condition: { ...ratio, denominator: { ...selector, group_by: [] } } },
      'condition.denominator.group_by',
    ],
    [
      'a long statement',
      { ...RED, condition: { type: 'sql', statement: 'x'.repeat(32_769), stream: QUERY.stream } },
      'condition.statement',
    ],
    ['a statement that says something else than the condition', { ...RED, query: QUERY }, 'query.statement'],
    ['a blank statement', { ...SQL, query: { ...QUERY, statement: ' ' } }, 'query.statement'],
    ['a query in words of a new rule', { ...SQL, query: { ...QUERY, language: 'condition' } }, 'condition'],
    ['neither query nor condition', REST, 'query'],
    ['a statement of SQL as PromQL', { ...SQL, query: { ...QUERY, language: 'promql' } }, 'query.statement'],
    ['an anomaly without its parameters', { ...SQL, kind: 'anomaly' }, 'anomaly_params'],
    ['an anomaly of a threshold', { ...RED, kind: 'anomaly' }, 'kind'],
    ['parameters of an anomaly for another kind', { ...ANOMALY, kind: 'scheduled' }, 'kind'],
    ['parameters of an anomaly for a condition', { ...RED, anomaly_params: PARAMS }, 'anomaly_params'],
    ['an unknown algorithm', anomaly({ algorithm: 'mean' }), 'anomaly_params.algorithm'],
    ['too many days', anomaly({ lookback_days: 31 }), 'anomaly_params.lookback_days'],
    ['weeks of less than one', anomaly({ weekly_seasonality: true, lookback_days: 6 }), 'anomaly_params.lookback_days'],
    ['no deviation', anomaly({ k: 0 }), 'anomaly_params.k'],
    ['a weight above 1', anomaly({ alpha: 1.5 }), 'anomaly_params.alpha'],
    ['an unknown parameter', anomaly({ beta: 1 }), 'anomaly_params.beta'],
    ['a label that is no text', { ...RED, labels: { team: 7 } }, 'labels.team'],
    [
      'many labels',
      { ...RED, labels: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`l${n}`, ''])) },
      'labels',
    ],
    ['long annotations', { ...RED, annotations: { runbook: 'x'.repeat(5_000) } }, 'annotations'],
    ['NUL in a label', { ...RED, labels: { team: 'a\0b' } }, 'labels.team'],
    [
      'a recovery beyond the threshold',
      { ...RED, evaluation: { recovery_threshold: 0.1 } },
      'evaluation.recovery_threshold',
    ],
    [
      'a recovery of an equation',
      { ...threshold('eq', 0.5), evaluation: { recovery_threshold: 0.1 } },
      'evaluation.recovery_threshold',
    ],
    [
      'an expected series with a label that instances do not have',
      { ...RED, evaluation: { expect_series: [{ version: '1' }] } },
      'evaluation.expect_series',
    ],
  ])('%s', (_, body, field) => {
    const { kind, message, details } = fault(body);
    expect({ kind, field: details?.[0]!.field }).toEqual({ kind: 'invalid_argument', field });
    expect(message).toContain(field);
  });

  it.each<[string, object]>([
    ['all of them', threshold('gte', 1)],
    ['none of them', threshold('lte', 0)],
    ['a negative value of a statement', { ...SQL, trigger: { operator: 'lt', threshold: -5 } }],
    ['a quotient above 1', { ...RED, condition: ratio, trigger: { operator: 'gt', threshold: 3 } }],
    ['a recovery on the good side', { ...RED, evaluation: { recovery_threshold: 0.05 } }],
    ['the condition beside its own statement', { ...SQL, condition: definition(SQL).condition }],
    ['transactions of an error group', { ...RED, condition: red({ of: 'error_group', group_by: ['transaction'] }) }],
  ])('not: %s', (_, body) => expect(definition(body)).toBeDefined());
});

describe('a rule over deployments (ALERT-111)', () => {
  const DEPLOY = {
    ...REST,
    condition: { type: 'deploy_regression', filters: {} },
    trigger: { operator: 'gte', threshold: 0.5 },
  };

  it('is evaluated over the window of its last look, whatever was asked', () => {
    const query = { ...QUERY, language: 'condition', period_secs: 60 };
    expect(evaluatedPartOf(definition({ ...DEPLOY, query })).window_minutes).toBe(65);
  });

  it.each<[string, object, string]>([
    ['a value that is never reached', { trigger: { operator: 'gte', threshold: 1 } }, 'trigger.threshold'],
    ['a value beyond all', { trigger: { operator: 'gt', threshold: 2 } }, 'trigger.threshold'],
    ['several windows', { trigger: { operator: 'gte', threshold: 0.5, for_periods: 2 } }, 'trigger.for_periods'],
    [
      'several windows of a band',
      { thresholds: [{ severity: 'error', operator: 'gte', threshold: 0.5, for_periods: 3 }] },
      'thresholds.0.for_periods',
    ],
    ['an end after the look', { evaluation: { keep_firing_steps: 5 } }, 'evaluation.keep_firing_steps'],
    [
      'a label that services do not have',
      { condition: { type: 'deploy_regression', filters: { transaction: 'GET /' } } },
      'condition.filters.transaction',
    ],
    ['a figure', { condition: { type: 'deploy_regression', filters: {}, figure: 'p95' } }, 'condition.figure'],
    ['a series that is no version', { evaluation: { expect_series: [{ pod: '1' }] } }, 'evaluation.expect_series'],
  ])('refuses %s', (_, change, field) => {
    const { kind, details } = fault({ ...DEPLOY, ...change });
    expect({ kind, field: details?.[0]!.field }).toEqual({ kind: 'invalid_argument', field });
  });
});

describe('bands (ALERT-18)', () => {
  const bands = [
    { severity: 'warning', operator: 'gte', threshold: 0.05, for_periods: 1 },
    { severity: 'critical', operator: 'gte', threshold: 0.25, for_periods: 2 },
  ];
  const trigger = { severity: 'warning', operator: 'gte', threshold: 0.05, for_periods: 1 };

  it.each<[string, object, object[]]>([
    ['the thresholds', { thresholds: bands, severity: 'error' }, bands],
    [
      'the trigger with the rule’s severity',
      { severity: 'error', labels: { severity: 'info' } },
      [{ ...trigger, severity: 'error' }],
    ],
    ['the trigger with the severity of a label', { labels: { severity: 'info' } }, [{ ...trigger, severity: 'info' }]],
    ['the trigger with a label that is no severity', { labels: { severity: 'page' } }, [trigger]],
    ['the trigger as a warning', {}, [trigger]],
  ])('are %s', (_, change, expected) =>
    expect(evaluatedPartOf(definition({ ...RED, ...change })).bands).toEqual(expected),
  );

  it('have windows of whole minutes', () => {
    const periods = [1, 60, 61, 300, 86_400].map((period_secs) => {
      return evaluatedPartOf(definition({ ...SQL, query: { ...QUERY, period_secs } })).window_minutes;
    });
    expect(periods).toEqual([1, 1, 2, 5, 1_440]);
  });
});

describe('a new version (ALERT-19)', () => {
  const stored = JSON.parse(JSON.stringify(definition(RED))) as RuleDefinition;

  it.each<[string, object, boolean]>([
    ['nothing', {}, false],
    ['the name', { name: 'Other' }, false],
    ['the description', { description: 'Other' }, false],
    ['annotations', { annotations: { runbook: 'x' } }, false],
    ['who is notified', { escalation_policy_id: 'night' }, false],
    ['the repeat interval', { trigger: { ...RED.trigger, silence_secs: 0 } }, false],
    ['seconds within the same window', { query: { ...QUERY, language: 'condition', period_secs: 290 } }, false],
    ['the threshold', { trigger: { ...RED.trigger, threshold: 0.06 } }, true],
    ['the window', { query: { ...QUERY, language: 'condition', period_secs: 600 } }, true],
    ['the condition', { condition: red({ figure: 'apdex' }) }, true],
    ['a band', { thresholds: [{ severity: 'error', operator: 'gte', threshold: 0.05 }] }, true],
    ['the severity', { severity: 'critical' }, true],
    ['the evaluation', { evaluation: { min_samples: 5 } }, true],
    ['real time', { kind: 'real_time' }, true],
  ])('comes of a change of %s: %j, %s', (_, change, isNew) => {
    expect(isNewVersion(stored, definition({ ...RED, ...change }, stored))).toBe(isNew);
  });
});
