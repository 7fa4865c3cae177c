import type { Condition, RedFigure } from '@spanwise/contracts/alerting/alert-conditions';

const RED_UNITS: Record<RedFigure, string> = {
  count: '{request}',
  error_count: '{request}',
  rate: '{request}/s',
  error_rate: '1',
  apdex: '1',
  average: 'us',
  p50: 'us',
  p95: 'us',
  p99: 'us',
  max: 'us',
};

/** Of the values of a condition, as a UCUM code (semantic conventions, instrument units); undefined where nothing says it. */
export function unitOf(condition: Condition): string | undefined {
  switch (condition.type) {
    case 'red':
    case 'anomaly':
      return RED_UNITS[condition.figure];
    case 'new_error_group':
    case 'absence':
      return '{request}';
    case 'ratio':
      return condition.numerator.figure === condition.denominator.figure ? '1' : undefined;
    case 'slo':
    case 'deploy_regression':
    case 'composite':
      return '1';
    default:
      return undefined;
  }
}
