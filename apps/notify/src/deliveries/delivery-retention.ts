import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import { removeOldLinks } from '../acknowledgements/links.store.js';
import { NotifyConfig } from '../config.js';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { removeOrphanedHealth } from '../circuits/circuits.store.js';
import { removeOldTimers } from '../escalations/escalation-timers.store.js';
import { removeOldEvents } from '../outbox/events.store.js';
import { forgetFree } from '../send-limits/send-limits.store.js';
import { removeOldDeliveries } from './deliveries.store.js';

const EVERY_MS = 3_600_000;
/** One statement removes at most this many rows, so that it never holds a lock for long. */
const BATCH = 5_000;

/** Removes what the log of deliveries no longer has to show. What still waits is never removed. */
@Injectable()
export class DeliveryRetention {
  private readonly retentionMs: number;
  private running = Promise.resolve();

  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly host: Host,
    config: NotifyConfig,
  ) {
    this.retentionMs = config.values.deliveryRetentionMs;
  }

  start(): void {
    const timer = setInterval(() => this.run(), EVERY_MS);
    this.host.shutdown.onStop('workers', 'delivery retention', async () => {
      clearInterval(timer);
      await this.running;
    });
    this.run();
  }

  private run(): void {
    this.running = this.running
      .then(() => this.sweep())
      .catch((error: unknown) => this.host.logger.warn(describeError(error), 'old deliveries could not be removed'));
  }

  /** One pass over all organizations. */
  async sweep(): Promise<void> {
    for (const organizationId of await this.transactions.organizationIds()) {
      while ((await this.removeSome(organizationId)) === BATCH);
    }
  }

  private removeSome(organizationId: string): Promise<number> {
    return this.transactions.in(organizationId, async (client) => {
      const removed = await removeOldDeliveries(client, organizationId, this.retentionMs, BATCH);
      await removeOldEvents(client, organizationId, this.retentionMs);
      await removeOldTimers(client, organizationId, this.retentionMs);
      await removeOrphanedHealth(client, organizationId);
      await forgetFree(client, organizationId);
      await removeOldLinks(client, organizationId);
      return removed;
    });
  }
}
