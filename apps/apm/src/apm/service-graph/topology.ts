import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { topology, type Topology, type TopologyEdge, type TopologyNode } from '@spanwise/contracts/apm/topology';
import type { RedAggregate } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { ApmReads, type ApmRead } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { groupSeries, mergeAll } from '../read/grouping.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import { ofKind, readRange } from '../read/series-rows.store.js';
import type { Series, SeriesRed } from '../read/series.js';
import { byService } from '../services/seen-spans.js';
import { SERVICE_KINDS } from '../services/services.store.js';
import { byFrequency, EDGE_KINDS, edgesOf, type Edge } from './edges.js';

const MAX_EDGES = 1_000;

/** The service graph as nodes and edges; edges of one pair are one, whatever they are called by. */
@Controller()
export class Topologies {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(topology)
  graph(query: ApmQuery, context: IamContext): Promise<Topology> {
    return this.reads.answer(context, this.reads.rangeOf(query), filtersOf(query), async (read) => {
      const found = await readRange(read.snapshot, [...SERVICE_KINDS, ...EDGE_KINDS], read.filters, read.range);
      const edges = topOf(await edgesOf(found, read), byFrequency, MAX_EDGES);
      const nodes = serviceNodes(found, read);
      for (const [id, { end, reds }] of endsOf(edges))
        if (!nodes.has(id)) nodes.set(id, nodeOf(end, mergeAll(reds), read));
      return { nodes: [...nodes.values()], edges: merged(edges, read) };
    });
  }
}

/** A node per service that sent a span, whether or not it has callers. */
function serviceNodes(found: SeriesRed[], read: ApmRead): Map<string, TopologyNode> {
  const requests = groupSeries(ofKind(found, SeriesKind.Service), endIdentity);
  const reds = new Map(requests.map(({ identity, red }) => [identity.join('\0'), red]));
  const seen = byService(ofKind(found, SeriesKind.Spans), endIdentity);
  return new Map(
    [...new Set([...reds.keys(), ...seen.keys()])].map((key) => {
      const [namespace, name] = key.split('\0');
      const node = nodeOf({ namespace: namespace!, name: name! }, reds.get(key) ?? mergeAll([]), read);
      return [node.id, { ...node, span_count: seen.get(key)?.span_count ?? node.span_count }];
    }),
  );
}

const endIdentity = ({ namespace, service }: Series): string[] => [namespace, service];

interface End {
  namespace: string;
  name: string;
}

/** What answers behind a target, as far as traces show. */
const targetOf = ({ callee, to }: Edge): End => callee ?? { namespace: '', name: to };

/** A target that no service has is in no namespace. */
const idOf = ({ namespace, name }: End): string => `${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;

/** Both ends of each edge, with the calls to them: of a caller, or a queue, none. */
function endsOf(edges: readonly Edge[]): Map<string, { end: End; reds: RedAggregate[] }> {
  const ends = new Map<string, { end: End; reds: RedAggregate[] }>();
  const note = (end: End, reds: RedAggregate[]) => {
    const known = ends.get(idOf(end));
    if (known === undefined) ends.set(idOf(end), { end, reds });
    else known.reds.push(...reds);
  };
  for (const edge of edges) {
    note(edge.from, []);
    note(targetOf(edge), [edge.group.red]);
  }
  return ends;
}

function nodeOf(end: End, red: RedAggregate, read: ApmRead): TopologyNode {
  const { request_rate, error_rate, p95_micros, sampled_count } = redSummary(red, read);
  return {
    id: idOf(end),
    name: end.name,
    error_rate,
    p95_ms: (p95_micros ?? 0) / 1_000,
    rps: request_rate ?? 0,
    span_count: sampled_count,
  };
}

function merged(edges: readonly Edge[], read: ApmRead): TopologyEdge[] {
  const pairs = new Map<string, { source: string; target: string; reds: RedAggregate[] }>();
  for (const edge of edges) {
    const [source, target] = [idOf(edge.from), idOf(targetOf(edge))];
    const pair = pairs.get(`${source} ${target}`);
    if (pair === undefined) pairs.set(`${source} ${target}`, { source, target, reds: [edge.group.red] });
    else pair.reds.push(edge.group.red);
  }
  return [...pairs.values()].map(({ source, target, reds }) => {
    const { request_rate, error_rate, p95_micros } = redSummary(mergeAll(reds), read);
    return {
      source,
      target,
      rps: request_rate ?? 0,
      err_rate: error_rate,
      ...(p95_micros !== undefined && { p95_ms: p95_micros / 1_000 }),
    };
  });
}
