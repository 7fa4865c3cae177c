/** The questions that are asked about one set in one variant, each compared as one test. */
import pLimit from 'p-limit';
import { MAX_PAGE, type ApiClient, type Meta, type Page, type Parameters } from '../harness/api-client.js';
import { compareErrors, Comparison, compareRows } from './compare.js';
import {
  keyText,
  SEPARATOR,
  type ApiErrorItem,
  type ApiItem,
  type ApiRed,
  type DataSet,
  type ListName,
  type ReferenceRow,
  type ReferenceTable,
} from './data-set.js';

const MINUTE_MICROS = 60_000_000;
const QUESTIONS_AT_ONCE = 4;
/** Small enough that even small sets have several pages. */
const PAGING_LIMIT = 7;

export interface Target {
  api: ApiClient;
  set: DataSet;
  namespace: string;
  offsetMicros: number;
}

/** The minutes that the set touches, in the product's time. */
export function rangeOf({ set, offsetMicros }: Target): { from: number; to: number } {
  return {
    from: floorMinute(set.firstStartMicros + offsetMicros),
    to: floorMinute(set.lastStartMicros + offsetMicros) + MINUTE_MICROS,
  };
}

const floorMinute = (micros: number): number => Math.floor(micros / MINUTE_MICROS) * MINUTE_MICROS;

export interface Check {
  name: string;
  /** Whether the answers of the set say something about it. */
  isAsked: (set: DataSet) => boolean;
  compare: (into: Comparison, target: Target) => Promise<void>;
}

const LISTS = ['services', 'transactions', 'dependencies'] as const;
const tableOf = (set: Pick<DataSet, 'tables'>, list: ListName) => set.tables.find((table) => table.list === list);

export const CHECKS: readonly Check[] = [
  ...LISTS.flatMap((list) => [
    ofTable(list, `${list} by minute`, (into, target, table) => checkRange(into, target, table, 'minute')),
    ofTable(list, `${list} by hour`, (into, target, table) => checkRange(into, target, table, 'hour')),
    ofTable(list, `pages of ${list}`, checkPaging),
    {
      ...ofTable(list, `${list} of each minute`, checkPerMinute),
      isAsked: (set: DataSet) => (tableOf(set, list)?.perMinute.length ?? 0) > 0,
    },
  ]),
  { name: 'versions', isAsked: ({ versions }) => versions.length > 0, compare: checkVersions },
  { name: 'trend per minute', isAsked: ({ totalPerMinute }) => totalPerMinute.length > 0, compare: checkTrend },
  { name: 'services seen', isAsked: ({ seen }) => seen !== undefined, compare: checkSeen },
  { name: 'topology', isAsked: ({ seen }) => seen !== undefined, compare: checkTopology },
  { name: 'service graph', isAsked: ({ seen }) => seen !== undefined, compare: checkCallers },
  { name: 'error groups', isAsked: ({ errors }) => errors !== undefined, compare: checkErrors },
  { name: 'callees', isAsked: ({ callees }) => callees !== undefined, compare: checkCallees },
  { name: 'consumers', isAsked: ({ consumed }) => consumed !== undefined, compare: checkConsumers },
];

function ofTable(
  list: ListName,
  name: string,
  compare: (into: Comparison, target: Target, table: ReferenceTable) => Promise<void>,
): Check {
  return {
    name,
    isAsked: (set) => tableOf(set, list) !== undefined,
    compare: (into, target) => compare(into, target, tableOf(target.set, list)!),
  };
}

/** What is wrong; a question that compares nothing is wrong, too. */
export async function mismatchesOf({ name, compare }: Check, target: Target): Promise<string[]> {
  const into = new Comparison(name);
  await compare(into, target);
  if (into.rows === 0) into.fail('nothing was compared');
  return into.mismatches;
}

/** A callee is learned, so it may be missing; one that is shown is the right one. */
async function checkCallees(into: Comparison, target: Target): Promise<void> {
  const { callees, ...set } = target.set;
  const table = tableOf(set, 'dependencies')!;
  for (const item of await target.api.list<ApiItem>('dependencies', question(target, 'minute'))) {
    const expected = callees!.get(table.keyOf(item));
    if (expected === undefined || item.callee === undefined) continue;
    into.rows += 1;
    if (item.callee.name !== expected || item.callee.namespace !== target.namespace)
      into.fail(
        `${table.keyOf(item)}: callee expected ${expected}, product ${item.callee.namespace}/${item.callee.name}`,
      );
  }
}

