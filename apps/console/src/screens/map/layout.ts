/** Where nodes and links of a map lie; pure. It may take long, and so runs in a worker. */
import { Graph, layout } from '@dagrejs/dagre';
import { LABEL_SIZE, NODE_SIZE } from './graph.js';

export interface LayoutInput {
  nodes: readonly string[];
  links: readonly { id: string; from: string; to: string }[];
}

export interface Place {
  x: number;
  y: number;
}

/** Pixels; nodes and labels lie around their places. */
export interface Layout {
  width: number;
  height: number;
  nodes: ReadonlyMap<string, Place>;
  links: ReadonlyMap<string, { line: string; label: Place }>;
}

/** Through places between two nodes; from side to side, so that it crosses no neighbour above or below. A path of SVG. */
function lineOf(points: readonly Place[], from: Place, to: Place): string {
  const between = points.slice(1, -1);
  const sideOf = ({ x, y }: Place, next: Place): Place => ({ x: x + (Math.sign(next.x - x) * NODE_SIZE.width) / 2, y });
  const [first, ...others] = [sideOf(from, between[0]!), ...between, sideOf(to, between.at(-1)!)];
  let at = first;
  const curves = others.map((next) => {
    const middle = (at.x + next.x) / 2;
    const curve = `C${middle} ${at.y} ${middle} ${next.y} ${next.x} ${next.y}`;
    at = next;
    return curve;
  });
  return `M${first.x} ${first.y}${curves.join('')}`;
}

/** Callers at the left of what they call, as far as calls do not go in a circle. Equal input makes an equal map. */
export function layOut({ nodes, links }: LayoutInput): Layout {
  const graph = new Graph({ directed: true, multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 20, ranksep: 28, edgesep: 8, marginx: 12, marginy: 12 });
  for (const id of nodes) graph.setNode(id, { ...NODE_SIZE });
  for (const { id, from, to } of links) graph.setEdge(from, to, { ...LABEL_SIZE, labelpos: 'c' }, id);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const placeOf = ({ x, y }: Place): Place => ({ x, y });
  return {
    width,
    height,
    nodes: new Map(nodes.map((id) => [id, placeOf(graph.node(id) as Place)])),
    links: new Map(
      links.map(({ id, from, to }) => {
        const edge = graph.edge(from, to, id) as Place & { points: Place[] };
        return [
          id,
          { line: lineOf(edge.points, graph.node(from) as Place, graph.node(to) as Place), label: placeOf(edge) },
        ];
      }),
    ),
  };
}
