import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Bus } from '@spanwise/bus/bus';
import { CHANNELS_READ } from '@spanwise/contracts/notify/notify';
import {
  acknowledgeDelivery,
  DeliveryId,
  DeliveryQuery,
  listDeliveries,
  readDelivery,
  retryDelivery,
  type Acknowledged,
  type DeliveryView,
} from '@spanwise/contracts/notify/deliveries';
import { parse } from '@spanwise/contracts/authz/parse';
import { Access } from '../edge/auth/access.js';
import type { Caller } from '../edge/auth/authentication.js';
import { CurrentCaller } from '../edge/auth/current-caller.js';
import { pathId } from '../edge/auth/path-id.js';
import { Operation } from '../edge/openapi/operation.js';

const PATH = { id: 'Id of the delivery' };
const NUMBERS = ['limit', 'from_micros', 'to_micros'];

const deliveryId = (id: string): DeliveryId => pathId(DeliveryId, id, 'There is no such delivery.');

/** What was sent to whom and what became of it (DELIVERY-16). */
@Controller('api/v1/notify/deliveries')
export class DeliveriesController {
  constructor(private readonly bus: Bus) {}

  @Access(CHANNELS_READ)
  @Operation('Deliveries', {
    summary: 'Deliveries, newest first',
    description: '`limit` defaults to 100.',
    query: DeliveryQuery,
  })
  @Get()
  list(@Query() query: Record<string, unknown>, @CurrentCaller() caller: Caller): Promise<DeliveryView[]> {
    return this.bus.rpc.call(listDeliveries, parse(DeliveryQuery, withNumbers(query)), caller.signed);
  }

  @Access(CHANNELS_READ)
  @Operation('Delivery', { summary: 'One delivery', path: PATH })
  @Get(':id')
  read(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<DeliveryView> {
    return this.bus.rpc.call(readDelivery, deliveryId(id), caller.signed);
  }

  @Access({ organization: 'alerts.acknowledge' })
  @Operation('DeliveriesAcknowledged', {
    summary: 'Acknowledge the event of a delivery',
    description: 'Acknowledges the delivered messages and cancels pending ones.',
    path: PATH,
  })
  @Post(':id/ack')
  @HttpCode(200)
  acknowledge(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<Acknowledged> {
    return this.bus.rpc.call(acknowledgeDelivery, deliveryId(id), caller.signed);
  }

  @Access({ organization: 'alerts.manage' })
  @Operation('Delivery', {
    summary: 'Retry a failed delivery',
    path: PATH,
    refusals: { conflict: 'It is still under way.' },
  })
  @Post(':id/retry')
  @HttpCode(200)
  retry(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<DeliveryView> {
    return this.bus.rpc.call(retryDelivery, deliveryId(id), caller.signed);
  }
}

/** Numbers of a query string; what is none stays a text and is refused by its declaration. */
function withNumbers(query: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(query).map(([name, value]) => {
    const number = NUMBERS.includes(name) && typeof value === 'string' && /^\d{1,16}$/.test(value);
    return [name, number ? Number(value) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
