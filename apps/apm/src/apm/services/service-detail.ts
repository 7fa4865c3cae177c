import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { apmServiceDetail, type ServiceDetail } from '@spanwise/contracts/apm/details';
import { invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { SeriesKind } from '@spanwise/span-model/series';
import { dependencySummaries } from '../dependencies/dependency-rows.store.js';
import { compareOccurrences, errorRows, errorSummaries } from '../errors/error-rows.store.js';
import { ApmReads, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { mergeAll } from '../read/grouping.js';
import { compareTotalTime, rankedRows } from '../read/ranked-series.js';
import { redSummary } from '../read/red-summary.js';
import { topOf } from '../read/section.js';
import type { StoredSeries } from '../read/stored-rows.js';
import { ofKind, readRange, readSeries } from '../read/series-rows.store.js';
import type { Series } from '../read/series.js';
import { transactionSummary } from '../read/summaries.js';
import { readTrend } from '../read/trend.js';
import { mergeServices } from './merged-service.js';
import { ServiceIncidents, type KnownIncidents } from './service-incidents.js';
import {
  groupsOf,
  readStates,
  SERVICE_KINDS,
  serviceSummaries,
  versionSummaries,
  type ServiceGroup,
} from './services.store.js';

const PARTS = [SeriesKind.Transaction, SeriesKind.Dependency, SeriesKind.Error] as const;

/** One service, merged over its identities when the filters leave several (APM-24). */
@Controller()
export class ServiceDetails {
  constructor(
    private readonly reads: ApmReads,
    private readonly incidents: ServiceIncidents,
  ) {}

  @HandleRpc(apmServiceDetail)
  async detail(query: ApmQuery, context: IamContext): Promise<ServiceDetail> {
    if (query.service === undefined) {
      throw invalidArgument('The name of the service is missing.', [{ field: 'service', reason: 'is missing' }]);
    }
    const range = this.reads.rangeOf(query);
    const incidents = await this.incidents.at(context, range.toMicros);
    return this.reads.answer(context, range, filtersOf(query), (read, meta) => compose(read, meta, incidents));
  }
}

async function compose(read: ApmRead, meta: MetaOf, incidents: KnownIncidents): Promise<ServiceDetail> {
  const { found, groups } = await readService(read);
  const active = ofKind(found, SeriesKind.Service);
  const total = mergeAll(active.map(({ red }) => red));
  const parts = await readRange(read.snapshot, PARTS, read.filters, read.range);
  const transactions = rankedRows(ofKind(parts, SeriesKind.Transaction), SeriesKind.Transaction);
  const dependencies = rankedRows(ofKind(parts, SeriesKind.Dependency), SeriesKind.Dependency);
  const errors = errorRows(ofKind(parts, SeriesKind.Error), active);
  const states = await readStates(groups, incidents, read);
  return {
    service: mergeServices(await serviceSummaries(groups, states, read), total, read),
    red: redSummary(total, read),
    trend: await readTrend(read, SeriesKind.Service, active),
    transactions: topOf(transactions, compareTotalTime).map((group) => transactionSummary(group, read)),
    dependencies: await dependencySummaries(topOf(dependencies, compareTotalTime), read),
    errors: await errorSummaries(topOf(errors, compareOccurrences), read),
    versions: topOf(versionSummaries(found)),
    meta: await meta(total),
  };
}

/** Throws `not_found` for a service that nothing within retention has named; a version that is not known is silence. */
async function readService(read: ApmRead): Promise<{ found: StoredSeries[]; groups: ServiceGroup[] }> {
  const { version, ...identity } = read.filters;
  let known = await readSeries(read.snapshot, SERVICE_KINDS, identity);
  // A service whose spans were all of before they were counted, or which has only logged exceptions.
  if (known.size === 0) known = asServices(await readSeries(read.snapshot, NAMING_KINDS, identity));
  if (known.size === 0) throw notFound('There is no such service.');
  const found = await readRange(read.snapshot, SERVICE_KINDS, read.filters, read.range, known);
  const ofVersion = [...known.values()].filter((series) => version === undefined || series.version === version);
  const shown: Series[] = ofVersion.length > 0 ? ofVersion : [...known.values()];
  return { found, groups: groupsOf(shown, found) };
}

/** Series that name a service in other answers. */
const NAMING_KINDS = [SeriesKind.Dependency, SeriesKind.Error, SeriesKind.Consumption] as const;

const asServices = (series: Map<string, Series>): Map<string, Series> =>
  new Map(
    [...series].map(([id, one]) => [id, { ...one, kind: SeriesKind.Service, name: '', category: '', detail: '' }]),
  );
