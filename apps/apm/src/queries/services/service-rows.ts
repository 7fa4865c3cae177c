import type { ServiceSummary, VersionSummary } from '@spanwise/contracts/apm';
import { SeriesKind } from '@spanwise/span-model/series';
import { MICROS } from '../range/query-range.js';
import type { ApmRead } from '../read/apm-read.js';
import { groupSeries, silentSeries, type Group } from '../read/grouping.js';
import { redSummary } from '../read/red-summary.js';
import { readRange, readSeries, type Series, type SeriesRed } from '../read/series-rows.js';
import { healthOf, identityOfSeries, requestsOf, traceHandle } from '../read/summaries.js';

export const serviceIdentity = (series: Series): string[] => [series.service, series.namespace, series.environment];

/**
 * Every service that the filters name: those with traffic in the range, and those that were seen within retention but
 * are silent in it, with zeros.
 */
export async function readServices(read: ApmRead): Promise<{ active: SeriesRed[]; groups: Group[] }> {
  const known = await readSeries(read.snapshot, [SeriesKind.Service], read.filters);
  const active = await readRange(read.snapshot, [SeriesKind.Service], read.filters, read.range, known);
  return { active, groups: serviceGroups(known, active, read) };
}

/** Groups of the services among `known`; `active` are those with traffic. */
export function serviceGroups(known: Map<string, Series>, active: SeriesRed[], read: Pick<ApmRead, 'range'>): Group[] {
  const withTraffic = new Set(active.map(({ series }) => series.id));
  const silent = [...known.values()].filter(
    (series) =>
      series.kind === SeriesKind.Service && !withTraffic.has(series.id) && series.firstSeenMicros < read.range.toMicros,
  );
  const rows = [...active, ...silent.map(silentSeries)];
  return groupSeries(rows, serviceIdentity);
}

interface Instrumentation {
  language: string;
  sdkName: string;
  sdkVersion: string;
  instances: number;
}

export async function serviceSummaries(groups: Group[], read: ApmRead): Promise<ServiceSummary[]> {
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
      red,
      health: healthOf(red),
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

/** Versions with traffic in the range, the most recently seen first. */
export function versionSummaries(active: SeriesRed[]): VersionSummary[] {
  const versioned = active.filter(({ series }) => series.version !== '');
  return groupSeries(versioned, (series) => [...serviceIdentity(series), series.version])
    .map((group) => ({
      service: identityOfSeries(group.series),
      version: group.series[0].version,
      first_seen_at: Math.min(...group.series.map((series) => series.firstSeenMicros)),
      last_seen_at: Math.max(...group.series.map((series) => series.lastSeenMicros)),
      observation_count: requestsOf(group.totals),
    }))
    .sort((a, b) => b.last_seen_at - a.last_seen_at || (a.version < b.version ? 1 : -1));
}
