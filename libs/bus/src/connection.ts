import { connect, type ConnectionOptions, type NatsConnection } from 'nats';
import type { Host } from '@spanwise/host/service';
import { describeError } from '@spanwise/host/logger';
import { ConnectionMetrics } from './bus-metrics.js';

/**
 * How `user` of `deploy/nats/users.conf` connects: with the user and password of the URL, when it has them, and replies
 * in an inbox that no other user may read.
 */
export function busOptions(natsUrl: string, user: string): ConnectionOptions {
  const { host, username, password, protocol } = new URL(natsUrl);
  return {
    servers: host,
    name: user,
    inboxPrefix: `_INBOX_${user}`,
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' && { tls: {} }),
  };
}

/**
 * One connection of a process. It is made even when the server is away, and made again for ever: callers see
 * time-outs meanwhile, never a dead process.
 */
export async function connectBus(host: Host, natsUrl: string): Promise<NatsConnection> {
  const connection = await connect({
    ...busOptions(natsUrl, host.service),
    waitOnFirstConnect: true,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 5_000,
    maxPingOut: 2,
  });
  const metrics = new ConnectionMetrics(host.registry);
  let up = true;
  host.health.addProbe('nats', () => (up ? { up } : { up, reason: 'not connected' }));
  void watch();
  host.shutdown.onStop('connections', 'nats', async () => {
    if (!connection.isClosed()) await connection.drain();
  });
  return connection;

  async function watch(): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') up = false;
      if (status.type === 'reconnect') {
        up = true;
        metrics.reconnects.inc();
      }
      if ('permissionContext' in status) metrics.permissionViolations.inc();
      if (status.type === 'disconnect' || status.type === 'reconnect') {
        host.logger.warn({ event: status.type }, 'nats: connection status');
      }
    }
    const error = await connection.closed();
    if (error) host.logger.error(describeError(error), 'nats: connection closed');
  }
}
