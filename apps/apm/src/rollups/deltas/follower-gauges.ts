import { Gauge, type Registry } from 'prom-client';
import type { Host } from '@spanwise/host/service';
import type { ApmMetrics } from '../../metrics.js';
import type { PartitionWriter } from '../rollups/partition-writer.js';
import type { DeltaFollower } from './delta-follower.js';

/** Shows how far the followers are; the figures are read when they are asked for. */
export function watchFollowers(registry: Registry, followers: DeltaFollower[], writers: PartitionWriter[]): void {
  const pair = (follower: DeltaFollower) => ({
    shard: String(follower.shard),
    partition: String(follower.partition),
  });
  new Gauge({
    name: 'spanwise_apm_delta_lag',
    help: 'Deltas that are committed by the projector and not applied.',
    labelNames: ['shard', 'partition'],
    registers: [registry],
    collect() {
      for (const follower of followers) this.set(pair(follower), follower.behind);
    },
  });
  new Gauge({
    name: 'spanwise_apm_stopped',
    help: '1 when the figures of a partition stand still and need a rebuild.',
    labelNames: ['shard', 'partition'],
    registers: [registry],
    collect() {
      for (const follower of followers) this.set(pair(follower), follower.stopReason === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'spanwise_apm_delta_failing_seconds',
    help: 'For how long no delta of a pair could be fetched or applied.',
    labelNames: ['shard', 'partition'],
    registers: [registry],
    collect() {
      for (const follower of followers) this.set(pair(follower), follower.failingSeconds);
    },
  });
  new Gauge({
    name: 'spanwise_apm_cached_rows',
    help: 'Rollup rows held in memory.',
    registers: [registry],
    collect() {
      this.set(writers.reduce((sum, writer) => sum + writer.cachedRows, 0));
    },
  });
}

const COUNT_INTERVAL_MS = 10_000;

/** Shows how many deltas wait for a replay or a rebuild, as of the last look. */
export function watchDeadLetters(host: Host, { openDeadLetters }: ApmMetrics, count: () => Promise<number>): void {
  const look = () =>
    void count().then(
      (letters) => openDeadLetters.set(letters),
      () => undefined,
    );
  look();
  const timer = setInterval(look, COUNT_INTERVAL_MS);
  host.shutdown.onStop('workers', 'delta dead letters', async () => clearInterval(timer));
}
