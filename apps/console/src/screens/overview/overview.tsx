import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { windowBefore } from '../../lib/range.js';
import { keptMembers, oneOf, text } from '../../lib/search.js';
import { Deployments } from '../../ui/deployments.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Panel } from '../../ui/panel.js';
import { RedFigures } from '../../ui/red-figures.js';
import { ErrorTable, TransactionTable } from '../../ui/red-tables.js';
import { Answered, Empty, Problems } from '../../ui/states.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';
import { Onboarding } from './onboarding.js';
import { WAYS, type Way } from './ways.js';

interface State {
  environment: string;
  /** How telemetry is sent, while there is none. */
  send: Way;
}
const FIELDS = { environment: text(), send: oneOf(WAYS) };
type Search = ScreenSearch<State>;
type Answer = Omit<Schemas['Overview'], 'regressed_dependencies'>;

/** What all of a screen asks about. */
const queryOf = ({ window, state }: Search, at = window) => ({
  ...at,
  ...(state.environment !== '' && { environment: state.environment }),
});

export function Overview() {
  const t = useT();
  const search = useScreenSearch<State>(FIELDS);
  const ask = (query: ReturnType<typeof queryOf>) => ({
    queryKey: ['overview', query],
    queryFn: () => answerOf(api.GET('/api/v1/apm/overview', { params: { query } })),
  });
  const now = useQuery(ask(queryOf(search)));
  const before = useQuery(ask(queryOf(search, windowBefore(search.window))));
  return (
    <>
      <div className="screen-head">
        <h1>{t('overview')}</h1>
        <FilterChips search={search} />
        {now.data !== undefined && <HealthCounts counts={now.data.service_health} search={search} />}
        {now.data !== undefined && <Trust meta={now.data.meta} />}
      </div>
      <Problems problems={search.problems} />
      <Answered of={now} height={480}>
        {(data) =>
          data.red.request_count === 0 && data.services.length === 0 ? (
            <NoRequests search={search} />
          ) : (
            <Figures data={data} before={before.data} search={search} />
          )
        }
      </Answered>
    </>
  );
}

function Figures({ data, before, search }: { data: Answer; before?: Answer; search: Search }) {
  const t = useT();
  const kept = keptMembers(search.raw) as never;
  return (
    <>
      <RedFigures of={data} before={before} meta={data.meta} zoom={search.setRange} />
      <div className="columns">
        <Panel
          title={t('topTransactions')}
          beside={
            <Link to="/services" search={kept}>
              {t('allServices')}
            </Link>
          }
        >
          <TransactionTable rows={data.top_transactions} />
        </Panel>
        <Panel
          title={t('topErrors')}
          beside={
            <Link to="/errors" search={kept}>
              {t('allErrors')}
            </Link>
          }
        >
          <ErrorTable rows={data.top_errors} />
        </Panel>
        <Deployments window={search.window} environment={search.state.environment} />
      </div>
    </>
  );
}

function HealthCounts({ counts, search }: { counts: Answer['service_health']; search: Search }) {
  const t = useT();
  const kept = keptMembers(search.raw) as never;
  return (
    <div className="facts">
      {(['critical', 'warning', 'healthy', 'no_traffic'] as const)
        .filter((health) => counts[health] > 0)
        .map((health) => (
          <Link className={`state ${health}`} key={health} to="/services" search={kept}>
            {counts[health]} {t(health)}
          </Link>
        ))}
    </div>
  );
}

const MONTH_MICROS = 30 * 86_400 * 1_000_000;

/** Nothing in this range, or nothing ever: the last 30 days show which. */
function NoRequests({ search }: { search: Search }) {
  const t = useT();
  const { to } = search.window;
  const ever = useQuery({
    queryKey: ['ever', Math.floor(to / 60_000_000)],
    queryFn: () =>
      answerOf(api.GET('/api/v1/apm/services', { params: { query: { from: to - MONTH_MICROS, to, limit: 1 } } })),
  });
  return (
    <Answered of={ever} height={320}>
      {({ items }) =>
        items.length === 0 ? (
          <Onboarding way={search.state.send} choose={(send) => search.change({ send })} />
        ) : (
          <div className="panel">
            <Empty
              title={t('noRequests')}
              action={
                <button className="button" type="button" onClick={() => search.setRange({ last: '30d' })}>
                  {t('widen')}
                </button>
              }
            >
              {t('noRequestsNext')}
            </Empty>
          </div>
        )
      }
    </Answered>
  );
}
