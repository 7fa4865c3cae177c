import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { shownTraces, type ShownTrace } from '../../lib/exemplars.js';
import { columnUnit, duration, time } from '../../lib/format.js';
import { windowBefore } from '../../lib/range.js';
import { keptMembers, oneOf, text } from '../../lib/search.js';
import { Figure } from '../../ui/figure.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Heatmap } from '../../ui/heatmap.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { RedFigures } from '../../ui/red-figures.js';
import { ErrorTable, VersionTable } from '../../ui/red-tables.js';
import { ServiceName } from '../../ui/service-name.js';
import { Answered, Empty, Problems, type Asked } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { TraceLink } from '../../ui/trace-link.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';

interface State {
  service: string;
  namespace: string;
  environment: string;
  version: string;
  /** What the API asks for where two kinds share the name. */
  kind: '' | 'http' | 'rpc' | 'messaging' | 'span' | 'other';
}
const FIELDS = {
  service: text(),
  namespace: text(),
  environment: text(),
  version: text(),
  kind: oneOf(['', 'http', 'rpc', 'messaging', 'span', 'other'] as const),
};
type Detail = Schemas['TransactionDetail'];

export function Transaction() {
  const { transaction } = useParams({ strict: false }) as { transaction: string };
  const search = useScreenSearch<State>(FIELDS);
  const filters = Object.fromEntries(Object.entries(search.state).filter(([, value]) => value !== ''));
  const ask = (at: { from: number; to: number }) => ({
    queryKey: ['transaction', transaction, filters, at],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/apm/transactions/{transaction}', {
          params: { path: { transaction }, query: { ...at, ...filters } },
        }),
      ),
  });
  const now = useQuery(ask(search.window));
  const before = useQuery(ask(windowBefore(search.window)));
  const durations = useQuery({
    queryKey: ['heatmap', transaction, filters, search.window],
    queryFn: () =>
      answerOf(api.GET('/api/v1/apm/heatmap', { params: { query: { ...search.window, ...filters, transaction } } })),
    placeholderData: (before, query) => (query?.queryKey[1] === transaction ? before : undefined),
  });
  // Another transaction's figures are not what was there before.
  const ofThis = (answer?: Detail) => (answer?.transaction.transaction.name === transaction ? answer : undefined);
  const data = ofThis(now.data);
  return (
    <>
      <div className="screen-head">
        <h1>{transaction}</h1>
        <FilterChips search={search} />
        {data !== undefined && <Facts data={data} />}
        {data !== undefined && <Trust meta={data.meta} />}
      </div>
      <Problems problems={search.problems} />
      <Answered of={{ ...now, data }} height={480}>
        {(detail) => <Figures data={detail} before={ofThis(before.data)} durations={durations} search={search} />}
      </Answered>
    </>
  );
}

function Facts({ data: { transaction } }: { data: Detail }) {
  const t = useT();
  const { service, identities } = transaction;
  return (
    <div className="facts">
      {service.name !== '' && (
        <span>
          <ServiceName of={service} />
        </span>
      )}
      {identities.length > 1 && <span>{t('identities', { count: identities.length })}</span>}
      <span>{transaction.transaction.kind}</span>
    </div>
  );
}

interface FiguresProps {
  data: Detail;
  before?: Detail;
  durations: Asked<Schemas['Heatmap']>;
  search: ScreenSearch<State>;
}

function Figures({ data, before, durations, search }: FiguresProps) {
  const t = useT();
  const red = (of: Detail) => ({ red: of.transaction.red, trend: of.trend });
  const { service } = search.state;
  const filters = { ...keptMembers(search.raw), ...(service !== '' && { service }) };
  return (
    <>
      <RedFigures of={red(data)} before={before && red(before)} meta={data.meta} zoom={search.setRange} />
      <Answered of={durations} height={300}>
        {(heatmap) => heatmap.cells.length > 0 && <Heatmap of={heatmap} zoom={search.setRange} />}
      </Answered>
      <div className="columns">
        <Panel
          title={t('exemplars')}
          beside={
            <Link to="/traces" search={filters as never}>
              {t('tracesOfService')}
            </Link>
          }
        >
          <Exemplars rows={shownTraces(data.transaction.red.exemplars, data.errors)} />
        </Panel>
        <Panel title={t('errorsTitle')}>
          <ErrorTable rows={data.errors} />
        </Panel>
        <Panel title={t('versions')}>
          <VersionTable rows={data.versions} />
        </Panel>
      </div>
    </>
  );
}

function Exemplars({ rows }: { rows: readonly ShownTrace[] }) {
  const t = useT();
  const locale = useLocale();
  if (rows.length === 0) return <Empty title={t('noExemplars')} />;
  const unit = columnUnit(rows.map(({ duration_micros: micros }) => micros));
  const columns: Column<ShownTrace>[] = [
    { name: 'trace', title: t('trace'), cell: (row) => <TraceLink of={row} /> },
    {
      name: 'shown-for',
      title: t('shownFor'),
      kind: 'wide',
      cell: ({ errorType }) => <span title={errorType}>{errorType ?? t('slow')}</span>,
    },
    { name: 'time', title: t('time'), cell: ({ event_time: at }) => time(at, locale) },
    {
      name: 'duration',
      title: `${t('duration')} ${unit}`,
      kind: 'number',
      cell: ({ duration_micros: micros }) => <Figure of={duration(micros, locale, unit)} bare />,
    },
  ];
  return <Table label={t('exemplars')} columns={columns} rows={rows} keyOf={(row) => row.trace_id} />;
}
