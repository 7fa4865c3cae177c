/** What an error group shows beside its figures: a representative stack, bounded samples and why it is a group. */
import { OVERFLOW_NAME } from '@spanwise/span-model/series';
import { mergeErrorGroup, type ErrorGroupFacts, type ErrorSample } from '@spanwise/span-model/error-facts';
import { ERROR_GROUP_COLUMNS, errorGroupOfRow, type ErrorGroupRow } from '../../rollups/error-group-rows.js';
import type { Snapshot } from '../read/snapshot.js';

/** One occurrence (peer-facts 3.2). The trace is linked once traces are stored. */
export interface ErrorSampleView {
  /** Microseconds. */
  event_time: number;
  trace_id: string;
  span_id: string;
  trace_available: boolean;
  version?: string;
  environment: string;
  transaction: string;
  representative_message?: string;
  representative_stack: string[];
}

/** Which rule made the group, and from what (decisions 3.10). */
export interface GroupingView {
  algorithm: string;
  rule: string;
  types: string[];
  frames: string[];
  /** The client's own name of the group, the message without what varies, or the transaction, by the rule. */
  value?: string;
}

export interface ErrorSamples {
  representative_stack: string[];
  /** Newest first, at most eight. */
  samples: ErrorSampleView[];
  /** Absent for groups that were stored before it was kept. */
  grouping?: GroupingView;
}

const MAX_SHOWN = 8;

/**
 * Samples of the group with these fingerprints (one, or a group of today with its former ones; in every service when
 * `service` is not given) that lie in the range, `to` excluded. The stack is that of the newest sample with a stack, of
 * the range if it has one: a group that is silent in the range still shows what it is.
 */
export async function readErrorSamples(
  snapshot: Pick<Snapshot, 'client' | 'organizationId'>,
  fingerprints: string | readonly string[],
  range: { fromMicros: number; toMicros: number },
  service?: { namespace: string; name: string },
): Promise<ErrorSamples> {
  const { rows } = await snapshot.client.query<ErrorGroupRow>(
    `select ${ERROR_GROUP_COLUMNS} from error_groups
      where organization_id = $1 and fingerprint = any($2::text[])
        and ($3::text is null or (namespace = $3 and service = $4))
      order by last_seen_micros desc, namespace, service, fingerprint limit 16`,
    [snapshot.organizationId, [fingerprints].flat(), service?.namespace ?? null, service?.name ?? null],
  );
  if (rows.length === 0) return { representative_stack: [], samples: [] };
  const groups = rows.map(errorGroupOfRow);
  const { samples } = groups.reduce(mergeErrorGroup);
  const shown = samples.filter((one) => one.startMicros >= range.fromMicros && one.startMicros < range.toMicros);
  const grouping = groupingView(groups.find((group) => group.grouping !== undefined));
  return {
    representative_stack: [...shown, ...samples].find(({ stack }) => stack.length > 0)?.stack ?? [],
    samples: shown.slice(0, MAX_SHOWN).map(sampleView),
    ...(grouping && { grouping }),
  };
}

/**
 * The fingerprints under which a group's figures are stored: the one that it has today, then those that former algorithms
 * gave it. Undefined when the organization has no such group.
 */
export async function resolveFingerprint(
  { client, organizationId }: Pick<Snapshot, 'client' | 'organizationId'>,
  fingerprint: string,
): Promise<string[] | undefined> {
  if (fingerprint === OVERFLOW_NAME) return [fingerprint];
  // A former group that goes on in a group of today is shown as that; of several successors, as the one seen last.
  const { rows } = await client.query<{ fingerprint: string; aliases: string[] }>(
    `select fingerprint, aliases from error_groups
      where organization_id = $1 and (fingerprint = $2::text or aliases @> array[$2::text])
      order by aliases @> array[$2::text] desc, last_seen_micros desc, fingerprint limit 1`,
    [organizationId, fingerprint],
  );
  return rows.length === 0 ? undefined : [rows[0].fingerprint, ...rows[0].aliases];
}

const sampleView = (sample: ErrorSample): ErrorSampleView => ({
  event_time: sample.startMicros,
  trace_id: sample.traceId,
  span_id: sample.spanId,
  trace_available: false,
  ...(sample.version && { version: sample.version }),
  environment: sample.environment,
  transaction: sample.transaction,
  ...(sample.message && { representative_message: sample.message }),
  representative_stack: sample.stack,
});

function groupingView(group: ErrorGroupFacts | undefined): GroupingView | undefined {
  if (group?.grouping === undefined) return undefined;
  const { rule, types, frames, value } = group.grouping;
  return { algorithm: group.algorithm, rule, types, frames, ...(value && { value }) };
}
