import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { keptMembers } from '../../lib/search.js';
import { Panel } from '../../ui/panel.js';
import { ServiceMark } from '../../ui/service-name.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import type { CompareSearch } from './compare-search.js';

type Row = Schemas['ServiceSummary'];
const MOST = 200;

/** The services of which more than one version was seen. */
export function ChooseService({ search: { state, window, raw } }: { search: CompareSearch }) {
  const t = useT();
  const { environment } = state;
  const query = { ...window, limit: MOST, ...(environment !== '' && { environment }) };
  const services = useQuery({
    queryKey: ['services', query],
    queryFn: () => answerOf(api.GET('/api/v1/apm/services', { params: { query } })),
  });
  const kept = keptMembers(raw);
  const columns: Column<Row>[] = [
    {
      name: 'service',
      title: t('service'),
      kind: 'wide',
      cell: ({ service: { namespace, name, environment: its } }) => (
        <>
          <ServiceMark name={name} />
          <Link to="/compare" search={{ ...kept, service: name, namespace, environment: its } as never}>
            {name}
          </Link>
        </>
      ),
    },
    {
      name: 'environment',
      title: t('environment'),
      cell: ({ service }) => <span className="soft">{service.environment}</span>,
    },
    {
      name: 'versions',
      title: t('versions'),
      cell: ({ versions }) => <span className="code">{versions.join(', ')}</span>,
    },
  ];
  return (
    <Answered of={services} height={320}>
      {({ items }) => {
        const rows = items.filter(({ versions }) => versions.length > 1);
        return (
          <Panel title={t('severalVersions')}>
            {rows.length === 0 ? (
              <Empty title={t('noSeveralVersions')}>{t('oneVersionNext')}</Empty>
            ) : (
              <Table
                label={t('severalVersions')}
                columns={columns}
                rows={rows}
                keyOf={({ service }) => Object.values(service).join(' ')}
              />
            )}
          </Panel>
        );
      }}
    </Answered>
  );
}
