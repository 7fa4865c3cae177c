import { Module } from '@nestjs/common';
import { DeliveryLog } from './deliveries/delivery-log.js';
import { DeliveryRetention } from './deliveries/delivery-retention.js';
import { PublishedEvents } from './deliveries/published-events.js';
import { DeliveryWorker } from './pipeline/delivery-worker.js';
import { Pipeline } from './pipeline/pipeline.js';
import { RecipientResolution } from './pipeline/recipient-resolution.js';
import { RoutingModule } from '../routing/routing.module.js';

@Module({
  imports: [RoutingModule],
  controllers: [PublishedEvents, DeliveryLog],
  providers: [RecipientResolution, Pipeline, DeliveryWorker, DeliveryRetention],
  exports: [Pipeline, DeliveryWorker],
})
export class DeliveryModule {}
