/** The service graph as it is drawn: its ends as nodes, and what goes from one to another as one link. Pure. */
import type { Schemas } from '../../lib/api.js';

export type Edge = Schemas['ServiceGraphEdge'];

/** More cannot be read, nor be laid out in about a second. */
export const MAX_NODES = 200;
export const MAX_LINKS = 400;
/** Pixels. */
export const NODE_SIZE = { width: 168, height: 44 } as const;
/** Of a link: how often, and below it how much of it fails. */
export const LABEL_SIZE = { width: 68, height: 30 } as const;
/** From this share of failed calls on a link is marked, and what is no service; fewer failures are chance. */
const MARKED_ERROR_RATE = 0.1;
const MARKED_ERRORS = 5;

interface Calls {
  requests: number;
  errors: number;
}

export interface MapNode {
  id: string;
  name: string;
  /** Of a service alone. */
  namespace?: string;
  /** Of what is no service, such as `database`. */
  category?: string;
  environment: string;
  /** How many others are called by it, and call it. */
  callees: number;
  callers: number;
  /** Calls to it. */
  calls: Calls;
}

export interface MapLink {
  id: string;
  from: string;
  to: string;
  calls: Calls;
}

export interface ServiceMap {
  nodes: MapNode[];
  links: MapLink[];
  /** What is not drawn, of what was answered. */
  nodesLeftOut: number;
  linksLeftOut: number;
}

type End = Pick<MapNode, 'id' | 'name' | 'namespace' | 'category' | 'environment'>;

/** A service is in a namespace, and nothing else is; a queue has one name at both of its ends. */
function endOf(name: string, namespace: string, { category, environment }: Edge): End {
  const id = nodeId({ environment, namespace, name });
  return namespace === '' ? { id, name, environment, category } : { id, name, environment, namespace };
}

export const nodeId = (parts: { environment: string; namespace: string; name: string }): string =>
  [parts.environment, parts.namespace, parts.name].map(encodeURIComponent).join('/');

const callerOf = (edge: Edge): End => endOf(edge.client_service, edge.client_namespace, edge);

const calleeOf = (edge: Edge): End =>
  edge.callee === undefined
    ? endOf(edge.server_service, '', edge)
    : endOf(edge.callee.name, edge.callee.namespace, edge);

/** Of edges with the most frequent first, what is drawn: the most frequent. */
export function serviceMap(edges: readonly Edge[], most = { nodes: MAX_NODES, links: MAX_LINKS }): ServiceMap {
  const nodes = new Map<string, MapNode>();
  const links = new Map<string, MapLink>();
  for (const edge of edges) {
    const [from, to] = [callerOf(edge), calleeOf(edge)].map((end) => {
      const known = nodes.get(end.id) ?? { ...end, callees: 0, callers: 0, calls: { requests: 0, errors: 0 } };
      nodes.set(end.id, known);
      return known;
    });
    const id = `${from!.id} ${to!.id}`;
    let link = links.get(id);
    if (link === undefined) {
      links.set(id, (link = { id, from: from!.id, to: to!.id, calls: { requests: 0, errors: 0 } }));
      from!.callees++;
      to!.callers++;
    }
    for (const calls of [link.calls, to!.calls]) {
      calls.requests += edge.request_count;
      calls.errors += edge.error_count;
    }
  }
  const drawn = new Set([...nodes.keys()].slice(0, most.nodes));
  const kept = [...links.values()].filter(({ from, to }) => drawn.has(from) && drawn.has(to)).slice(0, most.links);
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  return {
    // In an order that figures do not change: the same services lie at the same places after a refresh.
    nodes: [...nodes.values()].filter(({ id }) => drawn.has(id)).toSorted(byId),
    links: kept.toSorted(byId),
    nodesLeftOut: nodes.size - drawn.size,
    linksLeftOut: links.size - kept.length,
  };
}

export const errorRate = ({ requests, errors }: Calls): number => (requests === 0 ? 0 : errors / requests);

export const isMarked = (calls: Calls): boolean =>
  calls.errors >= MARKED_ERRORS && errorRate(calls) >= MARKED_ERROR_RATE;

/** A name in a node, which has room for so many characters. */
export function shortened(name: string, most: number): string {
  const characters = [...name];
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join('')}…`;
}
