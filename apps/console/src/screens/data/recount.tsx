/** On demand: requests and errors of the range counted again from the stored spans, beside the figures. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { closedPart, differenceOf } from '../../lib/data-health.js';
import { count, timeRange } from '../../lib/format.js';
import type { Window } from '../../lib/range.js';
import { Figure } from '../../ui/figure.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { Answered, Empty } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import type { DataSearch } from './data-search.js';

type Answer = Schemas['Reconciliation'];
type Row = Schemas['ReconciledService'];

export function Recount({ boundaries, search }: { boundaries: Schemas['Boundaries']; search: DataSearch }) {
  const t = useT();
  const range = closedPart(search.window, boundaries);
  const wanted = search.state.recount === 'yes';
  return (
    <Panel
      title={t('recount')}
      beside={
        range !== undefined &&
        !wanted && (
          <button className="button" type="button" onClick={() => search.change({ recount: 'yes' })}>
            {t('recountNow')}
          </button>
        )
      }
    >
      {range === undefined ? (
        <Empty title={t('nothingClosed')}>{t('nothingClosedNext')}</Empty>
      ) : wanted ? (
        <Counted range={range} end={() => search.change({ recount: undefined })} />
      ) : (
        <p className="words soft">{t('recountWhat')}</p>
      )}
    </Panel>
  );
}

function Counted({ range, end }: { range: Window; end: () => void }) {
  const t = useT();
  const queries = useQueryClient();
  const key = ['reconcile', range.from, range.to];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/apm/reconcile', { params: { query: range }, signal })),
    // What has been closed does not change: it is counted once.
    staleTime: Infinity,
    placeholderData: undefined,
  });
  const cancel = () => {
    end();
    void queries.cancelQueries({ queryKey: key });
  };
  return (
    <>
      {answer.isFetching && (
        <p className="words">
          <span role="status">{t('recounting')}</span>{' '}
          <button className="button link" type="button" onClick={cancel}>
            {t('cancel')}
          </button>
        </p>
      )}
      <Answered of={answer} height={160}>
        {(data) => <Result of={data} range={range} />}
      </Answered>
    </>
  );
}

const STATES = { equal: 'healthy', different: 'critical', incomplete: 'warning' } as const;

function Result({ of, range }: { of: Answer; range: Window }) {
  const t = useT();
  const locale = useLocale();
  const { totals, services, status, incomplete_reasons: reasons } = of;
  const exact = (value: number) => count(value, locale).exact;
  const number = (name: string, title: string, value: (row: Row) => number): Column<Row> => ({
    name,
    title,
    kind: 'number',
    cell: (row) => <Figure of={count(value(row), locale)} />,
  });
  const columns: Column<Row>[] = [
    {
      name: 'service',
      title: t('service'),
      kind: 'wide',
      cell: ({ namespace, service }) => `${namespace === '' ? '' : `${namespace} / `}${service}`,
    },
    number('counted', t('requestsCountedHere'), ({ rollups }) => rollups.requests),
    number('recounted', t('requestsStored'), ({ recount }) => recount.requests),
    number('errors-counted', t('errorsCountedHere'), ({ rollups }) => rollups.errors),
    number('errors-recounted', t('errorsStored'), ({ recount }) => recount.errors),
    {
      name: 'difference',
      title: t('difference'),
      kind: 'number',
      cell: (row) => {
        const { requests, errors } = differenceOf(row);
        return (
          <span
            className={requests === 0 && errors === 0 ? 'soft' : 'worse'}
          >{`${exact(requests)}, ${exact(errors)}`}</span>
        );
      },
    },
  ];
  return (
    <div data-recount={status}>
      <div className="words">
        <p>
          <span className={`state ${STATES[status]}`}>{t(`recount_${status}`)}</span>{' '}
          {t('recountSums', { counted: exact(totals.rollups.requests), recounted: exact(totals.recount.requests) })}
        </p>
        {reasons.map((reason) => (
          <p key={reason}>{t(`incomplete_${reason}`)}</p>
        ))}
        <p className="soft">{timeRange(range.from, range.to, locale)}</p>
      </div>
      {services.length > 0 && (
        <Table
          label={t('recount')}
          columns={columns}
          rows={services}
          keyOf={({ namespace, service }) => `${namespace} ${service}`}
        />
      )}
    </div>
  );
}
