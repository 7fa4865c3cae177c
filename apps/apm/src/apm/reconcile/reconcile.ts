import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  apmReconcile,
  type ReconciledDifference,
  type ReconciledService,
  type ReconcileQuery,
  type Reconciliation,
} from '@spanwise/contracts/apm/reconcile';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { identityOf } from '@spanwise/span-model/identity';
import { Queries } from '../../query/query-engine/queries.js';
import { TelemetryReader } from '../../query/telemetry-reads/reader.js';
import { ProjectorRuntime } from '../health/projector-runtime.js';
import { MICROS, type QueryRange } from '../range/query-range.js';
import { ApmReads } from '../read/apm-read.js';
import { lastCompleteBucket } from '../read/meta.js';
import { readLostTime } from '../../rollups/lost-time/lost-time.store.js';
import { closedRange } from './closed-range.js';
import { byService, differs, paired, summed, totalsOf, type ServiceHour } from './differences.js';
import { hasLost, rawState } from './raw-state.store.js';
import { recountStatement } from './recount-statement.js';
import { countedRanges } from './rollup-counts.js';

/** Rows of an answer. */
const MAX_DIFFERENCES = 200;
const MAX_SERVICES = 1_000;
const NO_RESOURCE = { environment: '', version: '', instance: '', language: '', sdkName: '', sdkVersion: '' };

/** Rollups of a closed range against a recount of the raw spans in SQL. */
@Controller()
export class Reconciling {
  /** A late span may be in one of both first: a difference is believed when it is still there after this. */
  secondLookMs = 3_000;
  /** For the recount of one stream. */
  statementMs = 10_000;

  constructor(
    private readonly reads: ApmReads,
    private readonly projector: ProjectorRuntime,
    private readonly queries: Queries,
  ) {}

  @HandleRpc(apmReconcile)
  async reconcile(query: ReconcileQuery, context: IamContext): Promise<Reconciliation> {
    const range = await this.rangeOf(context, query);
    const first = await this.look(context, range);
    if (first.status !== 'different') return first;
    await sleep(this.secondLookMs);
    return this.look(context, range);
  }

  private rangeOf(context: IamContext, { from, to }: ReconcileQuery): Promise<QueryRange> {
    const now = this.reads.rangeOf({});
    return this.reads.answer(context, now, {}, async ({ coverage, nowMicros }) => {
      const complete = lastCompleteBucket(coverage, MICROS.minute, this.reads.lateGraceMicros) + MICROS.minute;
      return closedRange(from, to, { ...this.reads.keptFrom(nowMicros), completeUntilMicros: complete });
    });
  }

  private async look(context: IamContext, range: QueryRange): Promise<Reconciliation> {
    // Before the snapshot is taken: what is stored by then, the catalogue is asked for.
    const projector = await this.projector.ask();
    return this.reads.answer(context, range, {}, async (read, metaOf) => {
      const { streams, reasons } = await rawState(read.snapshot, range, projector, this.reads.lateGraceMicros);
      const recount: ServiceHour[] = [];
      for (const stream of streams) {
        const { rows, cut } = await this.recount(context, stream, range);
        recount.push(...rows);
        if (cut) reasons.push('scan_limit');
      }
      const { ranges, totals } = await countedRanges(read.snapshot, range);
      const counted = summed(recount);
      const rows = ranges.map((one) => paired(one, counted));
      const differences = rows.flat().filter(differs);
      const { client, organizationId } = read.snapshot;
      const lost = await readLostTime(client, organizationId, range);
      if (lost.length > 0 || (differences.length > 0 && (await hasLost(read.snapshot)))) reasons.push('lost');
      const status = reasons.length > 0 ? 'incomplete' : differences.length > 0 ? 'different' : 'equal';
      const services = byService(rows[0] ?? []);
      const isDifferent = status === 'different';
      return {
        status,
        incomplete_reasons: [...new Set(reasons)],
        difference_count: isDifferent ? differences.length : 0,
        differences: isDifferent ? differences.sort(byTime).slice(0, MAX_DIFFERENCES) : [],
        totals: totalsOf(services),
        services: busiestFirst(services).slice(0, MAX_SERVICES).sort(byName),
        meta: await metaOf(totals),
      };
    });
  }

  private async recount(
    context: IamContext,
    stream: string,
    range: QueryRange,
  ): Promise<{ rows: ServiceHour[]; cut: boolean }> {
    const signal = AbortSignal.timeout(this.statementMs);
    const reader = new TelemetryReader(this.queries, this.statementMs, context);
    const { lines, completeness } = await reader.lines(recountStatement(stream), range, signal);
    const rows = lines.map((line) => {
      const { namespace, service, ...counts } = JSON.parse(line) as ServiceHour;
      const identity = identityOf({ ...NO_RESOURCE, namespace, service });
      return { ...counts, namespace: identity.namespace, service: identity.service };
    });
    return { rows, cut: completeness.partial === true };
  }
}

const byTime = (a: ReconciledDifference, b: ReconciledDifference): number => a.range.from - b.range.from;

const busiestFirst = (services: readonly ReconciledService[]): ReconciledService[] =>
  services.toSorted(
    (a, b) =>
      Math.max(b.rollups.requests, b.recount.requests) - Math.max(a.rollups.requests, a.recount.requests) ||
      byName(a, b),
  );

const byName = (a: ReconciledService, b: ReconciledService): number =>
  compare(a.namespace, b.namespace) || compare(a.service, b.service);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
