import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { conflict, invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
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
import { recordChange, type Change } from '../../platform/audit/audit-outbox.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { acknowledgeTimers } from '../../routing/ack-timeouts/ack-timeouts.store.js';
import { deliveryView, type DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import { bringForward } from '../../channels/outbox/outbox.store.js';
import { DeliveryWorker } from '../pipeline/delivery-worker.js';
import { forgetUnresolved } from '../../routing/unresolved-events/unresolved-events.store.js';
import { acknowledgeDeliveries, deliveryRow, deliveryRows, startAgain } from './deliveries.store.js';

const DEFAULT_LIMIT = 100;

/** What was sent to whom and what became of it (DELIVERY-16). */
@Controller()
export class DeliveryLog {
  constructor(
    private readonly transactions: OrganizationTransactions,
    private readonly worker: DeliveryWorker,
  ) {}

  /** The newest first. */
  @HandleRpc(listDeliveries)
  async list(query: DeliveryQuery, { organization_id: organizationId }: IamContext): Promise<DeliveryView[]> {
    if ((query.from_micros ?? 0) > (query.to_micros ?? Number.MAX_SAFE_INTEGER)) {
      throw invalidArgument('from_micros must not be after to_micros.', [
        { field: 'from_micros', reason: 'must not be after to_micros' },
      ]);
    }
    return this.transactions.in(organizationId, async (client) => {
      const rows = await deliveryRows(client, organizationId, { ...query, limit: query.limit ?? DEFAULT_LIMIT });
      return rows.map(deliveryView);
    });
  }

  @HandleRpc(readDelivery)
  read({ id }: DeliveryId, { organization_id: organizationId }: IamContext): Promise<DeliveryView> {
    return this.transactions.in(organizationId, async (client) =>
      deliveryView(await deliveryRow(client, organizationId, id)),
    );
  }

  /** A user has acknowledged the event: what was delivered is acknowledged, what still waits is not sent any more, nothing escalates. */
  @HandleRpc(acknowledgeDelivery)
  acknowledge({ id }: DeliveryId, context: IamContext): Promise<Acknowledged> {
    const { organization_id: organizationId } = context;
    return this.transactions.in(organizationId, async (client) => {
      const { event_id: eventId, stage } = await deliveryRow(client, organizationId, id);
      refuseTest(stage);
      await forgetUnresolved(client, organizationId, eventId);
      await acknowledgeTimers(client, organizationId, eventId);
      const acknowledged = await acknowledgeDeliveries(client, organizationId, eventId);
      await bringForward(client, organizationId);
      await recordChange(client, context, changeOf('delivery.acknowledge', id, { event_id: eventId, acknowledged }));
      return { event_id: eventId, acknowledged };
    });
  }

  /** Puts a delivery that failed for good back into the outbox, with its whole schedule. */
  @HandleRpc(retryDelivery)
  async retry({ id }: DeliveryId, context: IamContext): Promise<DeliveryView> {
    const { organization_id: organizationId } = context;
    const delivery = await this.transactions.in(organizationId, async (client) => {
      const row = await deliveryRow(client, organizationId, id, 'for update');
      refuseTest(row.stage);
      if (row.status === 'sending' || row.status === 'pending') throw conflict('The delivery is still under way.');
      if (row.status !== 'failed') throw invalidArgument('Only a failed delivery can be tried again.');
      await startAgain(client, organizationId, id);
      await bringForward(client, organizationId);
      await recordChange(client, context, changeOf('delivery.retry', id, { event_id: row.event_id }));
      return deliveryView(await deliveryRow(client, organizationId, id));
    });
    this.worker.wake();
    return delivery;
  }
}

const changeOf = (action: string, id: string, payload: Record<string, unknown>): Change => ({
  action,
  target_kind: 'delivery',
  target_id: id,
  payload,
});

function refuseTest(stage: DeliveryRow['stage']): void {
  if (stage === 'test') throw invalidArgument('This is the delivery of a test.');
}
