import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { apmErrorDetail, type ErrorDetailQuery, type ErrorGroupDetail } from '@spanwise/contracts/apm/details';
import { notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { ErrorSample } from '@spanwise/span-model/error-facts';
import { SeriesKind } from '@spanwise/span-model/series';
import { ApmReads, narrowed, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { mergeAll, sumTotals } from '../read/grouping.js';
import { mergedIdentity } from '../read/merged-identity.js';
import { readRanked } from '../read/ranked-series.js';
import { readRange, readSeries } from '../read/series-rows.store.js';
import type { Series, SeriesRed } from '../read/series.js';
import type { StoredTraces } from '../read/stored-traces.js';
import { readStoredTraces } from '../read/stored-traces.store.js';
import { identityOfSeries } from '../read/summaries.js';
import { readTrend } from '../read/trend.js';
import { affectedTransactions, affectedVersions } from './affected.js';
import { errorIdentity, errorSummaries, type ErrorRow } from './error-rows.store.js';
import {
  groupingOf,
  readStoredGroup,
  representativeStack,
  samplesShown,
  sampleView,
  successorOf,
} from './stored-group.store.js';

/** One error group, with what made it one (APM-13). */
@Controller()
export class ErrorDetails {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(apmErrorDetail)
  detail(query: ErrorDetailQuery, context: IamContext): Promise<ErrorGroupDetail> {
    return this.reads.answer(context, this.reads.rangeOf(query), filtersOf(query), (read, meta) =>
      compose(query.fingerprint, read, meta),
    );
  }
}

async function compose(name: string, asked: ApmRead, meta: MetaOf): Promise<ErrorGroupDetail> {
  const { fingerprint, known } = await findGroup(name, asked);
  const read = narrowed(asked, { name: fingerprint });
  const active = await readRange(read.snapshot, [SeriesKind.Error], read.filters, read.range, known);
  const series = active.length > 0 ? active.map((one) => one.series) : [...known.values()];
  const [first] = series;
  const ofService = narrowed(asked, oneService(series) ? { namespace: first!.namespace, service: first!.service } : {});
  const services = await readRange(read.snapshot, [SeriesKind.Service], ofService.filters, read.range);
  const transactions = await readRanked(ofService, SeriesKind.Transaction);
  const stored = await readStoredGroup(read.snapshot, first!);
  const shown = samplesShown(stored, asked.filters);
  const storedTraces = await storedTracesOf(shown, read);
  return {
    group: await summaryOf(groupRow(series, active, services), read),
    trend: await readTrend(read, SeriesKind.Error, active),
    affected_transactions: affectedTransactions(active, transactions.rows, read),
    affected_versions: affectedVersions(active),
    representative_stack: representativeStack(stored, shown),
    samples: shown.map((sample) => sampleView(sample, storedTraces.cover(sample.startMicros))),
    ...(stored !== undefined && { grouping: groupingOf(stored) }),
    meta: await meta(sumTotals(services.map(({ totals }) => totals))),
  };
}

function storedTracesOf(samples: ErrorSample[], { snapshot }: ApmRead): Promise<StoredTraces> {
  const starts = samples.map((sample) => sample.startMicros);
  return readStoredTraces(snapshot, Math.min(...starts, snapshot.nowMicros), Math.max(...starts, 0));
}

interface Found {
  fingerprint: string;
  known: Map<string, Series>;
}

/** By its own fingerprint, or by one of a former algorithm whose figures are gone: an old link leads on. */
async function findGroup(name: string, read: ApmRead): Promise<Found> {
  const { version: _, ...identity } = read.filters;
  const find = async (fingerprint: string): Promise<Found> => ({
    fingerprint,
    known: await readSeries(read.snapshot, [SeriesKind.Error], { ...identity, name: fingerprint }),
  });
  const own = await find(name);
  if (own.known.size > 0) return own;
  const successor = await successorOf(read.snapshot, name);
  const found = successor === undefined ? own : await find(successor);
  if (found.known.size === 0) throw notFound('There is no such error group.');
  return found;
}

const serviceOf = ({ namespace, service }: Series): string => `${namespace}\0${service}`;

/** A fingerprint belongs to one service; only what exceeded the budget of groups has the same name everywhere. */
const oneService = (series: Series[]): boolean => new Set(series.map(serviceOf)).size === 1;

function groupRow(series: Series[], active: SeriesRed[], services: SeriesRed[]): ErrorRow {
  const owners = new Set(series.map(serviceOf));
  const requests = sumTotals(services.filter((one) => owners.has(serviceOf(one.series))).map(({ totals }) => totals));
  const red = mergeAll(active.map((one) => one.red));
  return {
    group: { identity: errorIdentity(series[0]!), series, totals: red, red },
    errorRate: requests.weight === 0 ? 0 : Math.min(1, red.weight / requests.weight),
    lastSeenMicros: Math.max(...series.map((one) => one.lastSeenMicros)),
  };
}

async function summaryOf(row: ErrorRow, read: ApmRead): Promise<ErrorGroupDetail['group']> {
  const [summary] = await errorSummaries([row], read);
  const service = mergedIdentity(row.group.series.map((one) => identityOfSeries([one])));
  return { ...summary!, service, traces: { ...summary!.traces, service: service.name } };
}
