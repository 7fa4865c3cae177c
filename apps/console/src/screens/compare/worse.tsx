/** What of a version got worse: transactions, errors, calls. */
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import type { Schemas } from '../../lib/api.js';
import { tracesOf, type Comparison, type Transaction } from '../../lib/comparison.js';
import { columnUnit, count, duration, share } from '../../lib/format.js';
import { keptMembers } from '../../lib/search.js';
import { Figure } from '../../ui/figure.js';
import { Panel } from '../../ui/panel.js';
import { useLocale } from '../../ui/preferences.js';
import { keyOfDependency, keyOfError } from '../../ui/red-tables.js';
import { Empty } from '../../ui/states.js';
import { Table, type Column } from '../../ui/table.js';
import { TraceLink } from '../../ui/trace-link.js';
import { IntervalText } from './change-figure.js';
import type { CompareSearch } from './compare-search.js';

export function Worse({ of, search }: { of: Comparison; search: CompareSearch }) {
  const t = useT();
  const { regressed_transactions: transactions, regressed_errors: errors, regressed_dependencies: calls } = of;
  // Where all may be said, that nothing is worse is said once.
  if (transactions.length + errors.length + calls.length === 0)
    return (
      <Panel title={t('whatIsWorse')}>
        <Empty title={t(of.sufficient_data ? 'nothingWorse' : 'tooFewToList')}>
          {t(of.sufficient_data ? 'nothingWorseNext' : 'nothingWorseFew')}
        </Empty>
      </Panel>
    );
  return (
    <>
      {transactions.length > 0 && (
        <Panel title={t('worseTransactions')}>
          <Transactions rows={transactions} search={search} />
        </Panel>
      )}
      {errors.length > 0 && (
        <Panel title={t('worseErrors')}>
          <Errors rows={errors} search={search} />
        </Panel>
      )}
      {calls.length > 0 && (
        <Panel title={t('worseCalls')}>
          <Calls rows={calls} />
        </Panel>
      )}
    </>
  );
}

interface Sided {
  red: Schemas['RedSummary'];
  baseline_red: Schemas['RedSummary'];
}

/** A figure before and after, in two columns of one unit. */
function useSidedColumns<Row extends Sided>(rows: readonly Row[]): Column<Row>[] {
  const t = useT();
  const locale = useLocale();
  const unit = columnUnit(rows.flatMap(({ red, baseline_red: before }) => [red.p95_micros, before.p95_micros]));
  const p95 = (name: string, title: string, of: (row: Row) => Schemas['RedSummary']): Column<Row> => ({
    name,
    title,
    kind: 'number',
    cell: (row) => <Figure of={duration(of(row).p95_micros, locale, unit)} bare />,
  });
  const failed = (name: string, title: string, of: (row: Row) => Schemas['RedSummary']): Column<Row> => ({
    name,
    title,
    kind: 'number',
    cell: (row) => <Figure of={share(of(row).error_rate, locale)} bare />,
  });
  return [
    {
      name: 'requests',
      title: t('requests'),
      kind: 'number',
      cell: ({ red }) => <Figure of={count(red.request_count, locale)} />,
    },
    failed('errors-before', t('errorsBefore'), ({ baseline_red: before }) => before),
    failed('error-rate', `${t('errors')} %`, ({ red }) => red),
    p95('p95-before', t('p95Before', { unit }), ({ baseline_red: before }) => before),
    p95('p95', `p95 ${unit}`, ({ red }) => red),
  ];
}

function Transactions({ rows, search }: { rows: readonly Transaction[]; search: CompareSearch }) {
  const t = useT();
  const kept = keptMembers(search.raw);
  const sided = useSidedColumns(rows);
  const columns: Column<Transaction>[] = [
    {
      name: 'transaction',
      title: t('transaction'),
      kind: 'wide',
      cell: ({ transaction: { name, kind }, service, version }) => (
        <Link
          to="/transactions/$transaction"
          params={{ transaction: name }}
          search={{ ...kept, service: service.name, namespace: service.namespace, kind, version } as never}
          title={name}
        >
          {name}
        </Link>
      ),
    },
    ...sided,
    {
      name: 'ratio',
      title: t('p95Times'),
      cell: (row) => <IntervalText figure="p95" interval={row.p95_ratio_interval} />,
    },
    {
      name: 'failing',
      title: t('errorsBy'),
      cell: (row) => <IntervalText figure="error_rate" interval={row.error_rate_delta_interval} />,
    },
    { name: 'trace', title: t('slowTrace'), cell: (row) => <SlowTrace of={row} /> },
    {
      name: 'explain',
      title: t('explain'),
      cell: ({ transaction: { name } }) => (
        <button className="button link" type="button" onClick={() => search.change({ explain: name })}>
          {t('explain')}
        </button>
      ),
    },
  ];
  const keyOf = ({ service, transaction }: Transaction) =>
    `${Object.values(service).join(' ')} ${transaction.kind} ${transaction.name}`;
  return <Table label={t('worseTransactions')} columns={columns} rows={rows} keyOf={keyOf} />;
}

function SlowTrace({ of }: { of: Transaction }) {
  const t = useT();
  const { candidate } = tracesOf(of);
  if (candidate === undefined) return <span className="soft">{t('notKept')}</span>;
  return <TraceLink of={{ trace_id: candidate, trace_available: true }} />;
}

type ErrorRow = Schemas['RegressedError'];

function Errors({ rows, search }: { rows: readonly ErrorRow[]; search: CompareSearch }) {
  const t = useT();
  const locale = useLocale();
  const kept = keptMembers(search.raw) as never;
  const columns: Column<ErrorRow>[] = [
    {
      name: 'error',
      title: t('error'),
      kind: 'wide',
      cell: ({ error, representative_message: message }) => (
        <span className="pair" title={`${error.error_type}: ${message ?? ''}`}>
          <Link to="/errors/$fingerprint" params={{ fingerprint: error.fingerprint }} search={kept}>
            {error.error_type}
          </Link>
          <span className="soft">{message ?? error.transaction_name}</span>
        </span>
      ),
    },
    {
      name: 'occurrences',
      title: t('occurrences'),
      kind: 'number',
      cell: ({ occurrence_count: occurrences }) => <Figure of={count(occurrences, locale)} />,
    },
    {
      name: 'interval',
      title: t('perRequest'),
      cell: (row) => <IntervalText figure="occurrence_rate" interval={row.occurrence_rate_delta_interval} />,
    },
  ];
  return <Table label={t('worseErrors')} columns={columns} rows={rows} keyOf={keyOfError} />;
}

type Call = Schemas['RegressedDependency'];

function Calls({ rows }: { rows: readonly Call[] }) {
  const t = useT();
  const sided = useSidedColumns(rows);
  const columns: Column<Call>[] = [
    {
      name: 'target',
      title: t('dependency'),
      kind: 'wide',
      cell: ({ dependency: { target, operation } }) => (
        <span title={`${target} ${operation ?? ''}`}>
          {target} {operation !== undefined && <span className="soft">{operation}</span>}
        </span>
      ),
    },
    { name: 'category', title: t('category'), cell: ({ dependency }) => dependency.category },
    ...sided,
    { name: 'decided', title: t('decidedBy'), cell: ({ evidence }) => t(`compared_${evidence.figure}`) },
    {
      name: 'interval',
      title: t('interval'),
      cell: ({ evidence: { figure, interval } }) => <IntervalText figure={figure} interval={interval} />,
    },
  ];
  return <Table label={t('worseCalls')} columns={columns} rows={rows} keyOf={keyOfDependency} />;
}
