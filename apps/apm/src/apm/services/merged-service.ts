import type { ServiceIdentity, ServiceSummary } from '@spanwise/contracts/apm/apm';
import type { Merged } from '@spanwise/contracts/apm/details';
import type { RedAggregate } from '@spanwise/span-model/red';
import type { ApmRead } from '../read/apm-read.js';
import { identitiesOf, mergedIdentity } from '../read/merged-identity.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import { mergeSeen } from './seen-spans.js';
import { traceHandle } from '../read/summaries.js';
import { worstState } from './service-state.js';

/**
 * One service of all its identities (APM-24). Language and SDK are those of the identity seen last, as within one
 * identity they are those of the instance seen last; instances of different identities are different instances.
 */
export function mergeServices(
  summaries: ServiceSummary[],
  total: RedAggregate,
  read: Pick<ApmRead, 'coveredSeconds' | 'filters' | 'range' | 'storedTraces'>,
): ServiceSummary & Merged {
  const newestFirst = summaries.toSorted((a, b) => b.last_seen_at - a.last_seen_at);
  const described =
    newestFirst.find(({ instrumentation: { runtime_language, telemetry_sdk_name } }) =>
      Boolean(runtime_language ?? telemetry_sdk_name),
    ) ?? newestFirst[0];
  const service: ServiceIdentity = mergedIdentity(summaries.map((summary) => summary.service));
  const red = redSummary(total, read);
  const { version } = read.filters;
  return {
    service,
    first_seen_at: Math.min(...summaries.map((summary) => summary.first_seen_at)),
    last_seen_at: newestFirst[0]!.last_seen_at,
    instrumentation: {
      ...described!.instrumentation,
      recent_instance_count: summaries.reduce((sum, one) => sum + one.instrumentation.recent_instance_count, 0),
    },
    versions: topOf([...new Set(newestFirst.flatMap((summary) => summary.versions))]).sort(),
    ...mergeSeen(summaries),
    red,
    ...stateOfAll(summaries),
    traces: traceHandle(read, service, version === undefined ? {} : { version }),
    identities: identitiesOf(summaries.map((summary) => summary.service)),
  };
}

function stateOfAll(summaries: readonly ServiceSummary[]): Pick<ServiceSummary, 'health' | 'health_reason'> {
  const { health, health_reason } = worstState(summaries);
  return { health, ...(health_reason && { health_reason }) };
}
