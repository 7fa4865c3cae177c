import type { ErrorGrouping, ErrorSampleView } from '@spanwise/contracts/apm-details';
import type { ErrorSample } from '@spanwise/span-model/error-facts';
import type { SeriesFilters, Series } from '../read/series-rows.js';
import type { Snapshot } from '../read/snapshot.js';

/** What is stored of an error group beside its figures. */
export interface StoredGroup {
  algorithm: string;
  errorType: string;
  frame: string;
  /** Newest first, none twice. */
  samples: ErrorSample[];
}

interface StoredRow {
  algorithm: string;
  error_type: string;
  frame: string;
  newest: ErrorSample;
  oldest: ErrorSample;
}

export async function readStoredGroup(snapshot: Snapshot, group: Series): Promise<StoredGroup | undefined> {
  const { rows } = await snapshot.client.query<StoredRow>(
    `select algorithm, error_type, frame, newest, oldest from error_groups
      where organization_id = $1 and namespace = $2 and service = $3 and fingerprint = $4`,
    [snapshot.organizationId, group.namespace, group.service, group.name],
  );
  return rows.length === 0 ? undefined : storedGroupOf(rows[0]);
}

function storedGroupOf(row: StoredRow): StoredGroup {
  const bySpan = new Map([row.oldest, row.newest].map((sample) => [`${sample.traceId}${sample.spanId}`, sample]));
  return {
    algorithm: row.algorithm,
    errorType: row.error_type,
    frame: row.frame,
    samples: [...bySpan.values()].sort((a, b) => b.startMicros - a.startMicros),
  };
}

const MAX_SAMPLES = 8;

/** Samples that pass the filters, newest first. They are kept for the group, so they may lie outside the asked range. */
export function samplesShown(group: StoredGroup | undefined, filters: SeriesFilters): ErrorSample[] {
  const passes = (sample: ErrorSample) =>
    (filters.environment === undefined || sample.environment === filters.environment) &&
    (filters.version === undefined || sample.version === filters.version);
  return (group?.samples ?? []).filter(passes).slice(0, MAX_SAMPLES);
}

/** `trace_link` is given once the trace can be opened, which is known to the reader of raw telemetry alone. */
export const sampleView = (sample: ErrorSample): ErrorSampleView => ({
  event_time: sample.startMicros,
  trace_id: sample.traceId,
  span_id: sample.spanId,
  trace_available: false,
  environment: sample.environment,
  ...(sample.version !== '' && { version: sample.version }),
  ...(sample.transaction !== '' && { transaction_name: sample.transaction }),
  ...(sample.message !== '' && { representative_message: sample.message }),
  representative_stack: sample.stack,
});

/** Stack of the newest sample that has one; frames of a group are alike, so any sample speaks for it. */
export function representativeStack(group: StoredGroup | undefined, shown: ErrorSample[]): string[] {
  const withStack = [...shown, ...(group?.samples ?? [])].find((sample) => sample.stack.length > 0);
  return withStack?.stack ?? [];
}

export const groupingOf = (group: StoredGroup, { namespace, service }: Series): ErrorGrouping => ({
  algorithm: group.algorithm,
  scope: { namespace, service },
  error_type: group.errorType,
  frames: group.frame === '' ? [] : [group.frame],
});
