import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import type { ApmQuery } from '@spanwise/contracts/apm/apm';
import { apmHealth, type ApmHealth } from '@spanwise/contracts/apm/health';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { SeriesKind } from '@spanwise/span-model/series';
import { Projection } from '../../rollups/projection.js';
import { MICROS } from '../range/query-range.js';
import { ApmReads, type ApmRead } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { sumTotals } from '../read/grouping.js';
import { lastCompleteBucket } from '../read/meta.js';
import { readLostTime } from '../../rollups/lost-time/lost-time.store.js';
import { readRange } from '../read/series-rows.store.js';
import type { Snapshot } from '../read/snapshot.js';
import { readAppliedOffsets, readFolded } from './health.store.js';
import { ProjectorRuntime } from './projector-runtime.js';
import { degradations, rollupRuntime, shardRuntime, type AppliedOffset } from './runtime.js';

/** Health of the projection (APM-27): what is known is answered, whichever service is away. */
@Controller()
export class Health {
  constructor(
    private readonly reads: ApmReads,
    private readonly projector: ProjectorRuntime,
    private readonly projection: Projection,
  ) {}

  @HandleRpc(apmHealth)
  async health(query: ApmQuery, context: IamContext): Promise<ApmHealth> {
    const range = this.reads.rangeOf(query);
    // Asked before the snapshot is taken: no connection waits for another service.
    const projector = await this.projector.ask();
    return this.reads.answer(context, range, filtersOf(query), async (read, metaOf) => {
      const services = await readRange(read.snapshot, [SeriesKind.Service], read.filters, read.range);
      const applied = await this.readApplied(read.snapshot);
      const meta = await metaOf(sumTotals(services.map(({ totals }) => totals)));
      const lost = await readLostTime(read.snapshot.client, read.snapshot.organizationId, read.range);
      const reasons = degradations(projector, applied, read.nowMicros, lost);
      return {
        enabled: true,
        degraded: reasons.length > 0,
        degraded_reasons: reasons,
        runtime: {
          projector: {
            answering: projector.reason === undefined,
            ...(projector.reason !== undefined && { reason: projector.reason }),
            shards: projector.shards.map(shardRuntime),
          },
          rollups: applied.map((offset) => rollupRuntime(offset, projector.shards)),
          overflow: await readFolded(read.snapshot, read.range),
        },
        boundaries: this.boundaries(read),
        gaps: meta.data_quality.gaps,
        meta,
      };
    });
  }

  private boundaries({ coverage, nowMicros }: ApmRead): ApmHealth['boundaries'] {
    const kept = this.reads.keptFrom(nowMicros);
    return {
      projection_started_at: coverage.projectionStartedMicros,
      minutes_kept_from: Math.ceil(kept.minuteMicros / MICROS.minute) * MICROS.minute,
      hours_kept_from: Math.ceil(kept.hourMicros / MICROS.hour) * MICROS.hour,
      last_complete_minute_at: lastCompleteBucket(coverage, MICROS.minute, this.reads.lateGraceMicros),
      last_complete_hour_at: lastCompleteBucket(coverage, MICROS.hour, this.reads.lateGraceMicros),
    };
  }

  private async readApplied(snapshot: Snapshot): Promise<AppliedOffset[]> {
    const rows = await readAppliedOffsets(snapshot);
    const stopOf = (shard: number, partition: number) =>
      this.projection.followers.find((one) => one.shard === shard && one.partition === partition)?.stopReason;
    return rows.map((row) => ({
      shard: row.shard,
      partition: row.part,
      n: Number(row.n),
      streamTimeMicros: Number(row.stream_time),
      stopReason: stopOf(row.shard, row.part),
    }));
  }
}
