/** The product's bus as its notify is on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type NatsConnection } from 'nats';
import { alertProgress, type AlertProgress } from '@spanwise/contracts/alert-measure';
import { ServiceError } from '@spanwise/contracts/errors';
import type { Product } from '../harness/product.js';

export const asNotify = (product: Product): Promise<NatsConnection> =>
  connect({
    servers: `127.0.0.1:${product.instance.ports.nats}`,
    user: 'notify',
    pass: readFileSync(join(product.dataDir, 'keys', 'nats-notify'), 'utf8').trim(),
    inboxPrefix: '_INBOX_notify',
  });

/** As one service asks another; throws what the other one says is wrong. */
export const callsOver =
  (connection: NatsConnection) =>
  async (contract: { subject: string; timeoutMs: number }, input: object): Promise<object> => {
    const body = JSON.stringify({ data: input });
    const reply = await connection.request(contract.subject, body, { timeout: contract.timeoutMs });
    const said = reply.json<{ data: object } | { error: Parameters<typeof ServiceError.fromWire>[0] }>();
    if ('error' in said) throw ServiceError.fromWire(said.error);
    return said.data;
  };

/** How far apm has come with the log's time, microseconds; 0 before it has begun. */
export async function appliedMicros(product: Product): Promise<number> {
  const connection = await asNotify(product);
  try {
    const { stream_time_micros: applied } = (await callsOver(connection)(alertProgress, {})) as AlertProgress;
    return applied ?? 0;
  } finally {
    await connection.close();
  }
}
