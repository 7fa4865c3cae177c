import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import { PublishEvent, publishEvent } from '@spanwise/contracts/notify/deliveries';
import { unstorableMember } from '@spanwise/contracts/base/storable-text';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { DeliveryWorker } from '../pipeline/delivery-worker.js';
import { MAX_ATTRIBUTE_BYTES } from '../pipeline/fitted-attributes.js';
import { Pipeline } from '../pipeline/pipeline.js';

/** Events of other services, which are delivered at once. */
@Controller()
export class PublishedEvents {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly pipeline: Pipeline,
    private readonly worker: DeliveryWorker,
  ) {}

  @HandleRpc(publishEvent)
  async publish(event: PublishEvent): Promise<{ deliveries: number }> {
    refuseUnfit(event);
    const deliveries = await this.pipeline.accept(this.transactions.turn(event.organization_id), event);
    this.worker.wake();
    return { deliveries };
  }
}

function refuseUnfit({ attributes }: PublishEvent): void {
  const isLong = Buffer.byteLength(JSON.stringify(attributes)) > MAX_ATTRIBUTE_BYTES;
  if (!isLong && unstorableMember(attributes) === undefined) return;
  throw invalidArgument(`The attributes must be texts without NUL and at most ${MAX_ATTRIBUTE_BYTES} bytes.`);
}
