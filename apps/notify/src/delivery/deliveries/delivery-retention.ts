import { Injectable } from '@nestjs/common';
import { OrganizationTurns, type Turn } from '@spanwise/host/organization-turns';
import { Host } from '@spanwise/host/service';
import { removeOldLinks } from '../../routing/acknowledgements/links.store.js';
import { NotifyConfig } from '../../config.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { removeOrphanedHealth } from '../../channels/circuit-breakers/circuits.store.js';
import { removeOldTimers } from '../../routing/ack-timeouts/ack-timeouts.store.js';
import { removeOldEvents } from '../../channels/outbox/events.store.js';
import { forgetFree } from '../../channels/send-limits/send-limits.store.js';
import { removeOldDeliveries } from './deliveries.store.js';

const EVERY_MS = 3_600_000;
/** Of one organization, until others have had their turn. */
const BUDGET_MS = 10_000;
/** One statement removes at most this many rows, so that it never holds a lock for long. */
const BATCH = 5_000;

/** Removes what the log of deliveries no longer has to show. What still waits is never removed. */
@Injectable()
export class DeliveryRetention {
  private readonly retentionMs: number;
  private readonly turns: OrganizationTurns;

  constructor(
    private readonly transactions: OrganizationTransactions,
    host: Host,
    config: NotifyConfig,
  ) {
    this.retentionMs = config.values.deliveryRetentionMs;
    const fault = 'old deliveries could not be removed';
    this.turns = new OrganizationTurns({ loop: 'delivery_retention', fault, budgetMs: BUDGET_MS }, host);
  }

  start(): void {
    this.turns.start(EVERY_MS, 'delivery retention', () => this.sweep(), { immediately: true });
  }

  /** One pass over all organizations. */
  async sweep(): Promise<void> {
    await this.turns.round(await this.transactions.organizationIds(), (id, turn) => this.organization(id, turn));
  }

  /** Whether something is left. */
  private async organization(id: string, turn: Turn): Promise<boolean> {
    while ((await this.removeSome(id)) === BATCH) if (turn.isOver()) return true;
    return false;
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
