import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { ago, columnUnit, count, duration, time } from '../../lib/format.js';
import { listFields, listQuery, type ListState } from '../../lib/list-query.js';
import { useClock } from '../../ui/clock.js';
import { Figure } from '../../ui/figure.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { ListPage } from '../../ui/list-page.js';
import { useLocale } from '../../ui/preferences.js';
import { useRedColumns } from '../../ui/red-tables.js';
import { ServiceName } from '../../ui/service-name.js';
import { ServiceState } from '../../ui/service-state.js';
import { Problems } from '../../ui/states.js';
import { sortingOf, type Column } from '../../ui/table.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch } from '../../ui/use-search.js';

type State = ListState<'request_count' | 'error_rate' | 'p95' | 'name'>;
const FIELDS = listFields(['request_count', 'error_rate', 'p95', 'name'] as const);
type Row = Schemas['ServiceSummary'];

export function Services() {
  const t = useT();
  const search = useScreenSearch<State>(FIELDS);
  const { state, problems, change } = search;
  const query = listQuery(search);
  const page = useQuery({
    queryKey: ['services', query],
    queryFn: () => answerOf(api.GET('/api/v1/apm/services', { params: { query } })),
  });
  const columns = useColumns(page.data?.items ?? []);
  return (
    <>
      <div className="screen-head">
        <h1>{t('services')}</h1>
        <FilterChips search={search} />
        {page.data !== undefined && <Trust meta={page.data.meta} />}
      </div>
      <Problems problems={problems} />
      <ListPage
        of={page}
        label={t('services')}
        columns={columns}
        keyOf={({ service }) => Object.values(service).join(' ')}
        sorting={sortingOf(state, change)}
        empty={['noServices', 'noRequestsNext']}
        change={change}
      />
    </>
  );
}

function useColumns(rows: readonly Row[]): Column<Row>[] {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const [requests, errors, p95] = useRedColumns(rows, true);
  const unit = columnUnit(rows.map(({ red }) => red.p50_micros));
  return [
    {
      name: 'service',
      title: t('service'),
      kind: 'wide',
      sort: 'name',
      cell: ({ service }) => <ServiceName of={service} />,
    },
    { name: 'health', title: t('state'), cell: (row) => <ServiceState of={row} /> },
    {
      name: 'namespace',
      title: t('namespace'),
      cell: ({ service }) => <span className="soft">{service.namespace}</span>,
    },
    {
      name: 'environment',
      title: t('environment'),
      cell: ({ service }) => <span className="soft">{service.environment}</span>,
    },
    requests!,
    errors!,
    {
      name: 'p50',
      title: `p50 ${unit}`,
      kind: 'number',
      cell: ({ red }) => <Figure of={duration(red.p50_micros, locale, unit)} bare />,
    },
    p95!,
    {
      name: 'instances',
      title: t('instances'),
      kind: 'number',
      cell: ({ instrumentation }) => <Figure of={count(instrumentation.recent_instance_count, locale)} />,
    },
    { name: 'language', title: t('runtime'), cell: ({ instrumentation }) => instrumentation.runtime_language ?? '–' },
    {
      name: 'version',
      title: t('version'),
      cell: ({ versions }) => <span className="code">{versions[0] ?? '–'}</span>,
    },
    {
      name: 'last-seen',
      title: t('lastSeen'),
      kind: 'number',
      cell: ({ last_seen_at: at }) => <span title={time(at, locale)}>{ago(at, nowMs, locale)}</span>,
    },
  ];
}
