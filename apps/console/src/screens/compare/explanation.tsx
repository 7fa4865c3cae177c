/** The slowest known trace of each version, aligned: where the one that is worse spends its time. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api, type Schemas } from '../../lib/api.js';
import { alignedPlaces, decisive, mostDifferent, selfDifference, type Place } from '../../lib/aligned-traces.js';
import { tracesOf, type Comparison, type Transaction } from '../../lib/comparison.js';
import { columnUnit, count, duration } from '../../lib/format.js';
import { keptMembers } from '../../lib/search.js';
import { Figure } from '../../ui/figure.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { ServiceMark } from '../../ui/service-name.js';
import { Answered, Empty, Problems } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import type { CompareSearch } from './compare-search.js';

const MOST_ROWS = 100;
const INDENT_PX = 12;
const DEEPEST_INDENT = 12;

export function Explanation({ of, search }: { of: Comparison; search: CompareSearch }) {
  const { explain } = search.state;
  const rows = of.regressed_transactions;
  const chosen = rows.find(({ transaction }) => transaction.name === explain) ?? rows.at(0);
  const isMissed = explain !== '' && chosen?.transaction.name !== explain;
  return (
    <>
      {isMissed && <Problems problems={[{ member: 'explain', value: explain }]} />}
      {chosen !== undefined && <OfTransaction row={chosen} of={of} search={search} />}
    </>
  );
}

interface OfTransactionProps {
  row: Transaction;
  of: Comparison;
  search: CompareSearch;
}

function OfTransaction({ row, of, search }: OfTransactionProps) {
  const t = useT();
  const { baseline, candidate } = tracesOf(row);
  const title = t('explained', { transaction: row.transaction.name });
  if (baseline === undefined || candidate === undefined)
    return (
      <Panel title={title}>
        <Empty title={t('noTwoTraces')}>{t('noTwoTracesNext')}</Empty>
      </Panel>
    );
  return (
    <TwoTraces key={`${baseline} ${candidate}`} title={title} ids={[baseline, candidate]} of={of} search={search} />
  );
}

type Trace = Schemas['TraceDetail'];

interface TwoTracesProps {
  title: string;
  ids: [baseline: string, candidate: string];
  of: Comparison;
  search: CompareSearch;
}

function TwoTraces({ title, ids: [before, after], of, search }: TwoTracesProps) {
  const ask = (trace: string) => ({
    queryKey: ['trace', trace, {}],
    queryFn: () => answerOf(api.GET('/api/v1/traces/{trace_id}', { params: { path: { trace_id: trace } } })),
    placeholderData: undefined,
  });
  const baseline = useQuery(ask(before));
  const candidate = useQuery(ask(after));
  const data = baseline.data && candidate.data && { baseline: baseline.data, candidate: candidate.data };
  const kept = keptMembers(search.raw) as never;
  const link = (version: string, trace: string) => (
    <span>
      {version}{' '}
      <Link className="code" to="/traces/$trace" params={{ trace }} search={kept}>
        {trace.slice(0, 8)}
      </Link>
    </span>
  );
  const refetch = () => {
    void baseline.refetch();
    void candidate.refetch();
  };
  return (
    <Panel
      title={title}
      beside={
        <span className="facts">
          {link(of.baseline.version, before)}
          {link(of.candidate.version, after)}
        </span>
      }
    >
      <Answered of={{ data, error: baseline.error ?? candidate.error, refetch }} height={240}>
        {(both) => <Aligned {...both} versions={[of.baseline.version, of.candidate.version]} />}
      </Answered>
    </Panel>
  );
}

interface AlignedProps {
  baseline: Trace;
  candidate: Trace;
  versions: [baseline: string, candidate: string];
}

function Aligned({ baseline, candidate, versions: [before, after] }: AlignedProps) {
  const t = useT();
  const locale = useLocale();
  const places = useMemo(() => alignedPlaces(baseline.spans, candidate.spans), [baseline, candidate]);
  const decides = decisive(places);
  const rows = mostDifferent(places, MOST_ROWS);
  const unit = columnUnit(rows.map((row) => Math.abs(selfDifference(row)) / 1_000).filter((micros) => micros > 0));
  const time = (nanos: number, spans = 1) => (
    <Figure of={duration(spans === 0 ? undefined : nanos / 1_000, locale, unit)} bare />
  );
  const columns: Column<Place>[] = [
    {
      name: 'operation',
      title: t('operation'),
      kind: 'wide',
      cell: ({ service, operation, depth }) => (
        <span
          style={{ paddingInlineStart: Math.min(depth, DEEPEST_INDENT) * INDENT_PX }}
          title={`${service} ${operation}`}
        >
          <ServiceMark name={service} />
          {operation} <span className="soft">{service}</span>
        </span>
      ),
    },
    {
      name: 'spans',
      title: t('spans'),
      kind: 'number',
      cell: (row) => `${count(row.baseline.spans, locale).value} → ${count(row.candidate.spans, locale).value}`,
    },
    {
      name: 'self-before',
      title: t('selfOf', { version: before, unit }),
      kind: 'number',
      cell: (row) => time(row.baseline.selfNanos, row.baseline.spans),
    },
    {
      name: 'self-after',
      title: t('selfOf', { version: after, unit }),
      kind: 'number',
      cell: (row) => time(row.candidate.selfNanos, row.candidate.spans),
    },
    {
      name: 'difference',
      title: t('differenceIn', { unit }),
      kind: 'number',
      cell: (row) => (
        <span className={row.key === decides?.key ? (selfDifference(row) > 0 ? 'worse' : 'better') : undefined}>
          {time(selfDifference(row))}
        </span>
      ),
    },
  ];
  const lost = duration(decides === undefined ? undefined : Math.abs(selfDifference(decides)) / 1_000, locale);
  return (
    <>
      <p className="words" data-explained="">
        {decides === undefined
          ? t('tracesAlike')
          : t(selfDifference(decides) > 0 ? 'mostLost' : 'mostSaved', {
              operation: decides.operation,
              service: decides.service,
              time: `${lost.value} ${lost.unit}`,
            })}{' '}
        <span className="soft">{t('twoTracesOnly')}</span>
      </p>
      <Table label={t('aligned')} columns={columns} rows={rows} keyOf={({ key }) => key} />
      {places.length > rows.length && (
        <p className="words soft">{t('leastDifferent', { count: places.length - rows.length })}</p>
      )}
    </>
  );
}
