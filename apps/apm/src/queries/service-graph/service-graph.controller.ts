import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm';
import {
  serviceGraph,
  type QueueWait,
  type ServiceGraph,
  type ServiceGraphEdge,
} from '@spanwise/contracts/service-graph';
import { Consumption, SeriesKind } from '@spanwise/span-model/series';
import { calleesOf } from '../dependencies/dependency-rows.js';
import { ApmReads, filtersOf, type ApmRead } from '../read/apm-read.js';
import { groupSeries, sumTotals, type Group } from '../read/grouping.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import { ofKind, readRange, type Series, type SeriesRed } from '../read/series-rows.js';

const MAX_EDGES = 1_000;

/**
 * The service map: an edge per caller, category and target, and one per queue and consumer, merged over operations,
 * environments and versions. Messages lead through their queue: no edge joins a producer with a consumer.
 */
@Controller()
export class ServiceGraphController {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(serviceGraph)
  graph(query: ApmQuery, call: ScopedCall): Promise<ServiceGraph> {
    const { service, ...filters } = filtersOf(query);
    return this.reads.answer(call.context, this.reads.rangeOf(query), filters, async (read, meta) => {
      const found = await readRange(read.snapshot, KINDS, read.filters, read.range);
      const calls = groupSeries(ofKind(found, SeriesKind.Dependency), callIdentity);
      const callees = await calleesOf(calls, read);
      const touching = calls
        .map((group, index): Edge => ({
          group,
          from: callerOf(group),
          to: group.series[0].name,
          callee: callees[index],
        }))
        .concat(consumptions(ofKind(found, SeriesKind.Consumption)))
        .filter((edge) => service === undefined || touches(edge, service));
      const edges = topOf(touching, byFrequency, MAX_EDGES).map((edge) => edgeView(edge, read));
      return {
        edges,
        count: edges.length,
        truncated: touching.length > edges.length,
        meta: await meta(sumTotals(touching.map(({ group }) => group.totals))),
      };
    });
  }
}

const KINDS = [SeriesKind.Dependency, SeriesKind.Consumption] as const;

const callIdentity = ({ namespace, service, category, name }: Series): string[] => [namespace, service, category, name];

interface Edge {
  group: Group;
  from: { namespace: string; name: string };
  to: string;
  callee: ServiceGraphEdge['callee'];
  wait?: Group;
}

const callerOf = ({ series: [{ namespace, service }] }: Group): Edge['from'] => ({ namespace, name: service });

/** An edge per queue and consumer. What has waited was also processed: there is no waiting without an edge. */
function consumptions(series: SeriesRed[]): Edge[] {
  const groupsOf = (detail: string) =>
    groupSeries(
      series.filter((one) => one.series.detail === detail),
      ({ name, namespace, service }) => ['', name, namespace, service],
    );
  const waits = new Map(groupsOf(Consumption.Waiting.detail).map((group) => [group.identity.join('\0'), group]));
  return groupsOf(Consumption.Processing.detail).map((group) => {
    const [{ name, namespace, service }] = group.series;
    const callee = { namespace, name: service };
    return {
      group,
      from: { namespace: '', name },
      to: service,
      callee,
      wait: waits.get(group.identity.join('\0')),
    };
  });
}

const touches = ({ from, to, callee }: Edge, service: string): boolean =>
  from.name === service || to === service || callee?.name === service;

const byFrequency = ({ group: a }: Edge, { group: b }: Edge): number =>
  b.totals.weight - a.totals.weight || (a.identity.join('\0') < b.identity.join('\0') ? -1 : 1);

function edgeView({ group, from, to, callee, wait }: Edge, read: ApmRead): ServiceGraphEdge {
  const red = redSummary(group.red, read);
  return {
    id: createHash('sha256').update(group.identity.join('\0')).digest('hex').slice(0, 32),
    client_service: from.name,
    client_namespace: from.namespace,
    server_service: to,
    ...(callee && { callee }),
    category: group.series[0].category,
    bucket_at_micros: read.range.fromMicros,
    request_count: red.request_count,
    error_count: red.error_count,
    ...(red.p50_micros !== undefined && { p50_us: red.p50_micros }),
    ...(red.p95_micros !== undefined && { p95_us: red.p95_micros }),
    ...(red.p99_micros !== undefined && { p99_us: red.p99_micros }),
    ...(wait && { wait: waitView(wait, read) }),
  };
}

function waitView(wait: Group, read: ApmRead): QueueWait {
  const { sampled_count, p50_micros = 0, p95_micros = 0, p99_micros = 0 } = redSummary(wait.red, read);
  return { sampled_count, p50_us: p50_micros, p95_us: p95_micros, p99_us: p99_micros };
}
