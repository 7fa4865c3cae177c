/** Answer files of recorded sets as reference tables, with names compared as the data's README says. */
import { keyText, type ApiItem, type DataSet, type ErrorReference, type ReferenceRow } from './data-set.js';

interface Figures {
  count: number;
  errors: number;
  minute?: string;
  p50_ms?: number;
  p50_lin_ms?: number;
  p95_ms?: number;
  p95_lin_ms?: number;
  p99_ms?: number;
  p99_lin_ms?: number;
}
type OfService = Figures & { service: string };
type OfTransaction = OfService & { name: string };
type OfEdge = Figures & { caller: string; callee: string; type: string };

interface RecordedGroup {
  service: string;
  type: string;
  count: number;
  by_version: Record<string, number>;
}

export interface Answers {
  services?: OfService[];
  services_per_minute?: OfService[];
  services_by_version?: (OfService & { version: string })[];
  transactions?: OfTransaction[];
  transactions_per_minute?: OfTransaction[];
  edges?: OfEdge[];
  edges_per_minute?: OfEdge[];
  total_per_minute?: Figures[];
  error_groups?: { service: string; type: string; count: number }[];
  /** The exceptions set: figures per service and version, and every group there is. */
  red?: (OfService & { version: string })[];
  groups?: RecordedGroup[];
}

type Reference = Pick<
  DataSet,
  'tables' | 'versions' | 'totalPerMinute' | 'errors' | 'callees' | 'consumed' | 'sampledRequests' | 'sampledCalls'
>;

export function referenceFrom(answers: Answers): Reference {
  const versions = answers.services_by_version ?? answers.red ?? [];
  const services = answers.services?.map((row) => toRow(row.service, row)) ?? sumByService(versions);
  const tables: Reference['tables'] = [
    {
      list: 'services',
      keyOf: (item) => item.service.name,
      rows: services,
      perMinute: (answers.services_per_minute ?? []).map((row) => toRow(row.service, row)),
    },
  ];
  if (answers.transactions) {
    const key = (row: OfTransaction) => keyText(row.service, row.name);
    tables.push({
      list: 'transactions',
      keyOf: (item) => keyText(item.service.name, routeOf(item)),
      rows: answers.transactions.map((row) => toRow(key(row), row)),
      perMinute: (answers.transactions_per_minute ?? []).map((row) => toRow(key(row), row)),
    });
  }
  if (answers.edges) {
    tables.push({
      list: 'dependencies',
      keyOf: (item) => keyText(item.service.name, calleeOf(item)),
      rows: mergeEqualKeys(answers.edges.map((row) => toRow(edgeKey(row), row))),
      perMinute: mergeEqualKeys((answers.edges_per_minute ?? []).map((row) => toRow(edgeKey(row), row))),
    });
  }
  return {
    tables,
    versions: versions.map((row) => ({ ...toRow(row.service, row), version: row.version })),
    totalPerMinute: (answers.total_per_minute ?? []).map((row) => toRow('everything', row)),
    errors: errorsOf(answers),
    callees: calleesOf(answers.edges ?? []),
    consumed: consumedOf(answers.transactions ?? []),
    sampledRequests: services.reduce((sum, row) => sum + row.count, 0),
    sampledCalls: answers.edges?.reduce((sum, row) => sum + row.count, 0),
  };
}

function toRow(key: string, figures: Figures): ReferenceRow {
  const row: ReferenceRow = { key, count: figures.count, errors: figures.errors };
  if (figures.minute !== undefined) row.minuteMicros = Date.parse(figures.minute) * 1000;
  const { p50_ms, p50_lin_ms, p95_ms, p95_lin_ms, p99_ms, p99_lin_ms } = figures;
  if (p50_ms !== undefined && p95_ms !== undefined && p99_ms !== undefined) {
    const inMicros = (nearestMs: number, linearMs = nearestMs) => ({
      nearest: nearestMs * 1000,
      linear: linearMs * 1000,
    });
    row.percentiles = {
      p50: inMicros(p50_ms, p50_lin_ms),
      p95: inMicros(p95_ms, p95_lin_ms),
      p99: inMicros(p99_ms, p99_lin_ms),
    };
  }
  return row;
}

/** The answers name an HTTP transaction by its route, the product by method and route. */
function routeOf({ transaction }: ApiItem): string {
  const name = transaction?.name ?? '';
  return transaction?.kind === 'http' ? name.slice(name.indexOf(' ') + 1) : consumedName(transaction?.kind, name);
}

