import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  apmTransactionDetail,
  type TransactionDetail,
  type TransactionDetailQuery,
} from '@spanwise/contracts/apm/details';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { SeriesKind } from '@spanwise/span-model/series';
import { compareOccurrences, errorRows, errorSummaries } from '../errors/error-rows.store.js';
import { ApmReads, narrowed, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { mergeAll } from '../read/grouping.js';
import { identitiesOf, mergedIdentity } from '../read/merged-identity.js';
import { topOf } from '../read/section.js';
import { readRange } from '../read/series-rows.store.js';
import type { Series, SeriesFilters, SeriesRed } from '../read/series.js';
import { identityOfSeries, transactionSummary } from '../read/summaries.js';
import { readTrend } from '../read/trend.js';
import { versionSummaries } from '../services/services.store.js';
import { findTransaction } from './find-transaction.js';

const ERRORS_LIMIT = 10;

/** One transaction by its exact name, merged over services (APM-24). */
@Controller()
export class TransactionDetails {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(apmTransactionDetail)
  detail(query: TransactionDetailQuery, context: IamContext): Promise<TransactionDetail> {
    return this.reads.answer(context, this.reads.rangeOf(query), filtersOf(query), (read, meta) =>
      compose(query, read, meta),
    );
  }
}

async function compose(query: TransactionDetailQuery, asked: ApmRead, meta: MetaOf): Promise<TransactionDetail> {
  const { known, category } = await findTransaction(query, asked);
  const read = narrowed(asked, { name: query.transaction, category });
  const active = await readRange(read.snapshot, [SeriesKind.Transaction], read.filters, read.range, known);
  const total = mergeAll(active.map(({ red }) => red));
  const series = seriesShown(known, active, read);
  const identities = series.map((one) => identityOfSeries([one]));
  const summary = transactionSummary({ identity: [], series, totals: total, red: total }, read);
  const service = mergedIdentity(identities);
  const version = asked.filters.version === undefined ? {} : { version: asked.filters.version };
  return {
    transaction: {
      ...summary,
      ...version,
      service,
      traces: { ...summary.traces, ...version, service: service.name },
      identities: identitiesOf(identities),
    },
    trend: await readTrend(read, SeriesKind.Transaction, active),
    errors: await affectingErrors(query.transaction, active, narrowed(asked, oneService(active))),
    versions: topOf(versionSummaries(active)),
    meta: await meta(total),
  };
}

/** What the row describes: series with traffic under the version filter, all that are known when it is silent. */
function seriesShown(known: Map<string, Series>, active: SeriesRed[], read: ApmRead): Series[] {
  if (active.length > 0) return active.map(({ series }) => series);
  const { version } = read.filters;
  const all = [...known.values()];
  const ofVersion = all.filter((series) => series.version === version);
  return ofVersion.length > 0 ? ofVersion : all;
}

/** Spares reading other services when the transaction is of one. */
function oneService(active: SeriesRed[]): SeriesFilters {
  const owners = new Map(active.map(({ series }) => [serviceOf(series), series]));
  const [first] = owners.values();
  return owners.size === 1 ? { namespace: first!.namespace, service: first!.service } : {};
}

/** Groups that occurred in the transaction, counted in it; their rate is over the requests of their service. */
async function affectingErrors(
  transaction: string,
  active: SeriesRed[],
  read: ApmRead,
): Promise<TransactionDetail['errors']> {
  const within = narrowed(read, { detail: transaction });
  const owners = new Set(active.map(({ series }) => serviceOf(series)));
  const services = await readRange(read.snapshot, [SeriesKind.Service], read.filters, read.range);
  const occurrences = await readRange(read.snapshot, [SeriesKind.Error], within.filters, read.range);
  const errors = errorRows(occurrences, services).filter(({ group }) => owners.has(serviceOf(group.series[0]!)));
  return errorSummaries(topOf(errors, compareOccurrences, ERRORS_LIMIT), within);
}

const serviceOf = ({ namespace, service }: Series): string => `${namespace}\0${service}`;
