import { Module } from '@nestjs/common';
import { ConnectorSender } from './connectors/connector-sender.js';
import { ConnectorTests } from './connectors/connector-tests.js';
import { Connectors } from './connectors/connectors.js';

@Module({
  controllers: [ConnectorTests, Connectors],
  providers: [ConnectorSender],
  exports: [ConnectorSender],
})
export class ChannelsModule {}
