import { Controller } from '@nestjs/common';
import { HandleRpc, type ScopedCall } from '@spanwise/bus/rpc-handler';
import {
  acknowledgeDelivery,
  DeliveryId,
  DeliveryQuery,
  listDeliveries,
  PublishEvent,
  publishEvent,
  readDelivery,
  retryDelivery,
  type Acknowledged,
  type DeliveryView,
} from '@spanwise/contracts/notify-deliveries';
import { DeliveryLog } from './delivery-log.js';
import { DeliveryWorker } from './delivery-worker.js';
import { Events } from './events.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly events: Events,
    private readonly log: DeliveryLog,
    private readonly worker: DeliveryWorker,
  ) {}

  @HandleRpc(publishEvent)
  async publish(event: PublishEvent): Promise<{ deliveries: number }> {
    const deliveries = await this.events.publish(event);
    this.worker.wake();
    return { deliveries };
  }

  @HandleRpc(listDeliveries)
  list(query: DeliveryQuery, { context }: ScopedCall): Promise<DeliveryView[]> {
    return this.log.list(context.organization_id, query);
  }

  @HandleRpc(readDelivery)
  read({ id }: DeliveryId, { context }: ScopedCall): Promise<DeliveryView> {
    return this.log.read(context.organization_id, id);
  }

  @HandleRpc(acknowledgeDelivery)
  acknowledge({ id }: DeliveryId, { context }: ScopedCall): Promise<Acknowledged> {
    return this.log.acknowledge(context.organization_id, id);
  }

  @HandleRpc(retryDelivery)
  async retry({ id }: DeliveryId, { context }: ScopedCall): Promise<DeliveryView> {
    const delivery = await this.log.retry(context.organization_id, id);
    this.worker.wake();
    return delivery;
  }
}
