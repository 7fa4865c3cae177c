import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  apmCompareVersions,
  type CompareQuery,
  type RegressedError,
  type VersionComparison,
} from '@spanwise/contracts/apm/compare';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { ApmConfig } from '../../config.js';
import { errorSummaries } from '../errors/error-rows.store.js';
import { ApmReads, narrowed, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { mergeAll } from '../read/grouping.js';
import { topOf } from '../read/section.js';
import {
  byCertainChange,
  deltaOf,
  overallIntervals,
  REGRESSED_LIMIT,
  regressedTransactions,
  sideOf,
  statusOf,
} from './comparison.js';
import { comparedVersions } from './compared-versions.js';
import { regressedDependencies } from './different-dependencies.js';
import { shownInterval } from './evidence.js';
import { regressedOf, type Different } from './verdict.js';
import { keyOf, readVersion, type VersionRows } from './version-rows.js';

/** Compares two versions of a service, or of all services without the filter (APM-26). */
@Controller()
export class VersionComparisons {
  constructor(
    private readonly reads: ApmReads,
    private readonly config: ApmConfig,
  ) {}

  @HandleRpc(apmCompareVersions)
  compare(query: CompareQuery, context: IamContext): Promise<VersionComparison> {
    if (query.baseline === query.candidate) {
      throw invalidArgument('The parameters baseline and candidate must name two different versions.', [
        { field: 'candidate', reason: 'must differ from baseline' },
      ]);
    }
    return this.reads.answer(context, this.reads.rangeOf(query), filtersOf(query), (read, meta) =>
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
    const { strata, transactions, errors, dependencies, evidence } = comparedVersions(rows.baseline, rows.candidate);
    const listed = <Row>(different: Map<string, Row>) => (sufficient ? different : new Map<string, never>());
    return {
      baseline,
      candidate,
      sufficient_data: sufficient,
      status: statusOf(sufficient, evidence),
      evidence,
      ...overallIntervals(evidence),
      delta: deltaOf(baseline, candidate),
      regressed_transactions: regressedTransactions(
        listed(regressedOf(transactions)),
        strata,
        rows.candidate,
        ofCandidate,
      ),
      regressed_errors: await regressedErrors(listed(regressedOf(errors)), rows.candidate, ofCandidate),
      regressed_dependencies: await regressedDependencies(
        dependencies,
        rows.baseline.dependencies,
        rows.candidate.dependencies,
        ofCandidate,
      ),
      meta: await meta(mergeAll([rows.baseline.total, rows.candidate.total])),
    };
  }
}

async function regressedErrors(
  regressed: Map<string, Different>,
  candidate: VersionRows,
  read: ApmRead,
): Promise<RegressedError[]> {
  const found = candidate.errors.flatMap((row) => {
    const different = regressed.get(keyOf(row.group.identity));
    return different === undefined ? [] : [{ row, different }];
  });
  const worst = topOf(found, (a, b) => byCertainChange(a.different, b.different), REGRESSED_LIMIT);
  const summaries = await errorSummaries(
    worst.map(({ row }) => row),
    read,
  );
  return summaries.map((summary, index) => ({
    ...summary,
    traces: { ...summary.traces, version: read.filters.version },
    occurrence_rate_delta_interval: shownInterval(worst[index]!.different.findings[0]!.interval),
  }));
}
