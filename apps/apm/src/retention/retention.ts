import type { Pool } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import { describeError } from '@spanwise/host/logger';
import type { Host } from '@spanwise/host/service';
import type { ApmConfig } from '../config.js';
import { maintainPartitions, ROLLUP_TABLES } from './partitions.js';

const INTERVAL_MS = 10 * 60_000;
const HOUR_MICROS = 3_600_000_000;
const DAY_MS = 86_400_000;

/** Keeps the partitions in step with the clock and forgets catalogues that nothing refers to any more. */
export class Retention {
  constructor(
    private readonly owner: Pool,
    private readonly writer: Pool,
    private readonly config: ApmConfig,
  ) {}

  async run(nowMs = Date.now()): Promise<void> {
    const retention = { rollup_minutes: this.config.minuteRetentionMs, rollup_hours: this.config.hourRetentionMs };
    for (const table of ROLLUP_TABLES) await maintainPartitions(this.owner, table, retention[table.name], nowMs);
    const oldestMicros = (nowMs - this.config.hourRetentionMs - DAY_MS) * 1_000;
    await inTransaction(this.writer, {}, async (client) => {
      const oldestHour = Math.floor(oldestMicros / HOUR_MICROS);
      await client.query('delete from instances where hour < $1', [oldestHour]);
      await client.query('delete from name_candidates where hour < $1', [oldestHour]);
      await client.query('delete from overflow where hour < $1', [oldestHour]);
      await client.query('delete from rollup_revisions where hour < $1', [oldestHour]);
      await client.query('delete from gaps where minute < $1', [oldestHour * 60]);
      await client.query('delete from error_groups where last_seen_micros < $1', [oldestMicros]);
      await client.query('delete from deployments where deployed_at_micros < $1', [oldestMicros]);
      await client.query('delete from callees where last_seen_micros < $1', [oldestMicros]);
      // A series that is seen again after all is written as a whole again: the writer keeps its id.
      await client.query('delete from series where last_seen_micros < $1', [oldestMicros]);
    });
  }

  start(host: Host): void {
    const tick = () =>
      void this.run().catch((error: unknown) => host.logger.error(describeError(error), 'retention failed'));
    const timer = setInterval(tick, INTERVAL_MS);
    host.shutdown.onStop('workers', 'retention', async () => clearInterval(timer));
  }
}
