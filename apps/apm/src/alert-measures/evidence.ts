import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { alertEvidence, type AlertEvidence, type AlertEvidenceAsked } from '@spanwise/contracts/alerting/evidence';
import { OVERFLOW_NAME, SeriesKind } from '@spanwise/span-model/series';
import { readEvents } from '../apm/deployments/deploy-events.store.js';
import { timelineOf } from '../apm/deployments/timeline.js';
import { compareOccurrences, errorRows, errorSummaries } from '../apm/errors/error-rows.store.js';
import { FILTERS, type Filters } from '../apm/read/filters.js';
import { MICROS } from '../apm/range/query-range.js';
import { ApmReads, type ApmRead } from '../apm/read/apm-read.js';
import { topOf } from '../apm/read/section.js';
import { ofKind, readRange, readSeries } from '../apm/read/series-rows.store.js';
import { Snapshots } from '../apm/read/snapshot.js';
import { EDGE_KINDS, edgesOf } from '../apm/service-graph/edges.js';
import { SERVICE_KINDS } from '../apm/services/services.store.js';
import { affectedServices } from './affected-services.js';
import { tracesOf } from './measure-red.js';

const ERROR_GROUPS = 5;
const TRACES = 10;
const DEPLOYMENTS = 20;
const DEPLOYMENTS_AROUND_MICROS = 30 * MICROS.minute;
/** A version that is first seen this long after its deployment is still the one that was deployed. */
const ROLLOUT_MICROS = MICROS.day;

/** What is shown beside an incident, from one snapshot. */
@Controller()
export class AlertEvidences {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly reads: ApmReads,
  ) {}

  @HandleRpc(alertEvidence)
  of({ organization_id: id, labels, from_micros: from, to_micros: to }: AlertEvidenceAsked): Promise<AlertEvidence> {
    const range = this.reads.rangeOf({ from, to });
    return this.snapshots.readOrganization({ id, createdMicros: 0 }, async (snapshot) => {
      const read = await this.reads.open(snapshot, range, filtersOf(labels));
      const found = await readRange(snapshot, [SeriesKind.Service, SeriesKind.Error], read.filters, range);
      const services = ofKind(found, SeriesKind.Service);
      const errors = ofKind(found, SeriesKind.Error);
      const rows = errorRows(errors, services).filter(({ group }) => group.series[0]!.name !== OVERFLOW_NAME);
      const groups = await errorSummaries(topOf(rows, compareOccurrences, ERROR_GROUPS), read);
      const exemplars = [errors, services].map((series) => series.flatMap(({ red }) => red.exemplars.list));
      const traces = exemplars.flatMap((list) => tracesOf(list, TRACES));
      return {
        error_groups: groups.map(({ error, service, representative_message: message, occurrence_count }) => ({
          fingerprint: error.fingerprint,
          service: service.name,
          error_type: error.error_type,
          ...(message !== undefined && { message }),
          occurrences: occurrence_count,
        })),
        deployments: await deploymentsAround(read),
        trace_ids: [...new Set(traces)].slice(0, TRACES),
        affected_services: await servicesAround(read),
      };
    });
  }
}

const filtersOf = (labels: Record<string, unknown>): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = labels[name];
      return typeof value === 'string' && value !== '' && !value.includes('\0') ? [[name, value]] : [];
    }),
  );

async function deploymentsAround({ snapshot, range, filters }: ApmRead): Promise<AlertEvidence['deployments']> {
  const { version: _, ...ofService } = filters;
  const around = {
    fromMicros: range.fromMicros - DEPLOYMENTS_AROUND_MICROS,
    toMicros: range.toMicros + DEPLOYMENTS_AROUND_MICROS,
  };
  const reach = { ...around, fromMicros: around.fromMicros - ROLLOUT_MICROS };
  const events = await readEvents(snapshot, ofService, reach, DEPLOYMENTS);
  const series = await readSeries(snapshot, SERVICE_KINDS, ofService);
  return timelineOf(events, [...series.values()], around)
    .slice(0, DEPLOYMENTS)
    .map(({ service, version, deployed_at, source }) => ({ service: service.name, version, at: deployed_at, source }));
}

/** None of an incident that is of no service. */
async function servicesAround(read: ApmRead): Promise<string[]> {
  const { service } = read.filters;
  if (service === undefined) return [];
  const { environment } = read.filters;
  const found = await readRange(
    read.snapshot,
    EDGE_KINDS,
    environment === undefined ? {} : { environment },
    read.range,
  );
  return affectedServices(await edgesOf(found, read), service);
}
