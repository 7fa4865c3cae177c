import type { ApmQuery } from '@spanwise/contracts/apm/apm';

/** Names by which every list and figure can be narrowed. */
export const FILTERS = ['namespace', 'service', 'environment', 'version'] as const;
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

export const filtersOf = (query: ApmQuery): Filters =>
  Object.fromEntries(FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