/** Every service that sent a span is listed with how many and of which kinds, and has a detail. */
async function checkSeen(into: Comparison, target: Target): Promise<void> {
  const asked = question(target, 'minute');
  const items = await target.api.list<ApiItem>('services', asked);
  const shown = items.map(({ service, span_count, kinds = [] }): [string, string] => [
    keyText(service.name, service.environment),
    `${span_count} ${kinds.join()}`,
  ]);
  compareCounts(into, 'spans', target.set.seen!, new Map(shown));
  for (const { service } of items) await target.api.get(`services/${encodeURIComponent(service.name)}`, asked);
}

/** Every service that sent a span is a node with all its spans, one without requests too. */
async function checkTopology(into: Comparison, target: Target): Promise<void> {
  const expected = new Map<string, number>();
  for (const [key, text] of target.set.seen!) {
    const [service] = key.split(SEPARATOR);
    expected.set(service!, (expected.get(service!) ?? 0) + Number(text.split(' ')[0]));
  }
  const { from, to } = rangeOf(target);
  const asked = { from: new Date(from / 1_000).toISOString(), to: new Date(to / 1_000).toISOString() };
  const { nodes } = await target.api.get<{ nodes: Node[] }>('../web/topology', asked);
  const own = nodes.filter(({ id }) => id.startsWith(`${encodeURIComponent(target.namespace)}/`));
  compareCounts(into, 'spans', expected, new Map(own.map(({ name, span_count }) => [name, span_count])));
}

interface Node {
  id: string;
  name: string;
  span_count: number;
}

/** The calls of each service are as many as those to all of its dependencies together. */
async function checkCallers(into: Comparison, target: Target): Promise<void> {
  const expected = new Map<string, number>();
  for (const { key, count } of tableOf(target.set, 'dependencies')?.rows ?? []) {
    const [service] = key.split(SEPARATOR);
    expected.set(service!, (expected.get(service!) ?? 0) + count);
  }
  const { edges } = await target.api.get<{ edges: Edge[] }>('../traces/service_graph', question(target, 'minute'));
  const shown = new Map<string, number>();
  for (const { client_namespace, client_service, request_count } of edges) {
    const service = client_service.slice(client_service.lastIndexOf('/') + 1);
    if (client_namespace === target.namespace) shown.set(service, (shown.get(service) ?? 0) + request_count);
  }
  compareCounts(into, 'calls', expected, shown);
}

function compareCounts<Value extends number | string>(
  into: Comparison,
  what: string,
  expected: ReadonlyMap<string, Value>,
  shown: ReadonlyMap<string, Value>,
): void {
  for (const key of new Set([...expected.keys(), ...shown.keys()])) {
    into.rows += 1;
    if (expected.get(key) !== shown.get(key))
      into.fail(`${key}: ${what} expected ${expected.get(key)}, product ${shown.get(key)}`);
  }
}

interface Edge {
  client_service: string;
  client_namespace: string;
  server_service: string;
  category: string;
  request_count: number;
}

/** Edges from queues to their consumers, and none that leads past a queue. */
async function checkConsumers(into: Comparison, target: Target): Promise<void> {
  const { edges } = await target.api.get<{ edges: Edge[] }>('../traces/service_graph', question(target, 'minute'));
  const messaging = edges.filter(({ category }) => category === 'messaging');
  const shown = new Map<string, number>();
  for (const { client_namespace, client_service, server_service, request_count } of messaging) {
    const [caller, callee] = [client_service, server_service].map((name) => name.slice(name.lastIndexOf('/') + 1));
    if (client_namespace === '') shown.set(keyText(caller!, callee!), request_count);
    else if (!server_service.includes('/')) into.fail(`a message leads from ${caller} past its queue to ${callee}`);
  }
  compareCounts(into, 'processed messages', target.set.consumed!, shown);
}

type Resolution = 'minute' | 'hour';

const question = (target: Target, resolution: Resolution): Parameters => ({
  namespace: target.namespace,
  ...rangeOf(target),
  resolution,
});

async function checkRange(
  into: Comparison,
  target: Target,
  table: ReferenceTable,
  resolution: Resolution,
): Promise<void> {
  const items = await target.api.list<ApiItem>(table.list, question(target, resolution));
  compareRows(into, table.rows, observed(table, items), `${table.list}, ${resolution}`);
}

const observed = (table: Pick<ReferenceTable, 'keyOf'>, items: ApiItem[]) =>
  items.map((item) => ({ key: table.keyOf(item), red: item.red }));

