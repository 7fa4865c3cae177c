import type { Pool, PoolClient } from 'pg';

export interface TransactionOptions {
  /**
   * Organization whose rows the transaction may see: row-level security compares every row with it. A transaction
   * without one sees no organization's data.
   */
  organizationId?: string;
  readOnly?: boolean;
  /** One snapshot for all statements, so that items and `meta` of an answer agree. */
  snapshot?: boolean;
  statementTimeoutMs?: number;
  /** Most parallel workers of one statement; the server's own setting without it. */
  parallelWorkers?: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Runs `work` in one transaction; rolls back when it throws. The opening costs one round trip. */
export async function inTransaction<T>(
  pool: Pool,
  options: TransactionOptions,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that is lost between two statements has no other listener: unheard, it would end the process.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    await client.query(opening(options));
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that cannot even roll back is thrown away, not lent to the next caller.
    // One that is thrown away may still have something to say.
    if (broken === undefined) client.off('error', onLost);
    client.release(broken);
  }
}

function opening(options: TransactionOptions): string {
  const statements = [
    `begin ${options.snapshot ? 'isolation level repeatable read' : ''} ${options.readOnly ? 'read only' : ''}`,
  ];
  if (options.organizationId !== undefined) {
    if (!UUID.test(options.organizationId)) throw new Error('the organization id is not a UUID');
    statements.push(`set local spanwise.organization_id = '${options.organizationId}'`);
  }
  if (options.statementTimeoutMs !== undefined) {
    statements.push(`set local statement_timeout = ${Math.trunc(options.statementTimeoutMs)}`);
  }
  if (options.parallelWorkers !== undefined) {
    statements.push(`set local max_parallel_workers_per_gather = ${Math.trunc(options.parallelWorkers)}`);
  }
  return statements.join('; ');
}
