import type { Delivery, Sent, Wires } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import { wiresFor } from '../providers/wires.js';
import { configToSend } from './connector-config.js';
import type { ConnectorRow } from './connector-rows.js';
import type { ConnectorSecrets } from './connector-secrets.js';

/** One attempt, with what the target may be sent of the connector's secrets. Throws `DeliveryFault`. */
export async function sendOnce(
  secrets: ConnectorSecrets,
  wires: Wires,
  row: Pick<ConnectorRow, 'id' | 'organization_id' | 'connector_type' | 'config_sealed'>,
  delivery: Delivery,
): Promise<Sent> {
  const stored = secrets.open(row.organization_id, row.id, row.config_sealed);
  const provider = PROVIDERS[row.connector_type];
  const config = configToSend(provider.members, stored, delivery.target);
  return provider.send(config, delivery, wiresFor(wires, row.organization_id));
}
