import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT, type Translate } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { columnUnit, duration } from '../../lib/format.js';
import { keptMembers, text } from '../../lib/search.js';
import { Figure } from '../../ui/figure.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { useRedColumns } from '../../ui/red-tables.js';
import { ServiceName } from '../../ui/service-name.js';
import { Answered, Empty, Problems } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch } from '../../ui/use-search.js';
import { Drawing } from './drawing.js';
import { errorRate, MAX_NODES, nodeId, serviceMap, type Edge, type ServiceMap } from './graph.js';
import './map.css';
import { useLayout } from './use-layout.js';

interface State {
  environment: string;
  namespace: string;
  /** What it calls and what calls it alone. */
  service: string;
}
const FIELDS = { environment: text(), namespace: text(), service: text() };
type Graph = Schemas['ServiceGraph'];

export function MapOfServices() {
  const t = useT();
  const search = useScreenSearch<State>(FIELDS);
  const filters = Object.fromEntries(Object.entries(search.state).filter(([, value]) => value !== ''));
  const query = { ...search.window, ...filters };
  const graph = useQuery({
    queryKey: ['map', query],
    queryFn: () => answerOf(api.GET('/api/v1/traces/service_graph', { params: { query } })),
  });
  const { service: _, ...others } = filters;
  const asked = { ...search.window, ...others, limit: MAX_NODES };
  const services = useQuery({
    queryKey: ['services', asked],
    queryFn: () => answerOf(api.GET('/api/v1/apm/services', { params: { query: asked } })),
  });
  return (
    <>
      <div className="screen-head">
        <h1>{t('map')}</h1>
        <FilterChips search={search} />
        <Link to="/dependencies" search={keptMembers(search.raw) as never}>
          {t('allDependencies')}
        </Link>
        {graph.data !== undefined && <Trust meta={graph.data.meta} />}
      </div>
      <Problems problems={search.problems} />
      <Answered of={graph} height={480}>
        {(data) =>
          data.edges.length === 0 ? (
            <section className="panel">
              <Empty title={t('noCalls')}>{t('noCallsNext')}</Empty>
            </section>
          ) : (
            <Calls graph={data} services={services.data?.items ?? []} />
          )
        }
      </Answered>
    </>
  );
}

function Calls({ graph, services }: { graph: Graph; services: readonly Schemas['ServiceSummary'][] }) {
  const t = useT();
  const { edges, truncated, meta } = graph;
  const map = useMemo(() => serviceMap(edges), [edges]);
  const layout = useLayout(map);
  const stated = useMemo(() => new Map(services.map((one) => [nodeId(one.service), one])), [services]);
  const leftOut = wordsOfLeftOut(map, truncated, t);
  return (
    <>
      {leftOut !== '' && (
        <p className="notice warn" role="status">
          {leftOut}
        </p>
      )}
      <section className="panel">
        <Answered of={layout} height={420}>
          {(places) => (
            <Drawing map={map} services={stated} layout={places} seconds={(meta.range.to - meta.range.from) / 1e6} />
          )}
        </Answered>
      </section>
      <Panel title={t('asTable')}>
        <EdgeTable rows={edges} />
      </Panel>
    </>
  );
}

function wordsOfLeftOut({ nodesLeftOut, linksLeftOut }: ServiceMap, truncated: boolean, t: Translate): string {
  const sentences = [
    ...(nodesLeftOut + linksLeftOut > 0 ? [t('mapLeftOut', { nodes: nodesLeftOut, links: linksLeftOut })] : []),
    ...(truncated ? [t('mapTruncated')] : []),
  ];
  return sentences.join(' ');
}

/** Every edge as it was answered, also those that are drawn as one or not at all. */
function EdgeTable({ rows: edges }: { rows: readonly Edge[] }) {
  const t = useT();
  const locale = useLocale();
  const rows = edges.map((edge) => ({
    ...edge,
    red: {
      request_count: edge.request_count,
      error_rate: errorRate({ requests: edge.request_count, errors: edge.error_count }),
      p95_micros: edge.p95_us,
    },
  }));
  const red = useRedColumns(rows);
  const unit = columnUnit(rows.map(({ wait }) => wait?.p95_us));
  const columns: Column<(typeof rows)[number]>[] = [
    {
      name: 'caller',
      title: t('caller'),
      cell: ({ client_namespace: namespace, client_service: name }) =>
        namespace === '' ? name : <ServiceName of={{ namespace, name }} />,
    },
    { name: 'environment', title: t('environment'), cell: ({ environment }) => environment },
    {
      name: 'target',
      title: t('dependency'),
      kind: 'wide',
      cell: ({ server_service: target }) => <span title={target}>{target}</span>,
    },
    {
      name: 'callee',
      title: t('answeredBy'),
      cell: ({ callee }) => (callee === undefined ? '–' : <ServiceName of={callee} />),
    },
    { name: 'category', title: t('category'), cell: ({ category }) => category },
    ...red,
    {
      name: 'wait',
      title: `${t('waited')} ${unit}`,
      kind: 'number',
      cell: ({ wait }) => <Figure of={duration(wait?.p95_us, locale, unit)} bare />,
    },
  ];
  return <Table label={t('dependencies')} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
