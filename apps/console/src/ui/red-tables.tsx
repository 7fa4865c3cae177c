/** Transactions, dependencies, errors and versions as more than one screen lists them. */
import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.js';
import type { Schemas } from '../lib/api.js';
import { ago, columnUnit, count, duration, share, time, type DurationUnit } from '../lib/format.js';
import { keptMembers } from '../lib/search.js';
import { useClock } from './clock.js';
import { CompareLink } from './compare-link.js';
import { Figure } from './figure.js';
import { useLocale } from './preferences.js';
import { ServiceName } from './service-name.js';
import { Empty } from './states.js';
import { Table, type Column } from './table.js';
import { useRawSearch } from './use-search.js';

type RedOfRow = Pick<Schemas['RedSummary'], 'request_count' | 'error_rate' | 'p95_micros'>;
type Transaction = Schemas['TransactionSummary'];
type Dependency = Schemas['DependencySummary'];
type Version = Schemas['VersionSummary'];
export type ErrorRow = Schemas['ErrorSummary'];

const identity = ({ namespace, name, environment }: Schemas['ServiceIdentity']): string =>
  `${namespace} ${name} ${environment}`;

/** Requests, errors and a percentile, as every table has them. */
export function useRedColumns<Row extends { red: RedOfRow }>(rows: readonly Row[], sorted = false): Column<Row>[] {
  const t = useT();
  const locale = useLocale();
  const unit = columnUnit(rows.map(({ red }) => red.p95_micros));
  return [
    {
      name: 'requests',
      title: t('requests'),
      kind: 'number',
      ...(sorted && { sort: 'request_count' }),
      cell: ({ red }) => <Figure of={count(red.request_count, locale)} />,
    },
    {
      name: 'error-rate',
      title: `${t('errors')} %`,
      kind: 'number',
      ...(sorted && { sort: 'error_rate' }),
      cell: ({ red }) => <Figure of={share(red.error_rate, locale)} bare />,
    },
    {
      name: 'p95',
      title: `p95 ${unit}`,
      kind: 'number',
      ...(sorted && { sort: 'p95' }),
      cell: ({ red }) => <Figure of={duration(red.p95_micros, locale, unit satisfies DurationUnit)} bare />,
    },
  ];
}

/** Where rows of several environments stand together, each says its own. */
function environmentOf<Row extends { service: Schemas['ServiceIdentity'] }>(
  rows: readonly Row[],
  title: string,
): Column<Row>[] {
  if (new Set(rows.map(({ service }) => service.environment)).size < 2) return [];
  return [{ name: 'environment', title, cell: ({ service }) => <span className="soft">{service.environment}</span> }];
}

/** Leads to the transaction of this service alone, and of this kind: two kinds may share a name. */
function TransactionName({ of: { service, transaction } }: { of: Transaction }) {
  const kept = keptMembers(useRawSearch());
  const { namespace, name, environment } = service;
  const search = { ...kept, service: name, namespace, environment, kind: transaction.kind };
  return (
    <Link
      to="/transactions/$transaction"
      params={{ transaction: transaction.name }}
      search={search as never}
      title={transaction.name}
    >
      {transaction.name}
    </Link>
  );
}

export function TransactionTable({
  rows,
  withService = true,
}: {
  rows: readonly Transaction[];
  withService?: boolean;
}) {
  const t = useT();
  const red = useRedColumns(rows);
  if (rows.length === 0) return <Empty title={t('noTransactions')} />;
  const columns: Column<Transaction>[] = [
    {
      name: 'transaction',
      title: t('transaction'),
      kind: 'wide',
      cell: (row) => <TransactionName of={row} />,
    },
    ...(withService
      ? [{ name: 'service', title: t('service'), cell: (row: Transaction) => <ServiceName of={row.service} /> }]
      : environmentOf(rows, t('environment'))),
    ...red,
  ];
  const keyOf = (row: Transaction) => `${identity(row.service)} ${row.transaction.kind} ${row.transaction.name}`;
  return <Table label={t('topTransactions')} columns={columns} rows={rows} keyOf={keyOf} />;
}

