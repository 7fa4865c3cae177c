/**
 * Figures of a range out of the stored spans: the same fold, the same deltas in the same order and the same writer as when
 * they were made, into the tables of a scratch session (ADR 0014).
 */
import type { Pool } from 'pg';
import type { SpanReader } from '@spanwise/segments/span-reader';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta, type DecodedOrganization } from '@spanwise/span-model/delta-codec';
import { MINUTE_MICROS } from '@spanwise/span-model/time-units';
import type { BudgetLimits } from '../rollups/rollups/budgets.js';
import { type DeltaOffset } from '../rollups/rollups/delta-offsets.store.js';
import { PartitionWriter, type Delta } from '../rollups/rollups/partition-writer.js';
import type { RebuiltRange } from './tables.store.js';

/** The scratch writer must not wait for, nor hold up, the writers of any partition. */
const NO_PARTITION = -1;
const LINEAGE = '00000000-0000-0000-0000-000000000000';
const MINUTES = 60;
const FLUSHED_SPANS = 20_000;
const FLUSHED_DELTAS = 200;

export interface Recounted {
  spans: number;
  late: number;
  deltas: number;
}

/** `throughDelta`: newest delta of each shard that the stored rows hold. */
export async function recount(
  pool: Pool,
  reader: SpanReader,
  range: RebuiltRange,
  throughDelta: ReadonlyMap<number, number>,
  limits: BudgetLimits,
): Promise<Recounted> {
  const sink = new DeltaSink(pool, range, limits);
  for await (const { shard, delta, late, span } of reader.deltas({ ...range, throughDelta })) {
    await sink.begin(shard, delta);
    if (late) sink.addLate(span.startMicros);
    else sink.fold.add(range.organizationId, span);
  }
  return sink.finish();
}

/** Cuts what was folded into deltas and applies them, many at once. */
class DeltaSink {
  private readonly writer: PartitionWriter;
  private readonly total: Recounted = { spans: 0, late: 0, deltas: 0 };
  private offset: DeltaOffset = { lineage: undefined, n: 0 };
  /** Of the deltas that wait. */
  private shard = 0;
  private current: { shard: number; delta: number } | undefined;
  private waiting: Delta[] = [];
  private waitingSpans = 0;
  fold = new DeltaFold();

  constructor(
    pool: Pool,
    private readonly range: RebuiltRange,
    limits: BudgetLimits,
  ) {
    this.writer = new PartitionWriter(pool, NO_PARTITION, limits, () => range.oldestMinute);
  }

  async begin(shard: number, delta: number): Promise<void> {
    const { current } = this;
    if (current?.shard === shard && current.delta === delta) return;
    this.cut();
    const isFull = this.waitingSpans >= FLUSHED_SPANS || this.waiting.length >= FLUSHED_DELTAS;
    if (isFull || shard !== this.shard) await this.flush();
    if (shard !== this.shard) this.offset = { lineage: undefined, n: 0 };
    this.shard = shard;
    this.current = { shard, delta };
  }

  addLate(startMicros: number): void {
    this.total.late++;
    this.fold.addGap(this.range.organizationId, Math.floor(startMicros / MINUTE_MICROS), 'late_dropped', 1);
  }

  async finish(): Promise<Recounted> {
    this.cut();
    await this.flush();
    return this.total;
  }

  private cut(): void {
    const { current, fold } = this;
    if (current === undefined) return;
    const organizations = decodeDelta(encodeDelta(fold, 1)[0]!).organizations.map((one) => within(one, this.range));
    // When a gap was recorded is in no segment: it is not compared.
    this.waiting.push({ n: current.delta, streamTimeMicros: 0, organizations, gatewayMinutes: [] });
    this.waitingSpans += fold.spanCount;
    this.total.spans += fold.spanCount;
    this.total.deltas++;
    this.fold = new DeltaFold();
    this.current = undefined;
  }

  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    this.offset = (await this.writer.apply(this.shard, this.offset, LINEAGE, this.waiting)).offset;
    this.waiting = [];
    this.waitingSpans = 0;
  }
}

/** What of a delta belongs to the hours of the range; budgets are decided hour by hour. */
function within(organization: DecodedOrganization, range: RebuiltRange): DecodedOrganization {
  const [from, to] = [range.fromMicros / MINUTE_MICROS, range.toMicros / MINUTE_MICROS];
  const isIn = ({ minute }: { minute: number }) => minute >= from && minute < to;
  return {
    ...organization,
    series: organization.series.filter(isIn),
    instances: organization.instances.filter(({ hour }) => isIn({ minute: hour * MINUTES })),
    gaps: organization.gaps.filter(isIn),
  };
}
