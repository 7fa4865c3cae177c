import { Controller } from '@nestjs/common';
import type { Pool } from 'pg';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import {
  alertOrganizations,
  alertProgress,
  MAX_INTAKE_FAULTS,
  STEP_MICROS,
  type AlertProgress,
  type IntakeFault,
} from '@spanwise/contracts/alerting/measure';
import { translateFaults } from '@spanwise/postgres/availability';
import { Database } from '@spanwise/postgres/database';
import { readAppliedOffsets, type AppliedRow } from '../apm/health/health.store.js';
import { ApmReads } from '../apm/read/apm-read.js';
import { UsagePools } from '../query/usage/usage-pools.js';
import { Projection } from '../rollups/projection.js';
import { readOrganizations } from './alerts.store.js';
import { LOOKED_BACK_MINUTES, lostGateways, RECENT_MINUTES } from './intake-faults.js';
import { readGatewayMinutes } from './gateway-minutes.store.js';
import { readLostMinute, readRefusing } from './intake-faults.store.js';
import { RECORD_GRACE_MICROS } from './intake-health.js';
import { appliedStreamTime } from './readiness.js';

/** Minutes end seldom; notify asks every second. */
const KEPT_MS = 5_000;

/** How far figures have come and what is wrong with intake, of no organization in particular (ALERT-140). */
@Controller()
export class PlatformProgress {
  private known: { faults: IntakeFault[]; untilMs: number; minute: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly reads: ApmReads,
    private readonly projection: Projection,
    private readonly pools: UsagePools,
  ) {}

  @HandleRpc(alertProgress)
  async read(): Promise<AlertProgress> {
    const progress = await this.progress();
    const { stream_time_micros: streamTime } = progress;
    if (streamTime === undefined) return { ...progress, faults: [] };
    // By then every record has come, or is missing.
    const toMinute = Math.floor((streamTime - RECORD_GRACE_MICROS) / STEP_MICROS);
    return { ...progress, faults: await this.faultsBefore(toMinute) };
  }

  @HandleRpc(alertOrganizations)
  async organizations(): Promise<{ organization_ids: string[] }> {
    return { organization_ids: await translateFaults(() => readOrganizations(this.pools.writer)) };
  }

  private async progress(): Promise<Omit<AlertProgress, 'faults'>> {
    const applied = await this.database.transaction({ readOnly: true }, (client) => readAppliedOffsets({ client }));
    const streamTime = appliedStreamTime(applied, this.projection.followers);
    return {
      ...(streamTime !== undefined && { stream_time_micros: streamTime }),
      late_grace_micros: this.reads.lateGraceMicros,
      replaying: this.reads.replaying,
      shards: shardTimes(applied),
    };
  }

  private async faultsBefore(toMinute: number): Promise<IntakeFault[]> {
    const nowMs = performance.now();
    if (this.known === undefined || this.known.minute !== toMinute || this.known.untilMs <= nowMs) {
      const faults = await translateFaults(() => readFaults(this.pools.writer, toMinute));
      this.known = { faults, untilMs: nowMs + KEPT_MS, minute: toMinute };
    }
    return this.known.faults;
  }
}

const shardTimes = (applied: readonly AppliedRow[]): AlertProgress['shards'] =>
  [...new Set(applied.map(({ shard }) => shard))].map((shard) => {
    const times = applied.filter((row) => row.shard === shard).map((row) => Number(row.stream_time));
    return { shard, stream_time_micros: Math.min(...times) };
  });

async function readFaults(writer: Pool, toMinute: number): Promise<IntakeFault[]> {
  const fromMinute = toMinute - LOOKED_BACK_MINUTES;
  const recent = toMinute - RECENT_MINUTES;
  const reported = await readGatewayMinutes(writer, fromMinute, toMinute);
  const refusing = await readRefusing(writer, recent, toMinute, MAX_INTAKE_FAULTS);
  const lost = await readLostMinute(writer, recent, toMinute);
  const faults: IntakeFault[] = [
    ...lostGateways({ fromMinute, toMinute, ...reported }),
    ...refusing.map(({ gatewayId, minute }) => ({
      reason: 'refusing' as const,
      gateway_id: gatewayId,
      since_micros: minute * STEP_MICROS,
    })),
    ...(lost === undefined ? [] : [{ reason: 'gap' as const, since_micros: lost * STEP_MICROS }]),
  ];
  return faults.slice(0, MAX_INTAKE_FAULTS);
}
