import { Module, type DynamicModule } from '@nestjs/common';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import type { ConfigOf } from '@spanwise/host/config';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { watchDatabase } from '@spanwise/postgres/availability';
import { connectDataSource, createDataSource, poolOf } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { DataSource } from 'typeorm';
import { variables } from './config.js';
import { migrations } from './db/migrations.js';

type Config = ConfigOf<typeof variables>;

@Module({})
class NotifyModule {}

const dataSource = (config: Config) =>
  createDataSource({ url: config.databaseUrl, schema: 'notify', applicationName: 'spanwise-notify', migrations });

async function notifyModule(config: Config, host: Host): Promise<DynamicModule> {
  const bus = await Bus.connect(host, config.natsUrl);
  const source = await connectDataSource(host, dataSource(config));
  watchDatabase(host, poolOf(source));
  return {
    module: NotifyModule,
    providers: [
      { provide: Host, useValue: host },
      { provide: Bus, useValue: bus },
      { provide: DataSource, useValue: source },
    ],
  };
}

export const notify: ServiceDefinition<typeof variables> = {
  name: 'notify',
  variables,
  module: notifyModule,
  configure: (app, _config, host) => serveRpc(app, host, app.get(Bus)),
  started: async (app, _config, host) => startHeartbeat(host, app.get(Bus).connection),
  commands: {
    migrate: async (config, _args, logger) => {
      const applied = await migrate(dataSource(config), config.databaseUrl, 'notify');
      logger.info({ applied }, 'schema notify is up to date');
    },
  },
};
