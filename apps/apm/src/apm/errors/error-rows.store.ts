import type { ErrorSummary } from '@spanwise/contracts/apm/apm';
import { groupSeries, sharedValue, sumTotals, type Group } from '../read/grouping.js';
import type { RedTotals } from '@spanwise/span-model/red';
import { OVERFLOW_NAME } from '@spanwise/span-model/series';
import type { ApmRead } from '../read/apm-read.js';
import { redSummary, requestsOf } from '../read/red-summary.js';
import type { Series, SeriesRed } from '../read/series.js';
import { identityOfSeries, traceHandle } from '../read/summaries.js';

/** A group of errors of one service; the same bug in two environments is one group (APM-13). */
export interface ErrorRow {
  group: Group;
  /** Occurrences divided by the requests of the group's service in the same range, under the same filters. */
  errorRate: number;
  lastSeenMicros: number;
}

export const errorIdentity = (series: Series): string[] => [series.name, series.service, series.namespace];

export function errorRows(occurrences: SeriesRed[], services: SeriesRed[]): ErrorRow[] {
  const requests = new Map<string, RedTotals[]>();
  for (const { series, totals } of services) {
    const key = serviceKey(series.namespace, series.service);
    requests.set(key, [...(requests.get(key) ?? []), totals]);
  }
  const weights = new Map([...requests].map(([key, totals]) => [key, sumTotals(totals).weight]));
  return groupSeries(occurrences, errorIdentity).map((group) => {
    const { namespace, service } = group.series[0]!;
    const weight = weights.get(serviceKey(namespace, service)) ?? 0;
    return {
      group,
      errorRate: weight === 0 ? 0 : Math.min(1, group.totals.weight / weight),
      lastSeenMicros: Math.max(...group.series.map((series) => series.lastSeenMicros)),
    };
  });
}

const serviceKey = (namespace: string, service: string): string => `${namespace}\0${service}`;

export const compareOccurrences = (a: ErrorRow, b: ErrorRow): number =>
  b.group.totals.weight - a.group.totals.weight || (a.group.identity.join('\0') < b.group.identity.join('\0') ? -1 : 1);

export function errorSortValue(row: ErrorRow, sort: string): number {
  if (sort === 'occurrence_count') return requestsOf(row.group.totals);
  if (sort === 'error_rate') return row.errorRate;
  return row.lastSeenMicros;
}

interface GroupRow {
  namespace: string;
  service: string;
  fingerprint: string;
  error_type: string;
  frame: string;
  newest: { message?: string };
}

export async function errorSummaries(rows: ErrorRow[], read: ApmRead): Promise<ErrorSummary[]> {
  const groups = await readGroups(rows, read);
  return rows.map(({ group, errorRate, lastSeenMicros }) => {
    const [first] = group.series;
    const service = identityOfSeries(group.series);
    const known = groups.get(group.identity.join('\0'));
    const transaction = sharedValue(group.series, 'detail');
    const message = known?.newest.message;
    return {
      error: {
        fingerprint: first!.name,
        error_type: known?.error_type ?? first!.name,
        ...(known?.frame && { application_frame: known.frame }),
        ...(transaction && { transaction_name: transaction }),
        overflow: first!.name === OVERFLOW_NAME,
      },
      service,
      first_seen_at: Math.min(...group.series.map((series) => series.firstSeenMicros)),
      last_seen_at: lastSeenMicros,
      occurrence_count: requestsOf(group.totals),
      ...(message && { representative_message: message }),
      red: { ...redSummary(group.red, read), error_rate: errorRate },
      traces: traceHandle(read, service, { error_fingerprint: first!.name }),
    };
  });
}

async function readGroups(rows: ErrorRow[], read: ApmRead): Promise<Map<string, GroupRow>> {
  const column = (part: number) => rows.map((row) => row.group.identity[part]);
  const found = await read.snapshot.client.query<GroupRow>(
    `select namespace, service, fingerprint, error_type, frame, newest
       from error_groups join unnest($2::text[], $3::text[], $4::text[]) as asked (fingerprint, service, namespace)
         using (fingerprint, service, namespace)
      where organization_id = $1`,
    [read.snapshot.organizationId, column(0), column(1), column(2)],
  );
  return new Map(found.rows.map((row) => [[row.fingerprint, row.service, row.namespace].join('\0'), row]));
}