async function checkVersions(into: Comparison, target: Target): Promise<void> {
  const services = tableOf(target.set, 'services')!;
  const byVersion = groupBy(target.set.versions, (row) => row.version ?? '');
  for (const [version, rows] of byVersion) {
    const items = await target.api.list<ApiItem>('services', { ...question(target, 'minute'), version });
    compareRows(into, rows, observed(services, items), `version ${version}`);
  }
}

interface Overview {
  red: ApiRed;
  trend: { bucket_at: number; red: ApiRed }[];
  meta: Meta;
}

async function checkTrend(into: Comparison, target: Target): Promise<void> {
  const overview = await target.api.get<Overview>('overview', question(target, 'minute'));
  const byMinute = new Map(
    target.set.totalPerMinute.map((row) => [(row.minuteMicros ?? 0) + target.offsetMicros, row]),
  );
  for (const { bucket_at: minute, red } of overview.trend) {
    const row = byMinute.get(minute);
    byMinute.delete(minute);
    const rows: ReferenceRow[] = row ? [row] : [];
    compareRows(into, rows, [{ key: 'everything', red }], `overview trend, ${timeText(minute)}`);
  }
  for (const [minute, row] of byMinute)
    into.fail(`overview trend: no bucket ${timeText(minute)}, expected ${row.count} requests`);
  const total = target.set.totalPerMinute.reduce((sum, row) => sum + row.count, 0);
  if (Math.round(total) !== overview.red.request_count)
    into.fail(`overview: requests expected ${total}, product ${overview.red.request_count}`);
}

async function checkPerMinute(into: Comparison, target: Target, table: ReferenceTable): Promise<void> {
  const byMinute = groupBy(table.perMinute, (row) => (row.minuteMicros ?? 0) + target.offsetMicros);
  await pLimit(QUESTIONS_AT_ONCE).map(byMinute, async ([from, rows]) => {
    const range = { namespace: target.namespace, from, to: from + MINUTE_MICROS, resolution: 'minute' };
    const items = await target.api.list<ApiItem>(table.list, range);
    compareRows(into, rows, observed(table, items), `${table.list}, ${timeText(from)}`);
  });
}

/** The rows of small pages, forwards and backwards, are those of large pages: none repeated, none left out. */
async function checkPaging(into: Comparison, target: Target, table: ReferenceTable): Promise<void> {
  const parameters = question(target, 'minute');
  const large = identities(await target.api.pages<ApiItem>(table.list, parameters, MAX_PAGE));
  for (const direction of ['desc', 'asc'] as const) {
    const asked = { ...parameters, direction };
    const pages = await target.api.pages<ApiItem>(table.list, asked, PAGING_LIMIT);
    const forwards = identities(pages);
    into.rows += forwards.length;
    for (const key of repeated(forwards)) into.fail(`${table.list} ${direction}: ${key} is on two pages`);
    for (const key of missing(large, forwards)) into.fail(`${table.list} ${direction}: ${key} is on no small page`);
    for (const key of missing(forwards, large)) into.fail(`${table.list} ${direction}: ${key} is on no large page`);
    const last = pages[pages.length - 1];
    const back = await target.api.pagesBack<ApiItem>(table.list, asked, PAGING_LIMIT, last!);
    const backwards = identities([...back].reverse().concat(last!));
    if (JSON.stringify(backwards) !== JSON.stringify(forwards))
      into.fail(
        `${table.list} ${direction}: backwards ${backwards.length} rows that differ from the ${forwards.length} read forwards`,
      );
  }
}

const identities = (pages: Page<ApiItem>[]): string[] =>
  pages.flatMap(({ items }) => items.map((item) => JSON.stringify([item.service, item.transaction, item.dependency])));

const repeated = (keys: string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index);
const missing = (keys: string[], from: string[]): string[] => keys.filter((key) => !from.includes(key));

async function checkErrors(into: Comparison, target: Target): Promise<void> {
  const errors = target.set.errors!;
  const asked = question(target, 'minute');
  compareErrors(into, errors, await target.api.list<ApiErrorItem>('errors', asked));
  for (const { version, rows } of errors.versions ?? []) {
    compareErrors(into, { ...errors, rows }, await target.api.list<ApiErrorItem>('errors', { ...asked, version }));
  }
}

const timeText = (micros: number): string => new Date(micros / 1000).toISOString().slice(0, 19);

function groupBy<T, K>(items: T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
