import { Injectable } from '@nestjs/common';
import type { PublishEvent } from '@spanwise/contracts/notify-deliveries';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { DeliveryWorker } from '../pipeline/delivery-worker.js';
import { Pipeline } from '../pipeline/pipeline.js';

/** Events of other services, which are delivered at once. */
@Injectable()
export class PublishedEvents {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly pipeline: Pipeline,
    private readonly worker: DeliveryWorker,
  ) {}

  async publish(event: PublishEvent): Promise<{ deliveries: number }> {
    const deliveries = await this.pipeline.accept(this.transactions.turn(event.organization_id), event);
    this.worker.wake();
    return { deliveries };
  }
}
