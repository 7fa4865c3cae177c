import { Injectable } from '@nestjs/common';
import { conflict, invalidArgument } from '@spanwise/contracts/errors';
import type { Acknowledged, DeliveryQuery, DeliveryView } from '@spanwise/contracts/notify-deliveries';
import { OrganizationTransactions } from '../db/organization-transactions.js';
import { acknowledgeTimers } from '../escalations/escalation-timers.js';
import { deliveryRow, deliveryView, type DeliveryRow } from './delivery-rows.js';
import { bringForward } from './outbox.js';
import { forgetUnresolved } from './unresolved-events.js';

const DEFAULT_LIMIT = 100;

/** What was sent to whom and what became of it (peer facts 4.7). */
@Injectable()
export class DeliveryLog {
  constructor(private readonly transactions: OrganizationTransactions) {}

  /** The newest first. */
  async list(organizationId: string, query: DeliveryQuery): Promise<DeliveryView[]> {
    if ((query.from_micros ?? 0) > (query.to_micros ?? Number.MAX_SAFE_INTEGER)) {
      throw invalidArgument('from_micros must not be after to_micros.', [
        { field: 'from_micros', reason: 'must not be after to_micros' },
      ]);
    }
    return this.transactions.in(organizationId, async (client) => {
      const { rows } = await client.query<DeliveryRow>(
        `select * from deliveries where organization_id = $1
           and ($2::text is null or event_id = $2) and ($3::uuid is null or policy_id = $3)
           and ($4::uuid is null or recipient_user_id = $4) and ($5::uuid is null or connector_id = $5)
           and ($6::text is null or status = $6) and ($7::text is null or stage = $7)
           and ($8::float8 is null or created_at >= to_timestamp($8::float8 / 1000000))
           and ($9::float8 is null or created_at <= to_timestamp($9::float8 / 1000000))
         order by created_at desc, id desc limit $10`,
        [
          organizationId,
          query.event_id ?? null,
          query.policy_id ?? null,
          query.user_id ?? null,
          query.connector_id ?? null,
          query.status ?? null,
          query.stage ?? null,
          query.from_micros ?? null,
          query.to_micros ?? null,
          query.limit ?? DEFAULT_LIMIT,
        ],
      );
      return rows.map(deliveryView);
    });
  }

  read(organizationId: string, id: string): Promise<DeliveryView> {
    return this.transactions.in(organizationId, async (client) =>
      deliveryView(await deliveryRow(client, organizationId, id)),
    );
  }

  /** Somebody has taken the event over: what was delivered is acknowledged, what still waits is not sent any more, nothing escalates. */
  acknowledge(organizationId: string, id: string): Promise<Acknowledged> {
    return this.transactions.in(organizationId, async (client) => {
      const { event_id: eventId, stage } = await deliveryRow(client, organizationId, id);
      refuseTest(stage);
      await forgetUnresolved(client, organizationId, eventId);
      await acknowledgeTimers(client, organizationId, eventId);
      const { rowCount } = await client.query(
        `update deliveries set status = 'acknowledged', acknowledged_at = now(), next_at = null
         where organization_id = $1 and event_id = $2 and status in ('success', 'pending')`,
        [organizationId, eventId],
      );
      await bringForward(client, organizationId);
      return { event_id: eventId, acknowledged: rowCount ?? 0 };
    });
  }

  /** Puts a delivery that failed for good back into the outbox, with its whole schedule. */
  retry(organizationId: string, id: string): Promise<DeliveryView> {
    return this.transactions.in(organizationId, async (client) => {
      const row = await deliveryRow(client, organizationId, id, 'for update');
      refuseTest(row.stage);
      if (row.status === 'sending' || row.status === 'pending') throw conflict('The delivery is still under way.');
      if (row.status !== 'failed') throw invalidArgument('Only a failed delivery can be tried again.');
      await client.query(
        `update deliveries set status = 'pending', attempt = 0, next_at = now(), fallbacks = '[]'
         where organization_id = $1 and id = $2`,
        [organizationId, id],
      );
      await bringForward(client, organizationId);
      return deliveryView(await deliveryRow(client, organizationId, id));
    });
  }
}

function refuseTest(stage: DeliveryRow['stage']): void {
  if (stage === 'test') throw invalidArgument('This is the delivery of a test.');
}
