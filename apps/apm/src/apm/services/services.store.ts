import type { ServiceSummary, VersionSummary } from '@spanwise/contracts/apm/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { MICROS, type QueryRange } from '../range/query-range.js';
import type { ApmRead } from '../read/apm-read.js';
import { groupSeries, silentSeries, type Group } from '../read/grouping.js';
import { redSummary, requestsOf } from '../read/red-summary.js';
import { ofKind, readRange, readSeries } from '../read/series-rows.store.js';
import type { Series, SeriesRed } from '../read/series.js';
import { identityOfSeries, traceHandle } from '../read/summaries.js';
import { byService, NOTHING_SEEN, type SeenSpans } from './seen-spans.js';
import type { KnownIncidents } from './service-incidents.js';
import { stateOf, type ServiceState } from './service-state.js';

export const serviceIdentity = (series: Series): string[] => [series.service, series.namespace, series.environment];

/** The kinds of series that every service has: of its requests, and of all its spans. */
export const SERVICE_KINDS = [SeriesKind.Service, SeriesKind.Spans] as const;

/** Requests of a service, and what was seen of it beside them. */
export interface ServiceGroup extends Group {
  seen: SeenSpans;
}

/**
 * Every service that the filters name: those that sent a span in the range, whatever its kind, and those that were seen
 * within retention but are silent in it, with zeros.
 */
export async function readServices(read: ApmRead): Promise<{ active: SeriesRed[]; groups: ServiceGroup[] }> {
  const known = await readSeries(read.snapshot, SERVICE_KINDS, read.filters);
  const found = await readRange(read.snapshot, SERVICE_KINDS, read.filters, read.range, known);
  return { active: ofKind(found, SeriesKind.Service), groups: serviceGroups(known, found, read) };
}

/** Groups of the services among `known`; `found` are series with something in the range, of any kind. */
export function serviceGroups(
  known: Map<string, Series>,
  found: SeriesRed[],
  read: Pick<ApmRead, 'range'>,
): ServiceGroup[] {
  const shown = [...known.values()].filter(({ firstSeenMicros }) => firstSeenMicros < read.range.toMicros);
  return groupsOf(shown, found);
}

/** Groups of the services among `shown`, with what was `found` of them. */
export function groupsOf(shown: Series[], found: SeriesRed[]): ServiceGroup[] {
  const requests = new Map(ofKind(found, SeriesKind.Service).map((row) => [row.series.id, row]));
  const rows = shown
    .filter(({ kind }) => kind === SeriesKind.Service || kind === SeriesKind.Spans)
    .map((series) => requests.get(series.id) ?? silentSeries(series));
  const seen = byService(ofKind(found, SeriesKind.Spans), serviceIdentity);
  return groupSeries(rows, serviceIdentity).map((group) =>
    Object.assign(group, { seen: seen.get(group.identity.join('\0')) ?? NOTHING_SEEN }),
  );
}

interface Instrumentation {
  language: string;
  sdkName: string;
  sdkVersion: string;
  instances: number;
}

/** Of the end of the range; older minutes than are kept have no requests. */
const RECENT_MINUTES = 5;

/** How each of the groups is at the end of the range. */
export async function readStates(
  groups: readonly ServiceGroup[],
  incidents: KnownIncidents,
  read: ApmRead,
): Promise<Map<ServiceGroup, ServiceState>> {
  const { toMicros } = read.range;
  const fromMicros = toMicros - RECENT_MINUTES * MICROS.minute;
  const window: QueryRange = {
    resolution: 'minute',
    bucketMicros: MICROS.minute,
    fromMicros,
    toMicros,
    clipped: false,
  };
  const rows = await readRange(read.snapshot, [SeriesKind.Service], read.filters, window);
  const recent = new Map(groupSeries(rows, serviceIdentity).map((group) => [group.identity.join('\0'), group]));
  const stateOfGroup = (group: ServiceGroup) => {
    const requests = { count: requestsOf(group.totals), recent: recent.get(group.identity.join('\0')) };
    return stateOf(identityOfSeries(group.series), incidents, requests);
  };
  return new Map(groups.map((group) => [group, stateOfGroup(group)]));
}

