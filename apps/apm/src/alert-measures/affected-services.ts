/** Who calls a service and whom it calls; pure. */
import type { Edge } from '../apm/service-graph/edges.js';

const MAX_SERVICES = 50;

/** Names in order. A queue stands between: its producers call its consumers. */
export function affectedServices(edges: readonly Edge[], service: string): string[] {
  const around = edges.flatMap((edge): string[] => {
    if (edge.from.name === service && !isQueue(edge)) return calleesOf(edge, edges);
    return calleesOf(edge, []).includes(service) ? callersOf(edge, edges) : [];
  });
  return [...new Set(around)]
    .filter((name) => name !== service)
    .sort()
    .slice(0, MAX_SERVICES);
}

/** A queue has no namespace; every service has one. */
const isQueue = ({ from }: Edge): boolean => from.namespace === '';

/** The service that answers: as it was learned, or as the call itself names it. */
function calleesOf({ callee, to, group }: Edge, edges: readonly Edge[]): string[] {
  if (callee !== undefined) return [callee.name];
  if (group.series[0]!.category === 'service') return [to];
  return edges.filter((edge) => isQueue(edge) && edge.from.name === to).flatMap((edge) => calleesOf(edge, []));
}

const callersOf = (edge: Edge, edges: readonly Edge[]): string[] =>
  isQueue(edge) ? edges.filter((one) => one.to === edge.from.name).map(({ from }) => from.name) : [edge.from.name];
