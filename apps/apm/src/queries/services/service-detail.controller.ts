import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm';
import { apmServiceDetail, type ServiceDetail } from '@spanwise/contracts/apm-details';
import { invalidArgument, notFound } from '@spanwise/contracts/errors';
import { SeriesKind } from '@spanwise/span-model/series';
import { dependencySummaries } from '../dependencies/dependency-rows.js';
import { compareOccurrences, errorRows, errorSummaries } from '../errors/error-rows.js';
import { ApmReads, filtersOf, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { groupSeries, mergeAll, silentSeries, type Group } from '../read/grouping.js';
import { compareTotalTime, rankedRows } from '../read/ranked-series.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import type { StoredSeries } from '../read/stored-rows.js';
import { ofKind, readRange, readSeries, type Series } from '../read/series-rows.js';
import { transactionSummary } from '../read/summaries.js';
import { readTrend } from '../read/trend.js';
import { mergeServices } from './merged-service.js';
import { serviceIdentity, serviceSummaries, versionSummaries } from './service-rows.js';

const PARTS = [SeriesKind.Transaction, SeriesKind.Dependency, SeriesKind.Error] as const;

/** One service (specification 2.4), merged over its identities when the filters leave several (decisions 3.9). */
@Controller()
export class ServiceDetailController {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(apmServiceDetail)
  detail(query: ApmQuery, call: ScopedCall): Promise<ServiceDetail> {
    if (query.service === undefined) {
      throw invalidArgument('The name of the service is missing.', [{ field: 'service', reason: 'is missing' }]);
    }
    return this.reads.answer(call.context, this.reads.rangeOf(query), filtersOf(query), compose);
  }
}

async function compose(read: ApmRead, meta: MetaOf): Promise<ServiceDetail> {
  const { active, groups } = await readService(read);
  const total = mergeAll(active.map(({ red }) => red));
  const parts = await readRange(read.snapshot, PARTS, read.filters, read.range);
  const transactions = rankedRows(ofKind(parts, SeriesKind.Transaction), SeriesKind.Transaction);
  const dependencies = rankedRows(ofKind(parts, SeriesKind.Dependency), SeriesKind.Dependency);
  const errors = errorRows(ofKind(parts, SeriesKind.Error), active);
  return {
    service: mergeServices(await serviceSummaries(groups, read), total, read),
    red: redSummary(total, read),
    trend: await readTrend(read, SeriesKind.Service, active),
    transactions: topOf(transactions, compareTotalTime).map((group) => transactionSummary(group, read)),
    dependencies: await dependencySummaries(topOf(dependencies, compareTotalTime), read),
    errors: await errorSummaries(topOf(errors, compareOccurrences), read),
    versions: topOf(versionSummaries(active)),
    meta: await meta(total),
  };
}

/** Throws `not_found` for a service that no span within retention has named; a version that is not known is silence. */
async function readService(read: ApmRead): Promise<{ active: StoredSeries[]; groups: Group[] }> {
  const { version, ...identity } = read.filters;
  const known = await readSeries(read.snapshot, [SeriesKind.Service], identity);
  if (known.size === 0) throw notFound('There is no such service.');
  const active = await readRange(read.snapshot, [SeriesKind.Service], read.filters, read.range, known);
  const redOf = new Map(active.map((one) => [one.series.id, one]));
  const ofVersion = [...known.values()].filter((series) => version === undefined || series.version === version);
  const shown: Series[] = ofVersion.length > 0 ? ofVersion : [...known.values()];
  const rows = shown.map((series) => redOf.get(series.id) ?? silentSeries(series));
  return { active, groups: groupSeries(rows, serviceIdentity) };
}
