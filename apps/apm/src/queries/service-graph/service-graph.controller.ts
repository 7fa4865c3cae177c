import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm';
import { serviceGraph, type ServiceGraph, type ServiceGraphEdge } from '@spanwise/contracts/service-graph';
import { SeriesKind } from '@spanwise/span-model/series';
import { calleesOf } from '../dependencies/dependency-rows.js';
import { ApmReads, filtersOf, type ApmRead } from '../read/apm-read.js';
import { groupSeries, sumTotals, type Group } from '../read/grouping.js';
import { topOf } from '../read/section.js';
import { readRange, type Series } from '../read/series-rows.js';
import { redSummary } from '../read/summaries.js';

const MAX_EDGES = 1_000;

/** The service map: an edge per caller, category and target, merged over operations, environments and versions. */
@Controller()
export class ServiceGraphController {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(serviceGraph)
  graph(query: ApmQuery, call: ScopedCall): Promise<ServiceGraph> {
    const { service, ...filters } = filtersOf(query);
    return this.reads.answer(call.context, this.reads.rangeOf(query), filters, async (read, meta) => {
      const calls = await readRange(read.snapshot, [SeriesKind.Dependency], read.filters, read.range);
      const groups = groupSeries(calls, edgeIdentity);
      const callees = await calleesOf(groups, read);
      const touching = groups
        .map((group, index): Edge => ({ group, callee: callees[index] }))
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

const edgeIdentity = ({ namespace, service, category, name }: Series): string[] => [namespace, service, category, name];

interface Edge {
  group: Group;
  callee: ServiceGraphEdge['callee'];
}

const touches = ({ group, callee }: Edge, service: string): boolean =>
  group.series[0].service === service || group.series[0].name === service || callee?.name === service;

const byFrequency = ({ group: a }: Edge, { group: b }: Edge): number =>
  b.totals.weight - a.totals.weight || (a.identity.join('\0') < b.identity.join('\0') ? -1 : 1);

function edgeView({ group, callee }: Edge, read: ApmRead): ServiceGraphEdge {
  const [namespace, service, category, target] = group.identity;
  const red = redSummary(group.red, read);
  return {
    id: createHash('sha256').update(group.identity.join('\0')).digest('hex').slice(0, 32),
    client_service: service,
    client_namespace: namespace,
    server_service: target,
    ...(callee && { callee }),
    category,
    bucket_at_micros: read.range.fromMicros,
    request_count: red.request_count,
    error_count: red.error_count,
    ...(red.p50_micros !== undefined && { p50_us: red.p50_micros }),
    ...(red.p95_micros !== undefined && { p95_us: red.p95_micros }),
    ...(red.p99_micros !== undefined && { p99_us: red.p99_micros }),
  };
}
