import type { Delivery, Sent, ProviderContext } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import { contextOf } from '../providers/provider-contexts.js';
import { configToSend } from './connector-config.js';
import type { ConnectorRow } from './connector-rows.js';
import type { ConnectorSecrets } from './connector-secrets.js';

/** One attempt, with what the target may be sent of the connector's secrets. Throws `DeliveryFault`. */
export async function sendOnce(
  secrets: ConnectorSecrets,
  context: ProviderContext,
  row: Pick<ConnectorRow, 'id' | 'organization_id' | 'connector_type' | 'config_sealed'>,
  delivery: Delivery,
): Promise<Sent> {
  const stored = secrets.open(row.organization_id, row.id, row.config_sealed);
  const provider = PROVIDERS[row.connector_type];
  const config = configToSend(provider.members, stored, delivery.target);
  return provider.send(config, delivery, contextOf(context, row.organization_id));
}
