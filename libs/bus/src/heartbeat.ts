import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import {
  HEARTBEAT_INTERVAL_MS,
  HEARTBEAT_LIMIT_MS,
  HEARTBEAT_SUBJECT,
  type Heartbeat,
  type ProjectionHeartbeat,
  type ServiceName,
} from '@spanwise/contracts/base/heartbeat';
import type { Host } from '@spanwise/host/service';
import { decodeJson } from './wire.js';

/** Publishes this process's state once a second until shutdown. */
export function startHeartbeat(
  host: Host,
  connection: NatsConnection,
  projection?: () => ProjectionHeartbeat | undefined,
): void {
  const instance = randomUUID();
  const sendHeartbeat = () => {
    if (connection.isClosed()) return;
    const state: Heartbeat = {
      service: host.service,
      instance,
      ready: host.health.unreadyReason() === undefined,
      subsystems: host.health.subsystems(),
      ...(projection && { projection: projection() }),
    };
    connection.publish(`${HEARTBEAT_SUBJECT}.${host.service}`, Buffer.from(JSON.stringify(state)));
  };
  const timer = setInterval(sendHeartbeat, HEARTBEAT_INTERVAL_MS);
  sendHeartbeat();
  host.shutdown.onStop('connections', 'heartbeat', async () => clearInterval(timer));
}

/** The newest heartbeat of every service, or of one, as heard by this process: the bus lets a service hear what it needs. */
export class Heartbeats {
  private readonly heard = new Map<ServiceName, { sendHeartbeat: Heartbeat; atMs: number }>();

  constructor(
    connection: NatsConnection,
    only?: ServiceName,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    connection.subscribe(`${HEARTBEAT_SUBJECT}.${only ?? '*'}`, {
      callback: (error, message) => {
        if (error) return;
        const sendHeartbeat = decodeJson<Heartbeat>(message.data);
        this.heard.set(sendHeartbeat.service, { sendHeartbeat, atMs: this.nowMs() });
      },
    });
  }

  /** Undefined when the service was silent for longer than the limit. */
  newest(service: ServiceName): Heartbeat | undefined {
    const entry = this.heard.get(service);
    return entry && this.nowMs() - entry.atMs <= HEARTBEAT_LIMIT_MS ? entry.sendHeartbeat : undefined;
  }
}
