import type { PoolClient } from 'pg';
import type { OrganizationTransactions } from './organization-transactions.js';

/** Transactions in which statements with these words, and with the text among their values, fail as those of a broken row do. */
export function failingStatements(
  transactions: OrganizationTransactions,
  statement: string,
  value: string,
): OrganizationTransactions {
  const isMeant = (text: string, values: unknown[]) =>
    text.includes(statement) && JSON.stringify(values).includes(value);
  const failing = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get: (target, name: keyof PoolClient) =>
        name === 'query'
          ? (text: string, values: unknown[] = []) =>
              isMeant(text, values) ? target.query(`select '{'::json`) : target.query(text, values)
          : target[name],
    });
  const run = <T>(id: string, work: (client: PoolClient) => Promise<T>): Promise<T> =>
    transactions.in(id, (client) => work(failing(client)));
  return new Proxy(transactions, {
    get: (target, name: keyof OrganizationTransactions) => {
      if (name === 'in') return run;
      if (name === 'turn') {
        return (organizationId: string) => ({
          organizationId,
          transaction: <T>(work: (client: PoolClient) => Promise<T>) => run(organizationId, work),
        });
      }
      return (target[name] as () => unknown).bind(target);
    },
  });
}