function useDependencyColumns(rows: readonly Dependency[], sorted = false): Column<Dependency>[] {
  const t = useT();
  const red = useRedColumns(rows, sorted);
  return [
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
    ...environmentOf(rows, t('environment')),
    ...red,
  ];
}

/** With who calls, and which service answers behind the name that is called, where traces show it. */
export function useCallColumns(rows: readonly Dependency[]): Column<Dependency>[] {
  const t = useT();
  const [target, ...others] = useDependencyColumns(rows, true);
  return [
    { name: 'caller', title: t('caller'), cell: ({ service }) => <ServiceName of={service} /> },
    target!,
    {
      name: 'callee',
      title: t('answeredBy'),
      cell: ({ callee }) => (callee === undefined ? '–' : <ServiceName of={callee} />),
    },
    ...others,
  ];
}

export const keyOfDependency = (row: Dependency): string =>
  `${identity(row.service)} ${Object.values(row.dependency).join(' ')}`;

export function DependencyTable({ rows }: { rows: readonly Dependency[] }) {
  const t = useT();
  const columns = useDependencyColumns(rows);
  if (rows.length === 0) return <Empty title={t('noDependencies')} />;
  return <Table label={t('dependencies')} columns={columns} rows={rows} keyOf={keyOfDependency} />;
}

export function useErrorColumns(): Column<ErrorRow>[] {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const kept = keptMembers(useRawSearch()) as never;
  return [
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
    { name: 'service', title: t('service'), cell: ({ service }) => <ServiceName of={service} /> },
    {
      name: 'occurrences',
      title: t('occurrences'),
      kind: 'number',
      sort: 'occurrence_count',
      cell: ({ occurrence_count: occurrences }) => <Figure of={count(occurrences, locale)} />,
    },
    {
      name: 'last-seen',
      title: t('lastSeen'),
      kind: 'number',
      sort: 'last_seen',
      cell: ({ last_seen_at: at }) => <span title={time(at, locale)}>{ago(at, nowMs, locale)}</span>,
    },
  ];
}

export const keyOfError = (row: ErrorRow): string => `${identity(row.service)} ${row.error.fingerprint}`;

export function ErrorTable({ rows }: { rows: readonly ErrorRow[] }) {
  const t = useT();
  const columns = useErrorColumns();
  if (rows.length === 0) return <Empty title={t('noErrors')} />;
  return <Table label={t('topErrors')} columns={columns} rows={rows} keyOf={keyOfError} />;
}

/** Whether a service has a version that another one can be compared with. */
const hasSeveral = (rows: readonly Version[]): boolean =>
  new Set(rows.map(({ service, version }) => `${identity(service)} ${version}`)).size >
  new Set(rows.map(({ service }) => identity(service))).size;

export function VersionTable({ rows }: { rows: readonly Version[] }) {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  if (rows.length === 0) return <Empty title={t('noVersions')}>{t('noVersionsNext')}</Empty>;
  const at = (micros: number) => <span title={time(micros, locale)}>{ago(micros, nowMs, locale)}</span>;
  const columns: Column<Version>[] = [
    {
      name: 'version',
      title: t('version'),
      kind: 'wide',
      cell: ({ version }) => <span className="code">{version}</span>,
    },
    { name: 'environment', title: t('environment'), cell: ({ service }) => service.environment },
    { name: 'first', title: t('firstSeen'), kind: 'number', cell: ({ first_seen_at: first }) => at(first) },
    { name: 'last', title: t('lastSeen'), kind: 'number', cell: ({ last_seen_at: last }) => at(last) },
    ...(hasSeveral(rows)
      ? [{ name: 'compare', title: t('compare'), cell: (row: Version) => <CompareLink of={row} /> }]
      : []),
  ];
  const keyOf = ({ service, version }: Version) => `${Object.values(service).join(' ')} ${version}`;
  return <Table label={t('versions')} columns={columns} rows={rows} keyOf={keyOf} />;
}
