import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { ago, count, time } from '../../lib/format.js';
import { text } from '../../lib/search.js';
import { Chart } from '../../ui/chart.js';
import { useClock } from '../../ui/clock.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { ServiceName } from '../../ui/service-name.js';
import { Answered, Empty, Problems } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { TraceLink } from '../../ui/trace-link.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';

interface State {
  environment: string;
}
const FIELDS = { environment: text() };
type Detail = Schemas['ErrorGroupDetail'];
type Sample = Schemas['ErrorSampleView'];

export function ErrorGroup() {
  const t = useT();
  const { fingerprint } = useParams({ strict: false }) as { fingerprint: string };
  const search = useScreenSearch<State>(FIELDS);
  const { environment } = search.state;
  const query = { ...search.window, ...(environment !== '' && { environment }) };
  const detail = useQuery({
    queryKey: ['error', fingerprint, query],
    queryFn: () => answerOf(api.GET('/api/v1/apm/errors/{fingerprint}', { params: { path: { fingerprint }, query } })),
  });
  return (
    <>
      <Problems problems={search.problems} />
      {detail.data === undefined && (
        <div className="screen-head">
          <h1>{t('error')}</h1>
        </div>
      )}
      <Answered of={detail} height={480}>
        {(data) => <Group data={data} search={search} />}
      </Answered>
    </>
  );
}

function Group({ data, search }: { data: Detail; search: ScreenSearch<State> }) {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const { group, trend, meta, representative_stack: stack, samples, grouping } = data;
  const series = useMemo(
    () => [{ label: t('occurrences'), colour: '--bad', values: trend.map(({ red }) => red.error_count) }],
    [trend, t],
  );
  const times = useMemo(() => trend.map(({ bucket_at }) => bucket_at), [trend]);
  return (
    <>
      <div className="screen-head">
        <h1>{group.error.error_type}</h1>
        <FilterChips search={search} />
        <div className="facts">
          <span>
            <ServiceName of={group.service} />
          </span>
          <span>
            {t('occurrencesCounted', {
              count: group.occurrence_count,
              text: count(group.occurrence_count, locale).exact,
            })}
          </span>
          <span title={time(group.last_seen_at, locale)}>
            {t('lastSeen')} {ago(group.last_seen_at, nowMs, locale)}
          </span>
        </div>
        <Trust meta={meta} />
      </div>
      {group.representative_message !== undefined && <p className="notice code">{group.representative_message}</p>}
      <Chart
        title={t('occurrences')}
        times={times}
        series={series}
        meta={meta}
        format={(value) => count(value, locale)}
        zoom={search.setRange}
      />
      <div className="columns">
        <section className="panel">
          <header>
            <h2>{t('stack')}</h2>
            {grouping?.rule !== undefined && <span className="soft">{t('groupedBy', { rule: grouping.rule })}</span>}
          </header>
          {stack.length === 0 ? (
            <Empty title={t('noStack')} />
          ) : (
            <div className="command">
              <pre tabIndex={0} aria-label={t('stack')}>
                {stack.join('\n')}
              </pre>
            </div>
          )}
        </section>
        <Panel title={t('samples')}>
          <Samples rows={samples} />
        </Panel>
      </div>
    </>
  );
}

function Samples({ rows }: { rows: readonly Sample[] }) {
  const t = useT();
  const locale = useLocale();
  if (rows.length === 0) return <Empty title={t('noSamples')} />;
  const columns: Column<Sample>[] = [
    { name: 'time', title: t('time'), cell: ({ event_time: at }) => time(at, locale) },
    { name: 'transaction', title: t('transaction'), kind: 'wide', cell: ({ transaction_name: name }) => name ?? '–' },
    { name: 'version', title: t('version'), cell: ({ version }) => <span className="code">{version ?? '–'}</span> },
    { name: 'trace', title: t('trace'), cell: (row) => <TraceLink of={row} /> },
  ];
  return <Table label={t('samples')} columns={columns} rows={rows} keyOf={(row) => `${row.trace_id} ${row.span_id}`} />;
}
