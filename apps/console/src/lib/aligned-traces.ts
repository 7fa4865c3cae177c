/** Two traces beside each other: what one takes longer for than the other, by where in the trace it happens. Pure. */
import type { Schemas } from '@spanwise/api-client/client';

export type AlignedSpan = Pick<Schemas['TraceSpan'], 'service' | 'operation' | 'depth' | 'duration_ns' | 'self_ns'>;

/** Of all spans of one place in one trace. */
export interface PlaceSide {
  spans: number;
  durationNanos: number;
  selfNanos: number;
}

/** The same operation of the same service below the same operations. */
export interface Place {
  key: string;
  service: string;
  operation: string;
  depth: number;
  baseline: PlaceSide;
  candidate: PlaceSide;
}

const SEPARATOR = '\u0000';
const nothing = (): PlaceSide => ({ spans: 0, durationNanos: 0, selfNanos: 0 });

interface Node extends Place {
  below: Map<string, Node>;
}

/** Places of both, parents first; those of the candidate alone follow those that the baseline has below the same parent. */
export function alignedPlaces(baseline: readonly AlignedSpan[], candidate: readonly AlignedSpan[]): Place[] {
  const root: Node = { ...place('', '', '', -1), below: new Map() };
  addAll(root, baseline, 'baseline');
  addAll(root, candidate, 'candidate');
  const places: Place[] = [];
  const waiting = [...root.below.values()].toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { below, ...own } = node;
    places.push(own);
    waiting.push(...[...below.values()].toReversed());
  }
  return places;
}

const place = (key: string, service: string, operation: string, depth: number): Place => ({
  key,
  service,
  operation,
  depth,
  baseline: nothing(),
  candidate: nothing(),
});

/** Spans come parents first, by their depth; one whose parent is missing hangs on the last that is above it. */
function addAll(root: Node, spans: readonly AlignedSpan[], side: 'baseline' | 'candidate'): void {
  const path: { depth: number; node: Node }[] = [{ depth: -1, node: root }];
  for (const { service, operation, depth, duration_ns: duration, self_ns: self } of spans) {
    while (path.length > 1 && path.at(-1)!.depth >= depth) path.pop();
    const parent = path.at(-1)!.node;
    const name = `${service}${SEPARATOR}${operation}`;
    let node = parent.below.get(name);
    if (node === undefined) {
      node = {
        ...place(`${parent.key}${SEPARATOR}${name}`, service, operation, parent.depth + 1),
        below: new Map(),
      };
      parent.below.set(name, node);
    }
    node[side].spans++;
    node[side].durationNanos += duration;
    node[side].selfNanos += self;
    path.push({ depth, node });
  }
}

/** How much longer the candidate was busy there itself, nanoseconds. */
export const selfDifference = ({ baseline, candidate }: Place): number => candidate.selfNanos - baseline.selfNanos;

/** The place that explains most of the difference in the direction of the whole; undefined where nothing differs. */
export function decisive(places: readonly Place[]): Place | undefined {
  const sum = places.reduce((all, one) => all + selfDifference(one), 0);
  const sign = sum < 0 ? -1 : 1;
  const [most] = places.toSorted((one, other) => sign * (selfDifference(other) - selfDifference(one)));
  return most === undefined || sign * selfDifference(most) <= 0 ? undefined : most;
}

/** The places that differ most, in the order in which they came. */
export function mostDifferent(places: readonly Place[], most: number): Place[] {
  if (places.length <= most) return [...places];
  const kept = new Set(
    places
      .toSorted((one, other) => Math.abs(selfDifference(other)) - Math.abs(selfDifference(one)))
      .slice(0, most)
      .map(({ key }) => key),
  );
  return places.filter(({ key }) => kept.has(key));
}
