import type { Logger } from '@spanwise/host/logger';
import { Database } from '@spanwise/postgres/database';
import type { NotifyVariables } from '../../config.js';
import { dataSource } from '../../db/data-source.js';
import { OrganizationTransactions } from '../../db/organization-transactions.js';
import { ConnectorSecrets } from './connector-secrets.js';
import { rewrapSecrets } from './rewrap.js';

export async function rewrap(config: NotifyVariables, _args: string[], logger: Logger): Promise<void> {
  const source = await Database.open(dataSource(config.databaseUrl));
  try {
    const transactions = new OrganizationTransactions(source);
    const rewritten = await rewrapSecrets(transactions, new ConnectorSecrets(config.secretKeys));
    logger.info({ rewritten }, 'connectors: all secrets re-encrypted with the primary key');
  } finally {
    await source.close();
  }
}
