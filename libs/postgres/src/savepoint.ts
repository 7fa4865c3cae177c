import type { PoolClient } from 'pg';
import { isPassingFault } from './availability.js';

export type Apart<T> = { value: T } | { fault: unknown };

/**
 * Does a part of what the open transaction does. Where it fails nothing of it happened, and everything else goes on; a fault of
 * the database that may pass ends the whole transaction, which is tried again. May be called within itself.
 */
export async function inSavepoint<T>(client: PoolClient, work: () => Promise<T>): Promise<Apart<T>> {
  await client.query('savepoint part');
  try {
    const value = await work();
    await client.query('release savepoint part');
    return { value };
  } catch (fault) {
    if (isPassingFault(fault)) throw fault;
    await client.query('rollback to savepoint part; release savepoint part');
    return { fault };
  }
}
