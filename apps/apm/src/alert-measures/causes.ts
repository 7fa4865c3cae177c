import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  alertCauses,
  type AlertCauses,
  type AlertCausesAsked,
  type CallFigures,
  type FailedTraces,
  type ServiceNode,
} from '@spanwise/contracts/alerting/evidence';
import { quantilesOf } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { MICROS, type QueryRange } from '../apm/range/query-range.js';
import { ApmReads, type ApmRead } from '../apm/read/apm-read.js';
import { mergeAll, type Group } from '../apm/read/grouping.js';
import { errorsOf, requestsOf } from '../apm/read/red-summary.js';
import { readRange } from '../apm/read/series-rows.store.js';
import { Snapshots } from '../apm/read/snapshot.js';
import { edgesOf } from '../apm/service-graph/edges.js';
import { Queries } from '../query/query-engine/queries.js';
import { callsBetween, nodeKey } from './call-graph.js';
import { failedTraces } from './failed-traces.js';
import { windowOf } from './windows.js';

/** What a call usually takes is what it took so long before. */
const USUAL_MICROS = 30 * MICROS.minute;

/** What says which of several failing services is the cause of the others (ALERT-120): figures and traces of one window. */
@Controller()
export class AlertCausesRead {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly reads: ApmReads,
    private readonly queries: Queries,
  ) {}

  @HandleRpc(alertCauses)
  async of(asked: AlertCausesAsked): Promise<AlertCauses> {
    const window = windowOf(asked.step, asked.window_minutes);
    const calls = await this.snapshots.readOrganization({ id: asked.organization_id, createdMicros: 0 }, (snapshot) =>
      this.reads.open(snapshot, window, {}).then((read) => callsOf(read, asked)),
    );
    // Without a call between any two of them it does not matter which traces they fail in.
    if (calls.length === 0) return { calls, failed_traces: [] };
    return { calls, ...(await this.traces(asked, window)) };
  }

  private async traces(
    { organization_id: organizationId, services }: AlertCausesAsked,
    window: QueryRange,
  ): Promise<{ failed_traces: FailedTraces[]; traces_unknown?: string }> {
    try {
      return { failed_traces: await failedTraces(this.queries, organizationId, services, window) };
    } catch (error) {
      return { failed_traces: [], traces_unknown: error instanceof Error ? cutText(error.message, 256) : 'unknown' };
    }
  }
}

async function callsOf(read: ApmRead, { services }: AlertCausesAsked): Promise<CallFigures[]> {
  const found = await callGroups(read, read.range);
  const calls = [...found.values()].map(({ from, to, groups }) => figuresOf(from, to, groups));
  const between = callsBetween(calls, services);
  if (between.length === 0) return [];
  const { fromMicros } = read.range;
  const before = { ...read.range, fromMicros: fromMicros - USUAL_MICROS, toMicros: fromMicros };
  const usual = await callGroups(read, before, [...new Set(between.map(({ from }) => from.service))]);
  return between.map((call) => {
    const earlier = usual.get(keyOf(call));
    const { p95_micros: micros } = earlier === undefined ? {} : figuresOf(call.from, call.to, earlier.groups);
    return { ...call, ...(micros !== undefined && { usual_p95_micros: micros }) };
  });
}

interface Calls {
  from: ServiceNode;
  to: ServiceNode;
  groups: Group[];
}

const keyOf = ({ from, to }: Pick<Calls, 'from' | 'to'>): string => `${nodeKey(from)}\0${nodeKey(to)}`;

/** Calls from service to service, of each environment by itself: what answers is taken to be in that of its caller. */
async function callGroups(read: ApmRead, range: QueryRange, callers?: string[]): Promise<Map<string, Calls>> {
  const chosen = callers === undefined ? {} : { service: callers };
  const found = await readRange(read.snapshot, [SeriesKind.Dependency], chosen, range);
  const calls = new Map<string, Calls>();
  for (const environment of new Set(found.map(({ series }) => series.environment))) {
    const edges = await edgesOf(
      found.filter(({ series }) => series.environment === environment),
      read,
    );
    for (const { group, from: caller, to: target, callee } of edges) {
      const isService = callee !== undefined || group.series[0]!.category === 'service';
      if (!isService) continue;
      const from = { namespace: caller.namespace, service: caller.name, environment };
      // What was not learned yet is taken to be in the namespace of its caller.
      const to = { namespace: callee?.namespace ?? caller.namespace, service: callee?.name ?? target, environment };
      const known = calls.get(keyOf({ from, to }));
      if (known === undefined) calls.set(keyOf({ from, to }), { from, to, groups: [group] });
      else known.groups.push(group);
    }
  }
  return calls;
}

function figuresOf(from: ServiceNode, to: ServiceNode, groups: readonly Group[]): CallFigures {
  const red = mergeAll(groups.map((group) => group.red));
  const [p95] = quantilesOf(red, [0.95]) ?? [];
  return { from, to, calls: requestsOf(red), errors: errorsOf(red), ...(p95 !== undefined && { p95_micros: p95 }) };
}
