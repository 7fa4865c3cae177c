import type { Pool } from 'pg';
import { ServiceError, unavailable } from '@spanwise/contracts/base/errors';
import type { Host } from '@spanwise/host/service';
import { describeError } from '@spanwise/host/logger';
import { DatabaseMetrics } from './database-metrics.js';

const CHECK_INTERVAL_MS = 1_000;

/** SQLSTATE classes and codes of faults that may pass: connection, shutdown, resources, serialization, lock time-outs. */
const PASSING_STATE = /^(08|53|57P|40001|40P01|55P03|57014)/;
const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const PASSING_MESSAGES = /timeout|terminated|Connection ended|not queryable|Client has encountered a connection error/i;

/** True when the database is away or busy, rather than the statement wrong. */
export function isPassingFault(error: unknown): boolean {
  // An answer of ours, whatever words it has.
  if (!(error instanceof Error) || error instanceof ServiceError) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (typeof code === 'string' && (PASSING_STATE.test(code) || PASSING_CODES.has(code))) return true;
  // What the server has named, and a mistake of a program, may have any word in it, such as the name of a member.
  if (severity !== undefined || error instanceof TypeError || error instanceof RangeError) return false;
  return PASSING_MESSAGES.test(error.message);
}

/** A passing fault becomes `unavailable`, which callers retry; everything else stays what it is. */
export async function translateFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isPassingFault(error)) throw unavailable('The database is not reachable at the moment.');
    throw error;
  }
}

/** Checks the database once a second for the process's readiness; ends the pool at shutdown. */
export function watchDatabase(host: Host, pool: Pool, name = 'postgres'): void {
  let up = true;
  const metrics = DatabaseMetrics.of(host.registry);
  metrics.watch(name, pool);
  // Idle connections that die must not end the process; the next check sees the fault.
  pool.on('error', (error) => host.logger.warn(describeError(error), 'database: lost an idle connection'));
  host.health.addProbe(name, () => (up ? { up } : { up, reason: 'not reachable' }));
  const check = async () => {
    const before = up;
    const startedMs = performance.now();
    up = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    metrics.checked(name, up, (performance.now() - startedMs) / 1_000);
    if (up !== before) host.logger.warn({ up }, 'database: reachability changed');
  };
  let checking = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, CHECK_INTERVAL_MS);
  host.shutdown.onStop('connections', name, async () => {
    clearInterval(timer);
    await checking;
    await pool.end();
  });
}
