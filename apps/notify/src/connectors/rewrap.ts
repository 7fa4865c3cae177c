import type { OrganizationTransactions } from '../db/organization-transactions.js';
import type { ConnectorSecrets } from './connector-secrets.js';
import { connectorIds, connectorRow, setSealed } from './connectors.store.js';

/**
 * Brings every stored secret under the first key of the keyring. Can be stopped and run again; once it has ended, older
 * keys can be taken out of the configuration. Returns how many were rewritten.
 */
export async function rewrapSecrets(
  transactions: OrganizationTransactions,
  secrets: ConnectorSecrets,
): Promise<number> {
  let rewritten = 0;
  for (const organizationId of await transactions.organizationIds()) {
    const ids = await transactions.in(organizationId, connectorIds);
    for (const id of ids) if (await rewrapOne(transactions, secrets, organizationId, id)) rewritten++;
  }
  return rewritten;
}

function rewrapOne(
  transactions: OrganizationTransactions,
  secrets: ConnectorSecrets,
  organizationId: string,
  id: string,
): Promise<boolean> {
  return transactions.in(organizationId, async (client) => {
    const row = await connectorRow(client, organizationId, id, 'for update').catch(() => undefined);
    const sealed = row && secrets.rewrap(organizationId, id, row.config_sealed);
    if (sealed === undefined) return false;
    await setSealed(client, id, sealed);
    return true;
  });
}
