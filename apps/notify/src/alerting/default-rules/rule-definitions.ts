/**
 * The rules that an organization begins with (ALERT-40): on, editable, and silent until a user connects a channel.
 * Each says why its numbers are what they are.
 */
import type { RuleBody } from '@spanwise/contracts/alerting/alert-rules';

type DefaultRule = Pick<RuleBody, 'name' | 'description' | 'condition' | 'trigger' | 'thresholds'> & {
  periodSecs: number;
  evaluation?: Partial<NonNullable<RuleBody['evaluation']>>;
};

const BY_SERVICE = ['service', 'namespace', 'environment'] as const;

export const DEFAULT_RULES: readonly DefaultRule[] = [
  {
    name: 'Error rate of a service',
    description:
      'At least one request in ten of the last two minutes fails, and that is no chance: by these or by the last quarter of an hour ' +
      'it is certain to 99 %, with five failures or more, such as 8 of 30 or 20 of 100.',
    periodSecs: 120,
    condition: {
      type: 'red',
      of: 'service',
      figure: 'error_rate',
      filters: {},
      group_by: [...BY_SERVICE],
      min_errors: 5,
      confidence: 0.99,
      evidence_secs: 900,
    },
    trigger: { operator: 'gte', threshold: 0.1, for_periods: 1, silence_secs: 300 },
    thresholds: [
      { severity: 'error', operator: 'gte', threshold: 0.1, for_periods: 1 },
      { severity: 'critical', operator: 'gte', threshold: 0.25, for_periods: 1 },
    ],
    evaluation: { keep_firing_steps: 3 },
  },
  {
    name: 'Latency of a service',
    description:
      'The slowest twentieth takes longer than 100 ms, which users do not notice, and twice as long as in ' +
      'the same minutes of the day before, both certain to 99 %. Fifty requests make a 95th percentile that another day can be compared with.',
    periodSecs: 300,
    condition: {
      type: 'red',
      of: 'service',
      figure: 'p95',
      filters: {},
      group_by: [...BY_SERVICE],
      relative: { to: 'previous_day', operator: 'gte', percent: 200 },
      confidence: 0.99,
    },
    trigger: { operator: 'gte', threshold: 100_000, for_periods: 1, silence_secs: 1_800 },
    thresholds: [{ severity: 'warning', operator: 'gte', threshold: 100_000, for_periods: 1 }],
    evaluation: { min_samples: 50, keep_firing_steps: 5 },
  },
  {
    name: 'New error',
    description:
      'An error that was not seen before, or not for a week, at least five times within five minutes: fewer are often ' +
      'a single client. Not in the first hour of a service, in which every error is new.',
    periodSecs: 300,
    condition: { type: 'new_error_group', filters: {}, min_occurrences: 5, quiet_secs: 604_800 },
    trigger: { operator: 'gte', threshold: 5, for_periods: 1, silence_secs: 3_600 },
    thresholds: [{ severity: 'warning', operator: 'gte', threshold: 5, for_periods: 1 }],
    evaluation: { new_series_grace_steps: 60 },
  },
  {
    name: 'A deployment made a service worse',
    description:
      'A version is certainly worse than the one before it, 5, 15 or 60 minutes after it was deployed: half as slow again, or nine ' +
      'more failures in a hundred requests (0.64), since what is smaller also comes with another hour of the day; an error from ' +
      'two and a half times as slow or twenty more failures (0.8) on. A hundred requests of each version: fewer are a part of ' +
      'the users. Of forty deployments that changed nothing at most one looks worse by chance.',
    periodSecs: 3_900,
    condition: { type: 'deploy_regression', filters: {} },
    trigger: { operator: 'gte', threshold: 0.64, for_periods: 1, silence_secs: 3_600 },
    thresholds: [
      { severity: 'warning', operator: 'gte', threshold: 0.64, for_periods: 1 },
      { severity: 'error', operator: 'gte', threshold: 0.8, for_periods: 1 },
    ],
    evaluation: { min_samples: 100 },
  },
  {
    name: 'A service sends nothing any more',
    description:
      'Nothing for five minutes from a service that sent something in at least 55 of the 60 minutes before: one that is ' +
      'used now and then is not meant, and five such minutes in a row are no chance.',
    periodSecs: 60,
    condition: { type: 'absence', of: 'service', filters: {}, group_by: [...BY_SERVICE], expected_minutes: 55 },
    trigger: { operator: 'lt', threshold: 1, for_periods: 5, silence_secs: 3_600 },
    thresholds: [{ severity: 'error', operator: 'lt', threshold: 1, for_periods: 5 }],
  },
];
