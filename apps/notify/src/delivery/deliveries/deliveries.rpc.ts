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
} from '@spanwise/contracts/notify/deliveries';
import { DeliveryLog } from './delivery-log.js';
import { PublishedEvents } from './published-events.js';

@Controller()
export class DeliveriesController {
  constructor(
    private readonly events: PublishedEvents,
    private readonly log: DeliveryLog,
  ) {}

  @HandleRpc(publishEvent)
  publish(event: PublishEvent): Promise<{ deliveries: number }> {
    return this.events.publish(event);
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
    return this.log.acknowledge(context, id);
  }

  @HandleRpc(retryDelivery)
  retry({ id }: DeliveryId, { context }: ScopedCall): Promise<DeliveryView> {
    return this.log.retry(context, id);
  }
}
