import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { windowBefore } from '../../lib/range.js';
import { keptMembers, text } from '../../lib/search.js';
import { Deployments } from '../../ui/deployments.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Panel } from '../../ui/panel.js';
import { RedFigures } from '../../ui/red-figures.js';
import { DependencyTable, ErrorTable, TransactionTable, VersionTable } from '../../ui/red-tables.js';
import { ServiceMark } from '../../ui/service-name.js';
import { ServiceState, useReason } from '../../ui/service-state.js';
import { Answered, Problems } from '../../ui/states.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';

interface State {
  environment: string;
  namespace: string;
}
const FIELDS = { environment: text(), namespace: text() };
type Detail = Schemas['ServiceDetail'];

export function Service() {
  const { service } = useParams({ strict: false }) as { service: string };
  const search = useScreenSearch<State>(FIELDS);
  const filters = Object.fromEntries(Object.entries(search.state).filter(([, value]) => value !== ''));
  const ask = (at: { from: number; to: number }) => ({
    queryKey: ['service', service, filters, at],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/apm/services/{service}', { params: { path: { service }, query: { ...at, ...filters } } }),
      ),
  });
  const now = useQuery(ask(search.window));
  const before = useQuery(ask(windowBefore(search.window)));
  // Another service's figures are not what was there before.
  const ofThis = (answer?: Detail) => (answer?.service.service.name === service ? answer : undefined);
  const data = ofThis(now.data);
  return (
    <>
      <div className="screen-head">
        <h1>
          <ServiceMark name={service} />
          {service}
        </h1>
        <FilterChips search={search} />
        {data !== undefined && <Facts data={data} />}
        {data !== undefined && <Trust meta={data.meta} />}
      </div>
      <Problems problems={search.problems} />
      <Answered of={{ ...now, data }} height={480}>
        {(detail) => <Figures data={detail} before={ofThis(before.data)} search={search} />}
      </Answered>
    </>
  );
}

function Facts({ data: { service } }: { data: Detail }) {
  const t = useT();
  const why = useReason(service);
  const { instrumentation, service: identity } = service;
  const { runtime_language: language, recent_instance_count: instances } = instrumentation;
  const several = service.identities.length > 1 ? t('identities', { count: service.identities.length }) : undefined;
  const facts = [
    identity.namespace,
    identity.environment,
    several,
    language,
    t('instancesCounted', { count: instances }),
  ];
  return (
    <div className="facts">
      <ServiceState of={service} />
      {why !== undefined && <span>{why}</span>}
      {facts
        .filter((fact) => fact !== undefined && fact !== '')
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </div>
  );
}

function Figures({ data, before, search }: { data: Detail; before?: Detail; search: ScreenSearch<State> }) {
  const t = useT();
  const filters = { ...keptMembers(search.raw), service: data.service.service.name };
  return (
    <>
      <RedFigures of={data} before={before} meta={data.meta} zoom={search.setRange} />
      <div className="columns">
        <Panel
          title={t('transactions')}
          beside={
            <Link to="/traces" search={filters as never}>
              {t('tracesOfService')}
            </Link>
          }
        >
          <TransactionTable rows={data.transactions} withService={false} />
        </Panel>
        <Panel
          title={t('dependencies')}
          beside={
            <Link to="/dependencies" search={filters as never}>
              {t('allDependencies')}
            </Link>
          }
        >
          <DependencyTable rows={data.dependencies} />
        </Panel>
        <Panel title={t('errorsTitle')}>
          <ErrorTable rows={data.errors} />
        </Panel>
        <Panel title={t('versions')}>
          <VersionTable rows={data.versions} />
        </Panel>
        <Deployments window={search.window} service={data.service.service.name} {...search.state} />
      </div>
    </>
  );
}
