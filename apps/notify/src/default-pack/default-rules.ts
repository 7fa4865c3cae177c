/**
 * The rules that an organization begins with (ALERT-40): on, editable, and silent until somebody connects a channel.
 * Each says why its numbers are what they are.
 */
import type { RuleBody } from '@spanwise/contracts/alert-rules';

type DefaultRule = Pick<RuleBody, 'name' | 'description' | 'condition' | 'trigger' | 'thresholds'> & {
  periodSecs: number;
  evaluation?: Partial<NonNullable<RuleBody['evaluation']>>;
};

const BY_SERVICE = ['service', 'namespace', 'environment'] as const;

export const DEFAULT_RULES: readonly DefaultRule[] = [
  {
    name: 'Error rate of a service',
    description:
      'One request in twenty fails, and at least two of them: one failure of a few requests is chance. A window of one ' +
      'minute finds a fault within a minute and a half; a quarter of all requests is critical whatever the service is.',
    periodSecs: 60,
    condition: {
      type: 'red',
      of: 'service',
      figure: 'error_rate',
      filters: {},
      group_by: [...BY_SERVICE],
      min_errors: 2,
    },
    trigger: { operator: 'gte', threshold: 0.05, for_periods: 1, silence_secs: 300 },
    thresholds: [
      { severity: 'error', operator: 'gte', threshold: 0.05, for_periods: 1 },
      { severity: 'critical', operator: 'gte', threshold: 0.25, for_periods: 2 },
    ],
    evaluation: { keep_firing_steps: 3, recovery_threshold: 0.02 },
  },
  {
    name: 'Latency of a service',
    description:
      'The slowest twentieth takes longer than 100 ms, below which nobody notices, and twice as long as in ' +
      'the same minutes of the day before. Twenty requests make a 95th percentile; two windows in a row spare a single garbage collection.',
    periodSecs: 300,
    condition: {
      type: 'red',
      of: 'service',
      figure: 'p95',
      filters: {},
      group_by: [...BY_SERVICE],
      relative: { to: 'previous_day', operator: 'gte', percent: 200 },
    },
    trigger: { operator: 'gte', threshold: 100_000, for_periods: 1, silence_secs: 1_800 },
    thresholds: [{ severity: 'warning', operator: 'gte', threshold: 100_000, for_periods: 1 }],
    evaluation: { min_samples: 20, keep_firing_steps: 5 },
  },
  {
    name: 'New error',
    description:
      'An error that was not seen before, or not for a week, at least five times within five minutes: fewer are often ' +
      'a single client.',
    periodSecs: 300,
    condition: { type: 'new_error_group', filters: {}, min_occurrences: 5, quiet_secs: 604_800 },
    trigger: { operator: 'gte', threshold: 5, for_periods: 1, silence_secs: 3_600 },
    thresholds: [{ severity: 'warning', operator: 'gte', threshold: 5, for_periods: 1 }],
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
      'Nothing for three minutes from a service that sent something in at least 50 of the 60 minutes before: one ' +
      'that is used now and then is not meant.',
    periodSecs: 60,
    condition: { type: 'absence', of: 'service', filters: {}, group_by: [...BY_SERVICE], expected_minutes: 50 },
    trigger: { operator: 'lt', threshold: 1, for_periods: 3, silence_secs: 3_600 },
    thresholds: [{ severity: 'error', operator: 'lt', threshold: 1, for_periods: 3 }],
  },
];
