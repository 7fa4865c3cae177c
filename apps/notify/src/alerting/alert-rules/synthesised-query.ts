/** A condition in words, for clients that know rules by their query alone (ALERT-3). Pure. */
import type { Condition, RedFilters, RedSelector } from '@spanwise/contracts/alerting/alert-conditions';
import type { StreamReference } from '@spanwise/contracts/telemetry/query';
import { inWords as expressionInWords } from './composite-expression.js';
import { metricInWords } from './metric-condition.js';

export interface ShownQuery {
  /** `sql` for words, too: clients that know statements alone know no other, and send the words back as they are. */
  language: 'sql' | 'promql';
  statement: string;
  stream: StreamReference;
}

/** Where requests are found that a condition without a statement watches. */
const REQUESTS: StreamReference = { name: 'default', stream_type: 'traces' };

/** The same for the same condition: a client that sends it back unchanged means the condition. */
export function shownQuery(condition: Condition): ShownQuery {
  if (condition.type === 'sql') {
    return { language: 'sql', statement: condition.statement, stream: condition.stream };
  }
  if (condition.type !== 'metric') return { language: 'sql', statement: inWords(condition), stream: REQUESTS };
  const { promql, stream = condition.metric } = condition;
  const shown = { stream: { name: stream, stream_type: 'metrics' as const } };
  if (promql !== undefined) return { language: 'promql', statement: promql, ...shown };
  return { language: 'sql', statement: metricInWords(condition), ...shown };
}

function inWords(condition: Exclude<Condition, { type: 'sql' | 'metric' }>): string {
  switch (condition.type) {
    case 'red': {
      const { relative, min_errors: errors, confidence } = condition;
      const least = errors === undefined ? '' : `, at least ${errors} errors`;
      const compared =
        relative === undefined
          ? ''
          : ` and ${relative.operator} ${relative.percent} % of the ${relative.to.replace('_', ' ')}`;
      const certain = confidence === undefined ? '' : `, certain to ${confidence}`;
      return `${selected(condition)}${compared}${least}${certain}`;
    }
    case 'ratio': {
      const { numerator, denominator, denominator_floor: floor } = condition;
      return `(${selected(numerator)}) / (${selected(denominator)}), denominator at least ${floor}`;
    }
    case 'new_error_group': {
      const { filters, min_occurrences: least, quiet_secs: quiet } = condition;
      return `new error groups${where(filters)}, at least ${least} times, or back after ${quiet} s`;
    }
    case 'absence': {
      const { of, filters, group_by: grouped, expected_minutes: expected } = condition;
      return `silence of ${of}${by(grouped)}${where(filters)}, seen in ${expected} of 60 minutes`;
    }
    case 'slo': {
      const {
        of,
        filters,
        group_by: grouped,
        objective,
        period_days: days,
        pairs,
        latency_micros: latency,
      } = condition;
      const good = latency === undefined ? 'without failure' : `within ${latency} microseconds`;
      return `budget of ${of}${by(grouped)}${where(filters)}: ${objective} ${good} in ${days} days, over ${pairs.join(', ')}`;
    }
    case 'composite':
      return `rules ${expressionInWords(condition.expression)}${by(condition.group_by)}`;
    case 'deploy_regression':
      return `versions that are worse than the one before${where(condition.filters)}`;
    case 'anomaly': {
      const { season, seasons } = condition;
      return `deviation of ${selected(condition)} from the same time of ${seasons} ${season}s`;
    }
  }
}

const selected = ({ figure, of, filters, group_by: grouped }: RedSelector): string =>
  `${figure} of ${of}${by(grouped)}${where(filters)}`;
const by = (labels: readonly string[]): string => (labels.length === 0 ? '' : ` by ${labels.join(', ')}`);

function where(filters: RedFilters): string {
  const entries = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return '';
  return ` where ${entries.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(' and ')}`;
}