export async function serviceSummaries(
  groups: ServiceGroup[],
  states: ReadonlyMap<ServiceGroup, ServiceState>,
  read: ApmRead,
): Promise<ServiceSummary[]> {
  const instrumentation = await readInstrumentation(read, groups);
  return groups.map((group) => {
    const service = identityOfSeries(group.series);
    const red = redSummary(group.red, read);
    const { language, sdkName, sdkVersion, instances } = instrumentation.get(group.identity.join('\0')) ?? {
      language: '',
      sdkName: '',
      sdkVersion: '',
      instances: 0,
    };
    return {
      service,
      first_seen_at: Math.min(...group.series.map((series) => series.firstSeenMicros)),
      last_seen_at: Math.max(...group.series.map((series) => series.lastSeenMicros)),
      instrumentation: {
        ...(language !== '' && { runtime_language: language }),
        ...(sdkName !== '' && { telemetry_sdk_name: sdkName }),
        ...(sdkVersion !== '' && { telemetry_sdk_version: sdkVersion }),
        recent_instance_count: instances,
      },
      versions: [...new Set(group.series.map((series) => series.version).filter((version) => version !== ''))].sort(),
      ...group.seen,
      red,
      ...states.get(group)!,
      traces: traceHandle(read, service, read.filters.version === undefined ? {} : { version: read.filters.version }),
    };
  });
}

/** Language and SDK as the newest instance reports them, and how many instances reported in the range's hours. */
async function readInstrumentation(read: ApmRead, groups: Group[]): Promise<Map<string, Instrumentation>> {
  const column = (part: number) => groups.map((group) => group.identity[part]);
  const { rows } = await read.snapshot.client.query<{
    key: string[];
    language: string;
    sdk_name: string;
    sdk_version: string;
    instances: string;
  }>(
    `select array[service, namespace, environment] as key,
            (array_agg(language order by last_seen_micros desc))[1] as language,
            (array_agg(sdk_name order by last_seen_micros desc))[1] as sdk_name,
            (array_agg(sdk_version order by last_seen_micros desc))[1] as sdk_version,
            count(distinct instance) filter (where instance <> '') as instances
       from instances join unnest($4::text[], $5::text[], $6::text[]) as asked (service, namespace, environment)
         using (service, namespace, environment)
      where organization_id = $1 and hour >= $2 and hour < $3
      group by service, namespace, environment`,
    [
      read.snapshot.organizationId,
      Math.floor(read.range.fromMicros / MICROS.hour),
      Math.ceil(read.range.toMicros / MICROS.hour),
      column(0),
      column(1),
      column(2),
    ],
  );
  return new Map(
    rows.map((row) => [
      row.key.join('\0'),
      { language: row.language, sdkName: row.sdk_name, sdkVersion: row.sdk_version, instances: Number(row.instances) },
    ]),
  );
}

/**
 * Versions of which something was `found` in the range, the one first seen last before all others: a candidate, then its
 * baseline. Series of spans show that a version is there, and no observation of it.
 */
export function versionSummaries(found: SeriesRed[]): VersionSummary[] {
  const versioned = found
    .filter(({ series }) => series.version !== '')
    .map((row) => (row.series.kind === SeriesKind.Spans ? silentSeries(row.series) : row));
  return groupSeries(versioned, (series) => [...serviceIdentity(series), series.version])
    .map((group) => ({
      service: identityOfSeries(group.series),
      version: group.series[0]!.version,
      first_seen_at: Math.min(...group.series.map((series) => series.firstSeenMicros)),
      last_seen_at: Math.max(...group.series.map((series) => series.lastSeenMicros)),
      observation_count: requestsOf(group.totals),
    }))
    .sort((a, b) => b.first_seen_at - a.first_seen_at || (a.version < b.version ? 1 : -1));
}
