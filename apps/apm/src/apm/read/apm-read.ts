import { Inject, Injectable } from '@nestjs/common';
import { Heartbeats } from '@spanwise/bus/heartbeat';
import type { Meta } from '@spanwise/contracts/apm/apm';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import type { RedTotals } from '@spanwise/span-model/red';
import { ApmConfig } from '../../config.js';
import { keptFrom, resolveRange, type AskedRange, type QueryRange, type RangeLimits } from '../range/query-range.js';
import type { Filters } from './filters.js';
import { composeMeta, readClockSkew, samplingShares } from './meta.js';
import { readCoverage, readGaps, readOverflow, type Coverage } from './meta.store.js';
import type { SeriesFilters } from './series.js';
import { Snapshots, type Snapshot } from './snapshot.js';
import type { StoredTraces } from './stored-traces.js';
import { readStoredTraces } from './stored-traces.store.js';

/** One answer in the making: the snapshot it is read from, its range and filters, and the moment it is asked. */
export interface ApmRead {
  snapshot: Snapshot;
  range: QueryRange;
  filters: SeriesFilters;
  coverage: Coverage;
  nowMicros: number;
  /** Seconds of the range that the projection has covered so far: what rates are divided by. */
  coveredSeconds: number;
  /** Spans of the range whose traces can be opened. */
  storedTraces: StoredTraces;
}

/** `meta` of the answer; the aggregate is what the shares of sampling are taken from. */
export type MetaOf = (services: RedTotals) => Promise<Meta>;

@Injectable()
export class ApmReads {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly config: ApmConfig,
    @Inject(Heartbeats) private readonly heartbeats: Pick<Heartbeats, 'newest'>,
  ) {}

  get nowMicros(): number {
    return Date.now() * 1_000;
  }

  get lateGraceMicros(): number {
    return this.config.lateGraceMs * 1_000;
  }

  /** A projector that is silent falls behind: its stream time shows it. */
  get replaying(): boolean {
    return this.heartbeats.newest('projector')?.projection?.replaying ?? false;
  }

  rangeOf(asked: AskedRange): QueryRange {
    return resolveRange(asked, this.nowMicros, this.limits);
  }

  /** From when on figures are kept, microseconds. */
  keptFrom(nowMicros: number): ReturnType<typeof keptFrom> {
    return keptFrom(nowMicros, this.limits);
  }

  private get limits(): RangeLimits {
    return {
      maxRangeMicros: this.config.maxRangeMs * 1_000,
      minuteRetentionMicros: this.config.minuteRetentionMs * 1_000,
      hourRetentionMicros: this.config.hourRetentionMs * 1_000,
    };
  }

  /** Runs `work` in one snapshot; `meta` is made from the same one. */
  answer<T>(
    context: IamContext,
    range: QueryRange,
    filters: Filters,
    work: (read: ApmRead, meta: MetaOf) => Promise<T>,
  ): Promise<T> {
    return this.snapshots.read(context, async (snapshot) => {
      const read = await this.open(snapshot, range, filters);
      return work(read, (services) => this.meta(read, services));
    });
  }

  /** An answer that is read from a snapshot that the caller has already. */
  async open(snapshot: Snapshot, range: QueryRange, filters: Filters): Promise<ApmRead> {
    const nowMicros = this.nowMicros;
    const coverage = await readCoverage(snapshot);
    const coveredFrom = Math.max(range.fromMicros, coverage.projectionStartedMicros);
    const coveredSeconds = Math.max(0, Math.min(range.toMicros, nowMicros) - coveredFrom) / 1_000_000;
    const storedTraces = await readStoredTraces(snapshot, range.fromMicros, range.toMicros);
    return { snapshot, range, filters, coverage, nowMicros, coveredSeconds, storedTraces };
  }

  private async meta(read: ApmRead, services: RedTotals): Promise<Meta> {
    return composeMeta({
      range: read.range,
      coverage: read.coverage,
      replaying: this.replaying,
      gaps: await readGaps(read.snapshot, read.range),
      overflowDimensions: await readOverflow(read.snapshot, read.range),
      clockSkew: await readClockSkew(read.snapshot, read.range),
      nowMicros: read.nowMicros,
      lateGraceMicros: this.lateGraceMicros,
      sampling: samplingShares(services),
    });
  }
}

/** The same read, seen through further filters. */
export const narrowed = (read: ApmRead, filters: SeriesFilters): ApmRead => ({
  ...read,
  filters: { ...read.filters, ...filters },
});
