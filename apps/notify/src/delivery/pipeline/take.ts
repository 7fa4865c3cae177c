/** The third stage: deliveries that are due are leased out of the outbox. */
import type { PoolClient } from 'pg';
import type { ConnectorRow } from '../../channels/connectors/connector-rows.js';
import { connectorOrNothing } from '../../channels/connectors/connectors.store.js';
import type { DeliveryRow } from '../../channels/outbox/delivery-rows.js';
import { lease, noteDue } from '../../channels/outbox/outbox.store.js';
import { isOrphan } from '../../channels/outbox/superseding.store.js';
import type { Stage } from './stage.js';

/** What is due and was not given out waits for another delivery, or has become due just now. */
export const BLOCKED_PAUSE_MS = 100;

export interface Leased {
  row: DeliveryRow;
  /** Absent for one that is deleted. */
  connector: ConnectorRow | undefined;
  /** The end of an incident that could not be notified itself. */
  orphan: boolean;
}

/** At most as many as there is room for. `retryScale` shortens the steps of the send rate. */
export const takeStage =
  (retryScale: number): Stage<number, Leased[]> =>
  ({ organizationId, transaction }, room) =>
    transaction(async (client) => {
      const rows = room === 0 ? [] : await lease(client, organizationId, room, retryScale);
      const taken: Leased[] = [];
      for (const row of rows) taken.push(await lookedUp(client, row));
      // What is still due has to wait for another delivery or for its connector's rate.
      await noteDue(client, organizationId, taken.length < room || room === 0 ? BLOCKED_PAUSE_MS : 0);
      return taken;
    });

const lookedUp = async (client: PoolClient, row: DeliveryRow): Promise<Leased> => ({
  row,
  connector: await connectorOrNothing(client, row.organization_id, row.connector_id),
  orphan: await isOrphan(client, row),
});
