/** From merged series to the records of the API; pure. */
import type {
  DependencySummary,
  ServiceIdentity,
  SignalFilterHandle,
  TransactionSummary,
} from '@spanwise/contracts/apm/apm';
import { quantilesOf } from '@spanwise/span-model/red';
import type { ApmRead } from './apm-read.js';
import { sharedValue, versionMember, type Group } from './grouping.js';
import { errorRateOf, redSummary, requestsOf } from './red-summary.js';
import type { Series } from './series.js';

export const identityOfSeries = (series: Series[]): ServiceIdentity => ({
  namespace: sharedValue(series, 'namespace') ?? '',
  name: series[0]!.service,
  environment: sharedValue(series, 'environment') ?? '',
});

/** The filters that lead from a row to its traces, over the row's own range. */
export function traceHandle(
  read: Pick<ApmRead, 'range'>,
  service: ServiceIdentity,
  more: Partial<SignalFilterHandle>,
): SignalFilterHandle {
  return {
    namespace: service.namespace,
    service: service.name,
    environment: service.environment,
    ...more,
    from: read.range.fromMicros,
    to: read.range.toMicros,
  };
}

/** Value of a RED row for a sort field; null where the row has no such figure. */
export function redSortValue(row: Group, sort: string): number | null {
  if (sort === 'request_count') return requestsOf(row.totals);
  if (sort === 'error_rate') return errorRateOf(row.totals);
  if (sort === 'total_time') return row.totals.durationSum;
  return row.totals.weight === 0 ? null : (quantilesOf(row.red, [0.95])?.[0] ?? null);
}

export function transactionSummary(group: Group, read: ApmRead): TransactionSummary {
  const [first] = group.series;
  const service = identityOfSeries(group.series);
  const version = versionMember(group.series);
  return {
    service,
    ...version,
    transaction: { name: first!.name, kind: first!.category },
    red: redSummary(group.red, read),
    total_time_micros: group.totals.durationSum,
    traces: traceHandle(read, service, { ...version, transaction: first!.name }),
  };
}

export function dependencySummary(group: Group, read: ApmRead): DependencySummary {
  const [first] = group.series;
  const service = identityOfSeries(group.series);
  const version = versionMember(group.series);
  return {
    service,
    ...version,
    dependency: {
      category: first!.category,
      target: first!.name,
      ...(first!.detail !== '' && { operation: first!.detail }),
    },
    red: redSummary(group.red, read),
    total_time_micros: group.totals.durationSum,
    traces: traceHandle(read, service, { ...version, dependency: first!.name }),
  };
}
