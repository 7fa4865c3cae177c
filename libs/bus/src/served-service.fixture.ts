import type { Type } from '@nestjs/common';
import { connect, type NatsConnection } from 'nats';
import { loadConfig, serviceVariables } from '@spanwise/host/config';
import { startService, type RunningService } from '@spanwise/host/service';
import { scratchNats } from '@spanwise/testing/scratch-nats';
import { Bus, serveRpc } from './bus.js';

export interface ServedService {
  service: RunningService;
  /** Of a caller. */
  connection: NatsConnection;
  stop: () => Promise<void>;
}

/** A service that serves the contracts of one controller on a bus of its own. */
export async function serve(controller: Type): Promise<ServedService> {
  const nats = await scratchNats();
  const variables = serviceVariables(0);
  const config = loadConfig(variables, { PORT: '0', NATS_URL: nats.url, LOG_LEVEL: 'silent' });
  const service = await startService(
    {
      name: 'notify',
      variables,
      module: async (values, host) => ({
        module: class TestModule {},
        controllers: [controller],
        providers: [{ provide: Bus, useValue: await Bus.connect(host, values) }],
      }),
      configure: (app, _values, host) => serveRpc(app, host, app.get(Bus)),
    },
    config,
  );
  const connection = await connect({ servers: nats.url });
  const stop = async () => {
    await service.stop();
    await connection.close();
    await nats.stop();
  };
  return { service, connection, stop };
}
