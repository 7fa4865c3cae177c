import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import {
  serviceGraph,
  type QueueWait,
  type ServiceGraph,
  type ServiceGraphEdge,
} from '@spanwise/contracts/apm/service-graph';
import { ApmReads, type ApmRead } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { sumTotals, type Group } from '../read/grouping.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import { readRange } from '../read/series-rows.store.js';
import { byFrequency, EDGE_KINDS, edgesOf, type Edge } from './edges.js';

const MAX_EDGES = 1_000;

/**
 * The service map: an edge per environment, caller, category and target, and one per queue and consumer, merged over operations
 * and versions. Messages lead through their queue: no edge joins a producer with a consumer.
 */
@Controller()
export class ServiceGraphs {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(serviceGraph)
  graph(query: ApmQuery, context: IamContext): Promise<ServiceGraph> {
    const { service, ...filters } = filtersOf(query);
    return this.reads.answer(context, this.reads.rangeOf(query), filters, async (read, meta) => {
      const found = await readRange(read.snapshot, EDGE_KINDS, read.filters, read.range);
      const all = await edgesOf(found, read, { byEnvironment: true });
      const touching = all.filter((edge) => service === undefined || touches(edge, service));
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

const touches = ({ from, to, callee }: Edge, service: string): boolean =>
  from.name === service || to === service || callee?.name === service;

function edgeView({ group, from, to, callee, wait }: Edge, read: ApmRead): ServiceGraphEdge {
  const red = redSummary(group.red, read);
  return {
    id: createHash('sha256').update(group.identity.join('\0')).digest('hex').slice(0, 32),
    client_service: from.name,
    client_namespace: from.namespace,
    environment: group.series[0]!.environment,
    server_service: to,
    ...(callee && { callee }),
    category: group.series[0]!.category,
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
