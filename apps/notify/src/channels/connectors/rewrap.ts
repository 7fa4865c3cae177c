import { OrganizationTurns } from '@spanwise/host/organization-turns';
import type { OrganizationTransactions } from '../../db/organization-transactions.js';
import type { ConnectorSecrets } from './connector-secrets.js';
import { connectorIds, connectorRow, setSealed } from './connectors.store.js';

/** No other waits for one that takes long: the command ends when all are done. */
const BUDGET_MS = 600_000;

/**
 * Brings every stored secret under the first key of the keyring. Can be stopped and run again; once it has ended, older
 * keys can be taken out of the configuration. Returns how many were rewritten; throws where some of an organization could not be,
 * once all others are.
 */
export async function rewrapSecrets(
  transactions: OrganizationTransactions,
  secrets: ConnectorSecrets,
): Promise<number> {
  let rewritten = 0;
  const faults: unknown[] = [];
  const turns = new OrganizationTurns(
    { loop: 'rewrap', fault: 'connectors: secrets of an organization failed', budgetMs: BUDGET_MS },
    {},
  );
  await turns.round(await transactions.organizationIds(), async (organizationId) => {
    const rewrap = async () => {
      const ids = await transactions.in(organizationId, connectorIds);
      for (const id of ids) if (await rewrapOne(transactions, secrets, organizationId, id)) rewritten++;
    };
    await rewrap().catch((fault: unknown) => faults.push(fault));
  });
  if (faults.length > 0) throw faults[0];
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
