/** The tree of a trace, self times and the critical path. Pure; times are nanoseconds since the trace's start. */
import type { SpanSide } from '@spanwise/span-model/span-key';

export interface TreeSpan {
  id: string;
  parentId: string | undefined;
  /** `sideOf` its kind: Zipkin's client and server share an id. */
  side: SpanSide;
  start: number;
  end: number;
}

export interface PlacedSpan<S extends TreeSpan> {
  span: S;
  depth: number;
  self: number;
  critical: number;
}

interface Node<S extends TreeSpan> extends PlacedSpan<S> {
  children: Node<S>[];
}

/**
 * Spans with their parents before them, siblings by their start. A span whose parent is not here is a root; so is the first
 * of spans that name each other in a circle. Of two that share an id, the server lies below the client and has the children.
 */
export function placeSpans<S extends TreeSpan>(spans: readonly S[]): PlacedSpan<S>[] {
  const nodes = spans.map((span): Node<S> => ({ span, depth: 0, self: 0, critical: 0, children: [] }));
  nodes.sort((a, b) => a.span.start - b.span.start || (a.span.id < b.span.id ? -1 : 1));
  const newestFirst = nodes.toReversed();
  const idsOf = (side: SpanSide) =>
    newestFirst.filter(({ span }) => span.side === side).map((node) => [node.span.id, node] as const);
  const callers = new Map(idsOf(0));
  const parents = new Map([...callers, ...idsOf(1)]);
  const roots: Node<S>[] = [];
  for (const node of nodes) {
    const { id, parentId, side } = node.span;
    const caller = side === 1 ? callers.get(id) : undefined;
    const parent = caller ?? (parentId === undefined ? undefined : parents.get(parentId));
    if (parent === undefined || parent === node) roots.push(node);
    else parent.children.push(node);
  }
  const ordered = inTreeOrder(roots, nodes);
  for (const node of ordered) node.self = selfTime(node);
  const [first] = ordered.filter((node) => node.depth === 0).sort((a, b) => length(b) - length(a));
  if (first !== undefined) markCriticalPath(first);
  return ordered.map(({ span, depth, self, critical }) => ({ span, depth, self, critical }));
}

const length = ({ span }: Node<TreeSpan>): number => span.end - span.start;

/** Without recursion: a trace may be as deep as it is large. */
function inTreeOrder<S extends TreeSpan>(roots: readonly Node<S>[], all: readonly Node<S>[]): Node<S>[] {
  const ordered: Node<S>[] = [];
  const placed = new Set<Node<S>>();
  const place = (root: Node<S>) => {
    const stack = [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (placed.has(node)) continue;
      placed.add(node);
      ordered.push(node);
      node.children = node.children.filter((child) => !placed.has(child));
      for (const child of node.children.toReversed()) {
        child.depth = node.depth + 1;
        stack.push(child);
      }
    }
  };
  roots.forEach(place);
  for (const node of all) if (!placed.has(node)) place(node);
  return ordered;
}

/** What the union of the children leaves of a span. */
function selfTime({ span, children }: Node<TreeSpan>): number {
  let covered = 0;
  let until = span.start;
  for (const { span: child } of children) {
    const from = Math.max(child.start, until);
    const to = Math.min(child.end, span.end);
    if (to > from) {
      covered += to - from;
      until = to;
    }
  }
  return span.end - span.start - covered;
}

/**
 * From the end of the root backwards: what ended last was waited for, down to its own last child, and so on. What a child
 * does after its parent's end had no waiting caller.
 */
function markCriticalPath(root: Node<TreeSpan>): void {
  const work = [{ node: root, from: root.span.start, until: root.span.end }];
  for (let one = work.pop(); one !== undefined; one = work.pop()) {
    const { node, from } = one;
    let until = one.until;
    for (const child of node.children.toSorted((a, b) => b.span.end - a.span.end)) {
      const end = Math.min(child.span.end, one.until);
      if (end > until || child.span.start >= until || end <= from) continue;
      node.critical += until - end;
      // A child cannot have been waited for before its parent began, whatever its clock says.
      until = Math.max(child.span.start, from);
      work.push({ node: child, from: until, until: end });
    }
    node.critical += until - from;
  }
}
