import type { ErrorGrouping, ErrorSampleView } from '@spanwise/contracts/apm/details';
import type { ErrorGroupFacts, ErrorSample } from '@spanwise/span-model/error-facts';
import {
  ERROR_GROUP_COLUMNS,
  errorGroupOfRow,
  type ErrorGroupRow,
} from '../../rollups/rollups/error-group-rows.store.js';
import type { SeriesFilters, Series } from '../read/series.js';
import type { Snapshot } from '../read/snapshot.js';

type Reader = Pick<Snapshot, 'client' | 'organizationId'>;

/** What is stored of an error group beside its figures. */
export async function readStoredGroup(
  { client, organizationId }: Reader,
  group: Pick<Series, 'namespace' | 'service' | 'name'>,
): Promise<ErrorGroupFacts | undefined> {
  const { rows } = await client.query<ErrorGroupRow>(
    `select ${ERROR_GROUP_COLUMNS} from error_groups
      where organization_id = $1 and namespace = $2 and service = $3 and fingerprint = $4`,
    [organizationId, group.namespace, group.service, group.name],
  );
  return rows.length === 0 ? undefined : errorGroupOfRow(rows[0]!);
}

/** The group that goes on under a fingerprint of a former algorithm; of several the one seen last. */
export async function successorOf(
  { client, organizationId }: Reader,
  fingerprint: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ fingerprint: string }>(
    `select fingerprint from error_groups where organization_id = $1 and aliases @> array[$2::text]
      order by last_seen_micros desc, fingerprint limit 1`,
    [organizationId, fingerprint],
  );
  return rows[0]?.fingerprint;
}

const MAX_SAMPLES = 8;

/** Samples that pass the filters, newest first. They are kept for the group, so they may lie outside the asked range. */
export function samplesShown(group: ErrorGroupFacts | undefined, filters: SeriesFilters): ErrorSample[] {
  const passes = (sample: ErrorSample) =>
    (filters.environment === undefined || sample.environment === filters.environment) &&
    (filters.version === undefined || sample.version === filters.version);
  return (group?.samples ?? []).filter(passes).slice(0, MAX_SAMPLES);
}

/** `stored` says whether the trace can be opened. */
export const sampleView = (sample: ErrorSample, stored: boolean): ErrorSampleView => ({
  event_time: sample.startMicros,
  trace_id: sample.traceId,
  span_id: sample.spanId,
  trace_available: stored,
  ...(stored && { trace_link: `/traces/${sample.traceId}` }),
  environment: sample.environment,
  ...(sample.version !== '' && { version: sample.version }),
  ...(sample.transaction !== '' && { transaction_name: sample.transaction }),
  ...(sample.message !== '' && { representative_message: sample.message }),
  representative_stack: sample.stack,
});

/** Stack of the newest sample that has one; frames of a group are alike, so any sample speaks for it. */
export function representativeStack(group: ErrorGroupFacts | undefined, shown: ErrorSample[]): string[] {
  const withStack = [...shown, ...(group?.samples ?? [])].find((sample) => sample.stack.length > 0);
  return withStack?.stack ?? [];
}

/** Groups that were stored before their grounds were kept have their type and their first frame alone. */
export function groupingOf(group: ErrorGroupFacts): ErrorGrouping {
  const { algorithm, namespace, service, errorType, frame, grouping } = group;
  return {
    algorithm,
    scope: { namespace, service },
    error_type: errorType,
    ...(grouping !== undefined && { rule: grouping.rule, types: grouping.types }),
    frames: grouping?.frames ?? (frame === '' ? [] : [frame]),
    ...(grouping?.value && { value: grouping.value }),
  };
}
