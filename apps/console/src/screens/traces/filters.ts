/** The state of the list of traces, and the filters that the API is asked with; pure. */
import { amount, cursor, oneOf, text } from '../../lib/search.js';

export const SORTS = ['latest', 'earliest', 'duration_desc', 'duration_asc', 'span_count_desc', 'errors_desc'] as const;

export interface TraceState {
  q: string;
  service: string;
  environment: string;
  failed: '' | 'yes';
  /** Milliseconds; 0 asks for nothing. */
  slower: number;
  sort: (typeof SORTS)[number];
  cursor: string;
}

export const TRACE_FIELDS = {
  q: text(),
  service: text(),
  environment: text(),
  failed: oneOf(['', 'yes'] as const),
  slower: amount(),
  sort: oneOf(SORTS),
  cursor: cursor(),
};

interface Filter {
  field: string;
  op: '=' | '>=';
  value: string;
}

export function filtersOf({ service, environment, failed, slower }: TraceState): Filter[] {
  const filters: Filter[] = [];
  if (service !== '') filters.push({ field: 'service', op: '=', value: service });
  if (environment !== '') filters.push({ field: 'environment', op: '=', value: environment });
  if (failed === 'yes') filters.push({ field: 'status', op: '=', value: 'error' });
  if (slower > 0) filters.push({ field: 'duration_ms', op: '>=', value: String(slower) });
  return filters;
}
