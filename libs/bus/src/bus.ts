import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NatsConnection } from 'nats';
import { unavailable } from '@spanwise/contracts/base/errors';
import { KEYS_CHANGED_SUBJECT } from '@spanwise/contracts/authz/invalidation';
import { TELEMETRY_SUBJECT } from '@spanwise/contracts/telemetry/own-telemetry';
import type { ServiceConfig } from '@spanwise/host/config';
import type { Host } from '@spanwise/host/service';
import { connectBus } from './connection.js';
import { ContextVerifier, publicKeysOverBus } from './context-verifier.js';
import { RpcClient } from './rpc-client.js';
import { RpcServer } from './rpc-server.js';
import { StreamClient } from './stream-client.js';

type BusConfig = Pick<ServiceConfig, 'natsUrl' | 'callTimeoutMs'>;

/** A process's access to the bus; registered in Nest under this class. */
export class Bus {
  readonly rpc: RpcClient;

  readonly streams: StreamClient;

  constructor(
    readonly connection: NatsConnection,
    service: string,
    callTimeoutMs?: number,
  ) {
    this.rpc = new RpcClient(connection, callTimeoutMs);
    this.streams = new StreamClient(connection, service);
  }

  static async connect(host: Host, { natsUrl, callTimeoutMs }: BusConfig): Promise<Bus> {
    const connection = await connectBus(host, natsUrl);
    host.tracing?.exporter.deliverTo((request) => {
      // The client library would keep what it cannot send, without a bound.
      if (!host.health.subsystems().nats!.up) throw unavailable('The bus is not reachable at the moment.');
      connection.publish(TELEMETRY_SUBJECT(host.service), request);
    });
    return new Bus(connection, host.service, callTimeoutMs);
  }
}

/** Lets the `@HandleRpc` methods of the app's controllers answer on the bus. */
export async function serveRpc(app: NestFastifyApplication, host: Host, bus: Bus): Promise<void> {
  const verifier = new ContextVerifier(publicKeysOverBus(bus.rpc));
  bus.connection.subscribe(KEYS_CHANGED_SUBJECT, { callback: () => verifier.forget() });
  app.connectMicroservice<MicroserviceOptions>(
    { strategy: new RpcServer(host, bus.connection, verifier) },
    { inheritAppConfig: false },
  );
  await app.startAllMicroservices();
  // Until the server has heard of what is answered here, callers read that there is no responder.
  await bus.connection.flush().catch(() => undefined);
}
