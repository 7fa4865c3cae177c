import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import type { Schemas } from '../../lib/api.js';
import { rate, share } from '../../lib/format.js';
import { serviceColour } from '../../lib/palette.js';
import { keptMembers } from '../../lib/search.js';
import { useLocale } from '../../ui/preferences.js';
import { useReason } from '../../ui/service-state.js';
import { useRawSearch } from '../../ui/use-search.js';
import {
  errorRate,
  isMarked,
  LABEL_SIZE,
  NODE_SIZE,
  shortened,
  type MapLink,
  type MapNode,
  type ServiceMap,
} from './graph.js';
import type { Layout, Place } from './layout.js';

const MAX_CHARACTERS = 21;
/** How small a wide map is made before it has to be scrolled. */
const SMALLEST = 0.82;

type ServiceSummary = Schemas['ServiceSummary'];

interface DrawingProps {
  map: ServiceMap;
  /** What the list of services says of them, by `nodeId`. */
  services: ReadonlyMap<string, ServiceSummary>;
  layout: Layout;
  /** Of the range that is shown. */
  seconds: number;
}

/** Nodes lead to what they are; links are listed by the table, and hidden from those who cannot see them. */
export function Drawing({ map: { nodes, links }, services, layout, seconds }: DrawingProps) {
  const t = useT();
  const isOfOne = new Set(nodes.map(({ environment }) => environment)).size === 1;
  const { width, height } = layout;
  return (
    <div className="map-box" tabIndex={0} role="region" aria-label={t('map')}>
      <svg
        className="map"
        viewBox={`0 0 ${width} ${height}`}
        style={{ maxWidth: width, minWidth: width * SMALLEST }}
        role="group"
        aria-label={t('map')}
      >
        <defs>
          <Arrow id="arrow" />
          <Arrow id="arrow-failing" />
        </defs>
        <g aria-hidden="true">
          {links.map((link) => (
            <Call key={link.id} link={link} at={layout.links.get(link.id)} seconds={seconds} />
          ))}
        </g>
        {nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            service={services.get(node.id)}
            environment={isOfOne ? '' : node.environment}
            at={layout.nodes.get(node.id)}
            seconds={seconds}
          />
        ))}
      </svg>
    </div>
  );
}

const Arrow = ({ id }: { id: string }) => (
  <marker
    id={id}
    viewBox="0 0 8 8"
    refX="7"
    refY="4"
    markerWidth="8"
    markerHeight="8"
    orient="auto"
    markerUnits="userSpaceOnUse"
  >
    <path d="M0 0 8 4 0 8z" />
  </marker>
);

/** Failing ones are dashed, and say how many. A layout of before does not have all of them. */
function Call({
  link: { calls },
  at,
  seconds,
}: {
  link: MapLink;
  at?: { line: string; label: Place };
  seconds: number;
}) {
  const locale = useLocale();
  if (at === undefined) return null;
  const { line, label } = at;
  const failing = isMarked(calls);
  const often = rate(calls.requests / seconds, locale);
  const { width, height } = failing ? LABEL_SIZE : { width: LABEL_SIZE.width, height: LABEL_SIZE.height / 2 };
  return (
    <g className={failing ? 'call failing' : 'call'}>
      <path d={line} markerEnd={`url(#${failing ? 'arrow-failing' : 'arrow'})`} />
      <rect x={label.x - width / 2} y={label.y - height / 2} width={width} height={height} />
      <text x={label.x} y={failing ? label.y - 3 : label.y + 4}>
        {often.value} {often.unit}
      </text>
      {failing && (
        <text x={label.x} y={label.y + 11}>
          ▲ {share(errorRate(calls), locale).value} %
        </text>
      )}
    </g>
  );
}

interface NodeProps {
  node: MapNode;
  service?: ServiceSummary;
  /** Where the map has several. */
  environment: string;
  at?: Place;
  seconds: number;
}

/** A service is marked by its state, and has its own figures: those of its callers stand on the links (APM-17). */
function Node({ node, service, environment, at, seconds }: NodeProps) {
  const t = useT();
  const locale = useLocale();
  const kept = keptMembers(useRawSearch());
  const why = useReason(service ?? { health: 'no_traffic' });
  if (at === undefined) return null;
  const { name, namespace, callers, callees } = node;
  const calls = service ? { requests: service.red.request_count, errors: service.red.error_count } : node.calls;
  const state = service?.health ?? (namespace === undefined && isMarked(calls) ? 'critical' : 'healthy');
  const isBad = state === 'critical' || state === 'warning';
  const what = [node.category ?? t('service'), environment].filter((one) => one !== '').join(' · ');
  const often = rate(calls.requests / seconds, locale);
  const failed = share(errorRate(calls), locale).value;
  const figures = t('mapNode', { name, what, callers, callees, rate: `${often.value} ${often.unit}`, failed });
  const label = [figures, ...(service ? [t(service.health)] : []), ...(why === undefined ? [] : [why])].join('\n');
  const [left, top] = [at.x - NODE_SIZE.width / 2, at.y - NODE_SIZE.height / 2];
  const box = (
    <>
      <title>{label}</title>
      <rect className="box" x={left} y={top} {...NODE_SIZE} rx={namespace === undefined ? 20 : 6} />
    </>
  );
  return (
    <g className={`node ${state}`}>
      {/* What is no service has no screen of its own, but what surrounds it can be seen. */}
      {namespace === undefined ? (
        <Link aria-label={label} to="/map" search={{ ...kept, service: name } as never}>
          {box}
        </Link>
      ) : (
        <Link
          aria-label={label}
          to="/services/$service"
          params={{ service: name }}
          search={{ ...kept, namespace, environment: node.environment } as never}
        >
          {box}
        </Link>
      )}
      <g className="words" aria-hidden="true">
        {namespace !== undefined && (
          <rect x={left} y={top + 6} width="3" height={NODE_SIZE.height - 12} style={{ fill: serviceColour(name) }} />
        )}
        <text className="name" x={left + 14} y={top + 19}>
          {shortened(name, MAX_CHARACTERS)}
        </text>
        <text className="what" x={left + 14} y={top + 35}>
          {shortened(what, MAX_CHARACTERS)}
          {isBad && <tspan className="failed"> ▲ {failed} %</tspan>}
        </text>
      </g>
    </g>
  );
}
