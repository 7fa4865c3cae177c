import { Injectable } from '@nestjs/common';
import type { PublishEvent } from '@spanwise/contracts/notify/deliveries';
import { Host } from '@spanwise/host/service';
import { Database } from '@spanwise/postgres/database';
import { NotifyConfig } from '../../config.js';
import { ConnectorSecrets } from '../../channels/connectors/connector-secrets.js';
import { within } from '../../db/organization-transactions.js';
import { ProviderContexts } from '../../channels/providers/provider-contexts.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { escalateStage } from './ack-timeouts.js';
import { plan } from './plan.js';
import { publish } from './publish.js';
import { recordStage } from './record.js';
import { sendStage, type Attempted } from './send.js';
import type { Stage } from './stage.js';
import { takeStage, type Leased } from './take.js';

/** The stages as this service has them. */
@Injectable()
export class Pipeline {
  readonly escalate: Stage<void, void>;
  readonly take: Stage<number, Leased[]>;
  readonly send: Stage<Leased, Attempted>;
  readonly record: Stage<Attempted, void>;

  constructor(
    source: Database,
    secrets: ConnectorSecrets,
    { context }: ProviderContexts,
    host: Host,
    { values: { retryScale, baseUrl } }: NotifyConfig,
  ) {
    const metrics = new DeliveryMetrics(host.registry, source);
    this.escalate = escalateStage(host.logger);
    this.take = takeStage(retryScale);
    this.send = sendStage({ secrets, context, host, metrics, retryScale, baseUrl });
    this.record = recordStage({ metrics, retryScale });
  }

  /** All of an event in one transaction: one that is accepted is never lost. How many deliveries it made at once. */
  readonly accept: Stage<PublishEvent, number> = (turn, event) =>
    turn.transaction(async (client) => {
      const inner = within(turn.organizationId, client);
      return plan(inner, await publish(inner, event));
    });
}
