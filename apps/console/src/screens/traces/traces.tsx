import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { columnUnit, count, duration, time } from '../../lib/format.js';
import { keptMembers } from '../../lib/search.js';
import { Figure } from '../../ui/figure.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { ListPage } from '../../ui/list-page.js';
import { useLocale } from '../../ui/preferences.js';
import { ServiceMark } from '../../ui/service-name.js';
import { Problems } from '../../ui/states.js';
import type { Column } from '../../ui/table.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';
import { filtersOf, SORTS, TRACE_FIELDS, type TraceState } from './filters.js';

type Row = Schemas['TraceSummary'];
const PAGE = 50;

export function Traces() {
  const t = useT();
  const search = useScreenSearch<TraceState>(TRACE_FIELDS);
  const { state, window, problems, change } = search;
  const filters = filtersOf(state);
  // Beside a cursor only the size of the page is given: it holds the rest.
  const query =
    state.cursor === ''
      ? {
          ...window,
          sort: state.sort,
          limit: PAGE,
          ...(state.q !== '' && { q: state.q }),
          ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
        }
      : { cursor: state.cursor, limit: PAGE };
  const page = useQuery({
    queryKey: ['traces', query],
    queryFn: () => answerOf(api.GET('/api/v1/web/traces', { params: { query } })),
  });
  const columns = useColumns(page.data?.items ?? [], search);
  return (
    <>
      <div className="screen-head">
        <h1>{t('traces')}</h1>
        <FilterChips search={search} />
      </div>
      <Problems problems={problems} />
      <Filters key={JSON.stringify(state)} search={search} />
      <ListPage
        of={page}
        label={t('traces')}
        columns={columns}
        keyOf={(row) => row.trace_id}
        empty={['noTraces', 'noTracesNext']}
        change={change}
      />
    </>
  );
}

/** What is typed counts when it is sent; what is chosen, at once. */
function Filters({ search: { state, change } }: { search: ScreenSearch<TraceState> }) {
  const t = useT();
  const [typed, setTyped] = useState({
    q: state.q,
    service: state.service,
    slower: state.slower === 0 ? '' : String(state.slower),
  });
  const send = (event: React.FormEvent) => {
    event.preventDefault();
    change(typed);
  };
  const field = (name: keyof typeof typed, label: string, kind = '') => (
    <input
      className={`input ${kind}`}
      aria-label={label}
      placeholder={label}
      value={typed[name]}
      {...(name === 'slower' && { inputMode: 'decimal', size: 12 })}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  );
  return (
    <form className="filters" role="search" onSubmit={send}>
      {field('q', t('traceText'), 'grow')}
      {field('service', t('service'))}
      {field('slower', t('slowerThan'))}
      <label className="check">
        <input
          type="checkbox"
          checked={state.failed === 'yes'}
          onChange={({ target }) => change({ ...typed, failed: target.checked ? 'yes' : undefined })}
        />
        {t('onlyFailed')}
      </label>
      <select
        className="input"
        aria-label={t('order')}
        value={state.sort}
        onChange={({ target }) => change({ ...typed, sort: target.value })}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`order_${sort}`)}
          </option>
        ))}
      </select>
      <button className="button primary" type="submit">
        {t('find')}
      </button>
    </form>
  );
}

function useColumns(rows: readonly Row[], { raw }: ScreenSearch<TraceState>): Column<Row>[] {
  const t = useT();
  const locale = useLocale();
  const kept = keptMembers(raw) as never;
  const unit = columnUnit(rows.map(({ duration_ms: ms }) => ms * 1_000));
  return [
    { name: 'start', title: t('start'), cell: ({ start_ns: ns }) => time(ns / 1_000, locale) },
    {
      name: 'operation',
      title: t('operation'),
      kind: 'wide',
      cell: ({ trace_id: trace, operation }) => (
        <Link to="/traces/$trace" params={{ trace }} search={kept} title={operation}>
          {operation}
        </Link>
      ),
    },
    {
      name: 'service',
      title: t('service'),
      cell: ({ service }) => (
        <>
          <ServiceMark name={service} />
          {service}
        </>
      ),
    },
    {
      name: 'spans',
      title: t('spans'),
      kind: 'number',
      cell: ({ span_count: spans }) => <Figure of={count(spans, locale)} />,
    },
    {
      name: 'errors',
      title: t('errors'),
      kind: 'number',
      cell: ({ error_count: errors }) => (
        <span className={errors > 0 ? 'worse' : 'soft'}>
          <Figure of={count(errors, locale)} />
        </span>
      ),
    },
    {
      name: 'duration',
      title: `${t('duration')} ${unit}`,
      kind: 'number',
      cell: ({ duration_ms: ms }) => <Figure of={duration(ms * 1_000, locale, unit)} bare />,
    },
  ];
}
