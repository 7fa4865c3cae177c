import type { Pool } from 'pg';
import { inTransaction } from '@spanwise/postgres/transaction';
import { describeError } from '@spanwise/host/logger';
import type { Host } from '@spanwise/host/service';
import { DAY_MS } from '@spanwise/span-model/time-units';
import type { ApmConfig } from '../../config.js';
import { forgetOldLetters } from '../rollups/delta-dead-letters.store.js';
import { maintainPartitions, ROLLUP_TABLES } from './partitions.store.js';
import { forgetCatalogues, forgetGatewayMinutes } from './catalogues.store.js';

const INTERVAL_MS = 10 * 60_000;

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
    const oldestMapMicros = (nowMs - this.config.sourceMapRetentionMs) * 1_000;
    const oldestMinuteMicros = (nowMs - this.config.minuteRetentionMs) * 1_000;
    await inTransaction(this.writer, {}, async (client) => {
      await forgetCatalogues(client, oldestMicros, oldestMapMicros);
      await forgetGatewayMinutes(client, oldestMinuteMicros);
      await forgetOldLetters(client, oldestMicros);
    });
  }

  start(host: Host): void {
    const tick = () =>
      void this.run().catch((error: unknown) => host.logger.error(describeError(error), 'retention: run failed'));
    const timer = setInterval(tick, INTERVAL_MS);
    host.shutdown.onStop('workers', 'retention', async () => clearInterval(timer));
  }
}