/** The answers say `food_delivery process`, the product `process food_delivery`. */
function consumedName(kind: string | undefined, name: string): string {
  const space = name.indexOf(' ');
  return kind === 'messaging' && space > 0 ? `${name.slice(space + 1)} ${name.slice(0, space)}` : name;
}

const NAMED_BY_CATEGORY = new Map([
  ['db', 'database'],
  ['messaging', 'messaging'],
]);

function edgeKey(row: OfEdge): string {
  return keyText(row.caller, NAMED_BY_CATEGORY.get(row.type) ?? `service ${row.callee}`);
}

/** Calls of services alone: a queue has several consumers, and nothing that is traced answers behind a database. */
function calleesOf(edges: OfEdge[]): Reference['callees'] {
  const services = edges.filter(({ type }) => !NAMED_BY_CATEGORY.has(type));
  return services.length === 0 ? undefined : new Map(services.map((edge) => [edgeKey(edge), edge.callee]));
}

const PROCESS = ' process';

/** The answers name what processes messages by its queue: `food_delivery process`. */
function consumedOf(transactions: OfTransaction[]): Reference['consumed'] {
  const processing = transactions.filter(({ name }) => name.endsWith(PROCESS));
  if (processing.length === 0) return undefined;
  return new Map(processing.map((row) => [keyText(row.name.slice(0, -PROCESS.length), row.service), row.count]));
}

/** Calls of databases and queues compare by their category, calls of services by the address called. */
function calleeOf({ dependency }: ApiItem): string {
  const category = dependency?.category ?? '';
  if (category === 'database' || category === 'messaging') return category;
  return `service ${dependency?.target ?? ''}`;
}

function mergeEqualKeys(rows: ReferenceRow[]): ReferenceRow[] {
  const merged = new Map<string, ReferenceRow>();
  for (const row of rows) {
    const id = `${row.key} @ ${row.minuteMicros ?? ''}`;
    const first = merged.get(id);
    // Percentiles of two rows cannot be added.
    if (first)
      merged.set(id, {
        ...first,
        count: first.count + row.count,
        errors: first.errors + row.errors,
        percentiles: undefined,
      });
    else merged.set(id, row);
  }
  return [...merged.values()];
}

function sumByService(rows: OfService[]): ReferenceRow[] {
  return mergeEqualKeys(rows.map(({ service, count, errors }) => ({ key: service, count, errors })));
}

function errorsOf(answers: Answers): ErrorReference | undefined {
  if (answers.groups) return allGroups(answers.groups);
  if (!answers.error_groups?.length) return undefined;
  // Errors that carry no exception are groups of the product, too, of which these answers know nothing.
  const rows = sumGroups(
    answers.error_groups.map(({ service, type, count }) => ({ key: keyText(service, type), count })),
  );
  return {
    complete: false,
    keyOf: (item) => keyText(item.service.name, item.error.error_type),
    rows: rows.map(({ key, occurrences }) => ({ key, occurrences })),
  };
}

/** Every group with its own count: a group that is split or shared shows as two counts that are not expected. */
function allGroups(groups: RecordedGroup[]): ErrorReference {
  const keyOf = (service: string, type: string, count: number): string => keyText(service, type, `${count}×`);
  const rowsOf = (countOf: (group: RecordedGroup) => number) =>
    sumGroups(
      groups
        .map((group) => ({ key: keyOf(group.service, group.type, countOf(group)), count: countOf(group) }))
        .filter(({ count }) => count > 0),
    );
  const versions = [...new Set(groups.flatMap((group) => Object.keys(group.by_version)))].sort();
  return {
    complete: true,
    keyOf: (item) => keyOf(item.service.name, item.error.error_type, item.occurrence_count),
    rows: rowsOf(({ count }) => count),
    versions: versions.map((version) => ({ version, rows: rowsOf(({ by_version }) => by_version[version] ?? 0) })),
  };
}

function sumGroups(groups: { key: string; count: number }[]): { key: string; groups: number; occurrences: number }[] {
  const sums = new Map<string, { key: string; groups: number; occurrences: number }>();
  for (const { key, count } of groups) {
    const sum = sums.get(key) ?? { key, groups: 0, occurrences: 0 };
    sums.set(key, { key, groups: sum.groups + 1, occurrences: sum.occurrences + count });
  }
  return [...sums.values()];
}
