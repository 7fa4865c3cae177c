/** Which calls lie between services of which alerts fire (ALERT-120); pure. */
import {
  MAX_CAUSE_HOPS,
  type CallFigures,
  type LabelledService,
  type ServiceNode,
} from '@spanwise/contracts/alerting/evidence';

const MAX_CALLS = 1_000;

export const nodeKey = ({ namespace, service, environment }: ServiceNode): string =>
  [namespace, service, environment].join('\0');

const isMeant = (node: ServiceNode, { service, namespace, environment }: LabelledService): boolean =>
  node.service === service &&
  (namespace === undefined || node.namespace === namespace) &&
  (environment === undefined || node.environment === environment);

/** Those on a way of at most three calls from one of the services to another; of too many those with the most errors. */
export function callsBetween(calls: readonly CallFigures[], services: readonly LabelledService[]): CallFigures[] {
  const ends = calls.flatMap(({ from, to }) => [from, to]);
  const asked = new Set(ends.filter((node) => services.some((one) => isMeant(node, one))).map(nodeKey));
  const after = distances(asked, calls, ({ from, to }) => [from, to]);
  const before = distances(asked, calls, ({ from, to }) => [to, from]);
  return calls
    .filter(({ from, to }) => {
      const [behind, ahead] = [after.get(nodeKey(from)), before.get(nodeKey(to))];
      return behind !== undefined && ahead !== undefined && behind + 1 + ahead <= MAX_CAUSE_HOPS;
    })
    .toSorted((one, other) => other.errors - one.errors || (nameOf(one) < nameOf(other) ? -1 : 1))
    .slice(0, MAX_CALLS);
}

const nameOf = ({ from, to }: CallFigures): string => `${nodeKey(from)}\0${nodeKey(to)}`;

/** Calls from the nearest of the services, 0 for these themselves; those further away than a way is long are left out. */
function distances(
  starts: ReadonlySet<string>,
  calls: readonly CallFigures[],
  directed: (call: CallFigures) => [ServiceNode, ServiceNode],
): Map<string, number> {
  const next = new Map<string, Set<string>>();
  for (const call of calls) {
    const [from, to] = directed(call).map(nodeKey);
    next.set(from!, (next.get(from!) ?? new Set()).add(to!));
  }
  const found = new Map([...starts].map((key) => [key, 0]));
  let reached = [...starts];
  for (let hops = 1; hops < MAX_CAUSE_HOPS; hops++) {
    reached = reached.flatMap((key) => [...(next.get(key) ?? [])]).filter((key) => !found.has(key));
    for (const key of reached) found.set(key, hops);
  }
  return found;
}
