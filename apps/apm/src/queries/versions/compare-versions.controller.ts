import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  apmCompareVersions,
  type CompareQuery,
  type RegressedError,
  type VersionComparison,
} from '@spanwise/contracts/apm-compare';
import { invalidArgument } from '@spanwise/contracts/errors';
import { ApmConfig } from '../../config.js';
import { errorSummaries } from '../errors/error-rows.js';
import { ApmReads, filtersOf, narrowed, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { mergeAll } from '../read/grouping.js';
import { topOf } from '../read/section.js';
import {
  byCertainChange,
  deltaOf,
  REGRESSED_LIMIT,
  regressedTransactions,
  shownIntervals,
  sideOf,
  statusOf,
} from './comparison.js';
import type { Interval } from './intervals.js';
import { overallIntervals, regressedRates, regressedStrata } from './verdict.js';
import { exposuresOf, keyOf, readVersion, strataOf, type VersionRows } from './version-rows.js';

/** Compares two versions of a service, or of all services without the filter (specification 4.2, decisions 3.8). */
@Controller()
export class CompareVersionsController {
  constructor(
    private readonly reads: ApmReads,
    private readonly config: ApmConfig,
  ) {}

  @HandleRpc(apmCompareVersions)
  compare(query: CompareQuery, call: ScopedCall): Promise<VersionComparison> {
    if (query.baseline === query.candidate) {
      throw invalidArgument('The parameters baseline and candidate must name two different versions.', [
        { field: 'candidate', reason: 'must differ from baseline' },
      ]);
    }
    return this.reads.answer(call.context, this.reads.rangeOf(query), filtersOf(query), (read, meta) =>
      this.compose(query, read, meta),
    );
  }

  private async compose(query: CompareQuery, read: ApmRead, meta: MetaOf): Promise<VersionComparison> {
    const ofCandidate = narrowed(read, { version: query.candidate });
    const rows = {
      baseline: await readVersion(narrowed(read, { version: query.baseline })),
      candidate: await readVersion(ofCandidate),
    };
    const baseline = sideOf(query.baseline, rows.baseline, read);
    const candidate = sideOf(query.candidate, rows.candidate, read);
    const sufficient = Math.min(baseline.sample_count, candidate.sample_count) >= this.config.minSamples;
    const strata = strataOf(rows.baseline, rows.candidate);
    const overall = overallIntervals([...strata.values()]);
    const transactions = sufficient ? regressedStrata(strata) : new Map<string, never>();
    const errors = sufficient
      ? regressedRates(exposuresOf(rows.baseline, rows.candidate, strata))
      : new Map<string, Interval>();
    return {
      baseline,
      candidate,
      sufficient_data: sufficient,
      status: statusOf(sufficient, overall, transactions.size + errors.size),
      ...shownIntervals(overall),
      delta: deltaOf(baseline, candidate),
      regressed_transactions: regressedTransactions(transactions, strata, rows.candidate, ofCandidate),
      regressed_errors: await regressedErrors(errors, rows.candidate, ofCandidate),
      meta: await meta(mergeAll([rows.baseline.total, rows.candidate.total])),
    };
  }
}

async function regressedErrors(
  regressed: Map<string, Interval>,
  candidate: VersionRows,
  read: ApmRead,
): Promise<RegressedError[]> {
  const found = candidate.errors.flatMap((row) => {
    const interval = regressed.get(keyOf(row.group.identity));
    return interval === undefined ? [] : [{ row, interval }];
  });
  const worst = topOf(found, (a, b) => byCertainChange(a.interval, b.interval), REGRESSED_LIMIT);
  const summaries = await errorSummaries(
    worst.map(({ row }) => row),
    read,
  );
  return summaries.map((summary, index) => ({
    ...summary,
    traces: { ...summary.traces, version: read.filters.version },
    occurrence_rate_delta_interval: worst[index].interval,
  }));
}
