/** Which series a selector means, and by what parts of their names; pure. */
import type { RedFilters, RedLabel, RedSelector, RedSubject } from '@spanwise/contracts/alerting/alert-conditions';
import { RED_LABELS } from '@spanwise/contracts/alerting/alert-conditions';
import { OVERFLOW_NAME, SeriesKind } from '@spanwise/span-model/series';
import type { Series } from '../apm/read/series.js';

export type NamePart = 'service' | 'namespace' | 'environment' | 'version' | 'name' | 'detail';

/** Values that parts of a name have to have. */
export type NameFilter = Partial<Record<NamePart, string>>;

export const KIND_OF: Record<RedSubject, SeriesKind> = {
  service: SeriesKind.Service,
  transaction: SeriesKind.Transaction,
  dependency: SeriesKind.Dependency,
  error_group: SeriesKind.Error,
};

const OF_SERVICE = {
  service: 'service',
  namespace: 'namespace',
  environment: 'environment',
  version: 'version',
} as const;

/** Labels that series of a subject have. */
export const PARTS_OF: Record<RedSubject, Partial<Record<RedLabel, NamePart>>> = {
  service: OF_SERVICE,
  transaction: { ...OF_SERVICE, transaction: 'name' },
  dependency: { ...OF_SERVICE, dependency: 'name' },
  error_group: { ...OF_SERVICE, error_fingerprint: 'name', transaction: 'detail' },
};

const OWN_LABEL: Record<RedSubject, RedLabel[]> = {
  service: [],
  transaction: ['transaction'],
  dependency: ['dependency'],
  error_group: ['error_fingerprint'],
};

/** Labels of an instance, in their own order: those that are asked for, else what distinguishes the things of the subject. */
export function labelsOf({ of, group_by }: Pick<RedSelector, 'of'> & { group_by?: RedLabel[] }): RedLabel[] {
  const wanted = group_by ?? ['service', 'namespace', 'environment', ...OWN_LABEL[of]];
  return RED_LABELS.filter((label) => wanted.includes(label));
}

export const nameFilterOf = (of: RedSubject, filters: RedFilters): NameFilter =>
  Object.fromEntries(Object.entries(filters).map(([label, value]) => [PARTS_OF[of][label as RedLabel]!, value]));

/** What of a filter is about the service and not about one of its names. */
export const serviceFilterOf = ({ service, namespace, environment, version }: NameFilter): NameFilter => ({
  ...(service !== undefined && { service }),
  ...(namespace !== undefined && { namespace }),
  ...(environment !== undefined && { environment }),
  ...(version !== undefined && { version }),
});

export function passes(series: Partial<Pick<Series, NamePart>>, filter: NameFilter): boolean {
  for (const part in filter) if (series[part as NamePart] !== filter[part as NamePart]) return false;
  return true;
}

/** Whether some of what the filter and the labels distinguish may be counted in this series, which is one of overflow. */
export function mayHold(overflow: Series, filter: NameFilter, labels: readonly RedLabel[]): boolean {
  if (overflow.service === OVERFLOW_NAME) return true;
  const { name: _, detail: __, version, ...identity } = filter;
  if (!passes(overflow, identity)) return false;
  if (overflow.name === OVERFLOW_NAME) return true;
  return overflow.version === OVERFLOW_NAME && (version !== undefined || labels.includes('version'));
}

export const isOverflow = ({ service, name, version }: Series): boolean =>
  service === OVERFLOW_NAME || name === OVERFLOW_NAME || version === OVERFLOW_NAME;
