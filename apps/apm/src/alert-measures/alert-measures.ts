import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  measureAlerts,
  STEP_MICROS,
  type Coverage,
  type Measured,
  type MeasureAlerts,
  type MeasureAnswer,
  type MeasuredSpec,
  type MeasureSpec,
} from '@spanwise/contracts/alerting/measure';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { Projection } from '../rollups/projection.js';
import { readAppliedOffsets, type AppliedRow } from '../apm/health/health.store.js';
import { ApmReads } from '../apm/read/apm-read.js';
import { readCoverage, readGaps } from '../apm/read/meta.store.js';
import { Snapshots, type Snapshot } from '../apm/read/snapshot.js';
import { Queries } from '../query/query-engine/queries.js';
import { specsAnswer } from './answer.js';
import { specFault } from './condition-fault.js';
import { badMinutes, isReported } from './intake-health.js';
import { readIntakeRecords } from './intake-health.store.js';
import { measureInSnapshot } from './measure-in-snapshot.js';
import { PastValues } from './past-values.js';
import { appliedStreamTime, isReady } from './readiness.js';
import { measureStatements, statementKey, type StatementSpec } from './statements.js';
import { windowOf } from './windows.js';

const MAX_ID_CHARS = 64;

/** Measures what alert rules watch: apm measures, notify decides (ALERT-1). */
@Controller()
export class AlertMeasures {
  private readonly past = new PastValues();

  constructor(
    private readonly snapshots: Snapshots,
    private readonly reads: ApmReads,
    private readonly queries: Queries,
    private readonly projection: Projection,
  ) {}

  /** Everything from one snapshot, but for statements, which read what is stored by then. */
  @HandleRpc(measureAlerts)
  async measure(asked: MeasureAlerts): Promise<MeasureAnswer> {
    requireIds(asked.specs);
    if (this.reads.replaying) return { status: 'not_yet' };
    const faults = new Map(asked.specs.map((spec) => [spec.id, specFault(spec)]));
    const sound = asked.specs.filter(({ id }) => faults.get(id) === undefined);
    const figures = await this.snapshots.readOrganization(
      { id: asked.organization_id, createdMicros: asked.organization_created_micros ?? 0 },
      (snapshot) => this.read(snapshot, asked, sound),
    );
    if (figures === undefined) return { status: 'not_yet' };
    const ports = { queries: this.queries, past: this.past, organizationId: asked.organization_id, step: asked.step };
    const statements = await measureStatements(ports, sound.filter(isStatement));
    const measuredOf = (spec: MeasureSpec): MeasuredSpec => {
      const fault = faults.get(spec.id);
      if (fault !== undefined) return { id: spec.id, instances: [], error: fault };
      if (isStatement(spec)) return { id: spec.id, ...statements.get(statementKey(spec))! };
      return figures.specs.get(spec.id)!;
    };
    const { coverage, offsets } = figures;
    return { status: 'measured', coverage, offsets, ...specsAnswer(asked.specs.map(measuredOf)) };
  }

  private async read(snapshot: Snapshot, asked: MeasureAlerts, specs: MeasureSpec[]): Promise<Read | undefined> {
    const applied = await readAppliedOffsets(snapshot);
    const streamTime = appliedStreamTime(applied, this.projection.followers);
    if (streamTime === undefined || !isReady(asked, streamTime, this.reads.lateGraceMicros)) return undefined;
    const { step } = asked;
    const longest = Math.max(1, ...specs.map(({ window_minutes }) => window_minutes));
    const intake = await readIntakeRecords(snapshot, step - longest, step);
    if (!isReported(intake, streamTime)) return undefined;
    const { projectionStartedMicros, oldestStartMicros } = await readCoverage(snapshot);
    const measured = await measureInSnapshot(
      snapshot,
      step,
      specs.filter((spec) => !isStatement(spec)),
      { ...this.reads.keptFrom(snapshot.nowMicros), oldestStartMicros, projectionStartedMicros },
    );
    const gaps = await readGaps(snapshot, windowOf(step, longest));
    const lost = gaps.flatMap(({ range, reason }) =>
      Array.from({ length: Math.ceil((range.end - range.start) / STEP_MICROS) }, (_, at) => ({
        minute: range.start / STEP_MICROS + at,
        reason,
      })),
    );
    const badOnes = [...lost, ...badMinutes(intake)].sort((one, other) => one.minute - other.minute);
    return {
      coverage: { stream_time_micros: streamTime, replaying: false, gap_minutes: badOnes },
      offsets: applied.map(offsetOf),
      specs: measured,
    };
  }
}

interface Read {
  coverage: Coverage;
  offsets: Measured['offsets'];
  specs: Map<string, MeasuredSpec>;
}

const isStatement = (spec: MeasureSpec): spec is StatementSpec =>
  spec.condition.type === 'sql' || spec.condition.type === 'metric';

const offsetOf = ({ shard, part, n }: AppliedRow): Measured['offsets'][number] => ({
  shard,
  partition: part,
  n: Number(n),
});

function requireIds(specs: readonly MeasureSpec[]): void {
  const ids = specs.map((spec) => spec?.id);
  const isId = (id: unknown) => typeof id === 'string' && id !== '' && id.length <= MAX_ID_CHARS;
  if (!ids.every(isId) || new Set(ids).size < ids.length)
    throw invalidArgument(`Every spec must have an id of its own of 1 to ${MAX_ID_CHARS} characters.`, [
      { field: 'specs', reason: 'must have different ids' },
    ]);
}
