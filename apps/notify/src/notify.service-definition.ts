import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { SealedBoxKey } from '@spanwise/host/sealed-box';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { watchDatabase } from '@spanwise/postgres/availability';
import { connectDataSource, createDataSource, poolOf } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { AuditSender } from './audit/audit-sender.js';
import { NotifyConfig, variables, type NotifyVariables } from './config.js';
import { ConnectorSecrets } from './connectors/connector-secrets.js';
import { ConnectorSender } from './connectors/connector-sender.js';
import { ConnectorTests } from './connectors/connector-tests.js';
import { ConnectorsController } from './connectors/connectors.controller.js';
import { Connectors } from './connectors/connectors.js';
import { rewrapSecrets } from './connectors/rewrap.js';
import { migrations } from './db/migrations.js';
import { OrganizationTransactions } from './db/organization-transactions.js';
import { DefaultRoutesController } from './default-routes/default-routes.controller.js';
import { DefaultRoutes } from './default-routes/default-routes.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveryLog } from './deliveries/delivery-log.js';
import { DeliveryRetention } from './deliveries/delivery-retention.js';
import { DeliveryWorker } from './deliveries/delivery-worker.js';
import { Events } from './deliveries/events.js';
import { RecipientResolution } from './deliveries/recipient-resolution.js';
import { AddressPolicy } from './egress/addresses.js';
import { Dialer } from './egress/dialer.js';
import { HTTP_PORTS, SMTP_PORTS } from './egress/endpoints.js';
import { ownEndpoints } from './egress/own-endpoints.js';
import { Escalations } from './escalations/escalations.js';
import { PoliciesController } from './policies/policies.controller.js';
import { Policies } from './policies/policies.js';
import { PolicyPreviews } from './policies/policy-preview.js';
import { TeamDirectory } from './policies/team-directory.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { Preferences } from './preferences/preferences.js';
import { WiresProvider } from './providers/wires.js';
import { SealedBodies } from './sealed-bodies.js';
import { TemplatesController } from './templates/templates.controller.js';
import { Templates } from './templates/templates.js';
import { EndpointVerification } from './user-endpoints/endpoint-verification.js';
import { UserEndpointsController } from './user-endpoints/user-endpoints.controller.js';
import { UserEndpoints } from './user-endpoints/user-endpoints.js';
import { VerificationCodes } from './user-endpoints/verification-codes.js';

@Module({})
class NotifyModule {}

const dataSource = (config: NotifyVariables) =>
  createDataSource({ url: config.databaseUrl, schema: 'notify', applicationName: 'spanwise-notify', migrations });

/** The guard of everything that leaves this process. */
async function dialerOf(config: NotifyVariables): Promise<Dialer> {
  const rules = {
    addresses: new AddressPolicy(config.allowCidrs),
    ports: {
      http: new Set([...HTTP_PORTS, ...config.allowPorts]),
      smtp: new Set([...SMTP_PORTS, ...config.allowPorts]),
    },
    own: await ownEndpoints(config.baseUrl, [config.databaseUrl, config.natsUrl]),
  };
  return new Dialer(rules, { trustedCa: config.trustedCa });
}

async function notifyModule(config: NotifyVariables, host: Host): Promise<DynamicModule> {
  const bus = await Bus.connect(host, config.natsUrl);
  const source = await connectDataSource(host, dataSource(config));
  watchDatabase(host, poolOf(source));
  const dialer = await dialerOf(config);
  return {
    module: NotifyModule,
    controllers: [
      ConnectorsController,
      UserEndpointsController,
      PreferencesController,
      DefaultRoutesController,
      TemplatesController,
      PoliciesController,
      DeliveriesController,
    ],
    providers: [
      { provide: Host, useValue: host },
      { provide: Bus, useValue: bus },
      { provide: DataSource, useValue: source },
      { provide: NotifyConfig, useValue: new NotifyConfig(config) },
      { provide: Dialer, useValue: dialer },
      { provide: WiresProvider, useValue: new WiresProvider(dialer, config.baseUrl) },
      { provide: ConnectorSecrets, useValue: new ConnectorSecrets(config.secretKeys) },
      { provide: SealedBodies, useValue: new SealedBodies(new SealedBoxKey(config.secretKeys)) },
      { provide: VerificationCodes, useValue: new VerificationCodes(config.secretKeys) },
      OrganizationTransactions,
      Connectors,
      ConnectorSender,
      ConnectorTests,
      UserEndpoints,
      EndpointVerification,
      Preferences,
      DefaultRoutes,
      Templates,
      Policies,
      PolicyPreviews,
      Events,
      TeamDirectory,
      RecipientResolution,
      Escalations,
      DeliveryLog,
      DeliveryWorker,
      DeliveryRetention,
      AuditSender,
    ],
  };
}

export const notify: ServiceDefinition<typeof variables> = {
  name: 'notify',
  variables,
  module: notifyModule,
  configure: (app, _config, host) => serveRpc(app, host, app.get(Bus)),
  started: async (app, _config, host) => {
    startHeartbeat(host, app.get(Bus).connection);
    app.get(DeliveryWorker).start();
    app.get(DeliveryRetention).start();
    app.get(AuditSender).start();
  },
  commands: {
    migrate: async (config, _args, logger) => {
      const applied = await migrate(dataSource(config), config.databaseUrl, 'notify');
      logger.info({ applied }, 'schema notify is up to date');
    },
    rewrap: async (config, _args, logger) => {
      const source = await dataSource(config).initialize();
      try {
        const transactions = new OrganizationTransactions(source);
        const rewritten = await rewrapSecrets(transactions, new ConnectorSecrets(config.secretKeys));
        logger.info({ rewritten }, 'every secret is under the first key');
      } finally {
        await source.destroy();
      }
    },
  },
};
