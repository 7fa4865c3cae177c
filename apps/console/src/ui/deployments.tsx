/** What was deployed in a range, newest first, each leading to what it changed. */
import { useQuery } from '@tanstack/react-query';
import { useT } from '../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../lib/api.js';
import { ago, time } from '../lib/format.js';
import type { Window } from '../lib/range.js';
import { useClock } from './clock.js';
import { CompareLink } from './compare-link.js';
import { Panel } from './panel.js';
import { useLocale } from './preferences.js';
import { ServiceName } from './service-name.js';
import { Answered, Empty } from './states.js';
import { Table, type Column } from './table.js';

type Deployment = Schemas['Deployment'];
const MOST = 10;

interface DeploymentsProps {
  window: Window;
  service?: string;
  namespace?: string;
  environment?: string;
}

/** Filters that are empty texts filter nothing. */
export function Deployments({ window, ...filters }: DeploymentsProps) {
  const t = useT();
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const query = { ...window, ...given, limit: MOST };
  const deployments = useQuery({
    queryKey: ['deployments', query],
    queryFn: () => answerOf(api.GET('/api/v1/apm/deployments', { params: { query } })),
  });
  return (
    <Panel title={t('deployments')}>
      <Answered of={deployments} height={120}>
        {({ items }) => <DeploymentTable rows={items} />}
      </Answered>
    </Panel>
  );
}

function DeploymentTable({ rows }: { rows: readonly Deployment[] }) {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  if (rows.length === 0) return <Empty title={t('noDeployments')}>{t('noDeploymentsNext')}</Empty>;
  const columns: Column<Deployment>[] = [
    {
      name: 'version',
      title: t('version'),
      kind: 'wide',
      cell: ({ version, description }) => (
        <span className="pair" title={`${version} ${description ?? ''}`}>
          <span className="code">{version}</span>
          <span className="soft">{description}</span>
        </span>
      ),
    },
    { name: 'service', title: t('service'), cell: ({ service }) => <ServiceName of={service} /> },
    { name: 'environment', title: t('environment'), cell: ({ service }) => service.environment || '–' },
    {
      name: 'said-by',
      title: t('saidBy'),
      cell: ({ source }) => <span className="soft">{t(`source_${source}`)}</span>,
    },
    {
      name: 'at',
      title: t('deployedAt'),
      kind: 'number',
      cell: ({ deployed_at: at }) => <span title={time(at, locale)}>{ago(at, nowMs, locale)}</span>,
    },
    { name: 'compare', title: t('compare'), cell: (row) => <CompareLink of={row} /> },
  ];
  const keyOf = ({ service, version, deployed_at: at }: Deployment) =>
    `${Object.values(service).join(' ')} ${version} ${at}`;
  return <Table label={t('deployments')} columns={columns} rows={rows} keyOf={keyOf} />;
}
