import { Injectable } from '@nestjs/common';
import { describeError } from '@spanwise/host/logger';
import { Host } from '@spanwise/host/service';
import { NotifyConfig } from '../config.js';
import { OrganizationTransactions } from '../db/organization-transactions.js';

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
      const { rowCount } = await client.query(
        `delete from deliveries where id in (
           select id from deliveries where organization_id = $1 and status not in ('pending', 'sending')
             and created_at < now() - make_interval(secs => $2::float8 / 1000) limit ${BATCH})`,
        [organizationId, this.retentionMs],
      );
      // An event is remembered for as long as its producer may publish it again.
      await client.query(
        `delete from events where organization_id = $1 and created_at < now() - make_interval(secs => $2::float8 / 1000)`,
        [organizationId, this.retentionMs],
      );
      await client.query(
        `delete from escalations where organization_id = $1 and status <> 'waiting'
           and created_at < now() - make_interval(secs => $2::float8 / 1000)`,
        [organizationId, this.retentionMs],
      );
      // The last attempts of a connector may end after it was deleted.
      await client.query(
        `delete from connector_health where organization_id = $1 and connector_id not in (
           select id from connectors where organization_id = $1)`,
        [organizationId],
      );
      return rowCount ?? 0;
    });
  }
}
