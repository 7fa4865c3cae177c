import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { apmOverview, type ApmQuery, type Overview, type ServiceHealth } from '@spanwise/contracts/apm/apm';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { SeriesKind } from '@spanwise/span-model/series';
import { dependencySummaries } from '../dependencies/dependency-rows.store.js';
import { compareOccurrences, errorRows, errorSummaries } from '../errors/error-rows.store.js';
import { ApmReads, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { mergeAll } from '../read/grouping.js';
import { compareTotalTime, rankedRows } from '../read/ranked-series.js';
import { redSummary } from '../read/red-summary.js';
import { ofKind, readRange, readSeries } from '../read/series-rows.store.js';
import { transactionSummary } from '../read/summaries.js';
import { readTrend } from '../read/trend.js';
import { ServiceIncidents, type KnownIncidents } from '../services/service-incidents.js';
import {
  readStates,
  SERVICE_KINDS,
  serviceGroups,
  serviceSummaries,
  versionSummaries,
} from '../services/services.store.js';
import { newlyRegressed } from '../versions/different-dependencies.js';

/** Sections of the overview are cut to this many records (APM-19); `service_health` counts before the cut. */
const SECTION_LIMIT = 10;
const KINDS = [...SERVICE_KINDS, SeriesKind.Transaction, SeriesKind.Dependency, SeriesKind.Error] as const;

/** The overview: one screen, read from one snapshot. */
@Controller()
export class Overviews {
  constructor(
    private readonly reads: ApmReads,
    private readonly incidents: ServiceIncidents,
  ) {}

  @HandleRpc(apmOverview)
  async overview(query: ApmQuery, context: IamContext): Promise<Overview> {
    const range = this.reads.rangeOf(query);
    const incidents = await this.incidents.at(context, range.toMicros);
    return this.reads.answer(context, range, filtersOf(query), (read, meta) => compose(read, meta, incidents));
  }
}

async function compose(read: ApmRead, meta: MetaOf, incidents: KnownIncidents): Promise<Overview> {
  const known = await readSeries(read.snapshot, KINDS, read.filters);
  const found = await readRange(read.snapshot, KINDS, read.filters, read.range, known);
  const active = ofKind(found, SeriesKind.Service);
  const groups = serviceGroups(known, found, read);
  const total = mergeAll(active.map(({ red }) => red));
  const calls = ofKind(found, SeriesKind.Dependency);
  const transactions = rankedRows(ofKind(found, SeriesKind.Transaction), SeriesKind.Transaction);
  const dependencies = rankedRows(calls, SeriesKind.Dependency);
  const errors = errorRows(ofKind(found, SeriesKind.Error), active);

  const health: Record<ServiceHealth, number> = { healthy: 0, warning: 0, critical: 0, no_traffic: 0 };
  const states = await readStates(groups, incidents, read);
  for (const state of states.values()) health[state.health]++;
  const top = <Row>(rows: Row[], order: (a: Row, b: Row) => number) => rows.toSorted(order).slice(0, SECTION_LIMIT);
  return {
    red: redSummary(total, read),
    trend: await readTrend(read, SeriesKind.Service, active),
    service_health: health,
    services: await serviceSummaries(top(groups, compareTotalTime), states, read),
    top_transactions: top(transactions, compareTotalTime).map((group) => transactionSummary(group, read)),
    top_dependencies: await dependencySummaries(top(dependencies, compareTotalTime), read),
    regressed_dependencies: (await newlyRegressed(calls, read)).slice(0, SECTION_LIMIT),
    top_errors: await errorSummaries(top(errors, compareOccurrences), read),
    recent_versions: versionSummaries(found).slice(0, SECTION_LIMIT),
    meta: await meta(total),
  };
}
