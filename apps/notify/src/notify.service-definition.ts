import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { recordChange } from '@spanwise/contracts/iam/audit';
import { SealedBoxKey } from '@spanwise/host/sealed-box';
import { watchLoop } from '@spanwise/host/loop-watch';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { SharedModule } from '@spanwise/host/shared-module';
import { watchDatabase } from '@spanwise/postgres/availability';
import { Database, connectDatabase } from '@spanwise/postgres/database';
import { AcknowledgeLinks } from './routing/acknowledgements/acknowledge-links.js';
import { Callbacks } from './routing/acknowledgements/callbacks.js';
import { EvaluationRetention } from './alerting/alert-evaluation/evaluation-retention.js';
import { Evaluator } from './alerting/alert-evaluation/evaluator.js';
import { auditOutbox } from './platform/audit/audit-outbox.js';
import { NotifyConfig, variables, type NotifyVariables } from './config.js';
import { ConnectorSecrets } from './channels/connectors/connector-secrets.js';
import { dataSource } from './db/data-source.js';
import { OrganizationTransactions } from './db/organization-transactions.js';
import { DeadMansSwitch } from './channels/dead-mans-switch/dead-mans-switch.js';
import { DeadMansSwitchMetrics } from './channels/dead-mans-switch/dead-mans-switch-metrics.js';
import { DefaultRules } from './alerting/default-rules/default-rules.js';
import { DeliveryRetention } from './delivery/deliveries/delivery-retention.js';
import { AddressPolicy } from './channels/egress/addresses.js';
import { Dialer, resolverOf } from './channels/egress/dialer.js';
import { HTTP_PORTS, SMTP_PORTS } from './channels/egress/endpoints.js';
import { Names } from './channels/egress/names/names.js';
import { OWN_REFRESH_MS, OwnEndpoints } from './channels/egress/own-endpoints.js';
import { IncidentRetention } from './alerting/incident-retention/incident-retention.js';
import { acknowledgeFromOutside } from './incidents/incidents/acknowledge-from-outside.js';
import { DeletedOrganization } from './platform/organizations/deleted-organization.js';
import { SystemOrganization } from './platform/organizations/system-organization.js';
import { DeliveryWorker } from './delivery/pipeline/delivery-worker.js';
import { Pager } from './incidents/paging/pager.js';
import { PlatformWatch } from './alerting/platform-incident/platform-watch.js';
import { ProviderContexts } from './channels/providers/provider-contexts.js';
import { CoverageWatch } from './incidents/coverage-notices/coverage-watch.js';
import { ShiftWatch } from './incidents/shift-notices/shift-watch.js';
import { SealedBodies } from './platform/sealed-bodies.js';
import { VerificationCodes } from './routing/user-endpoints/verification-codes.js';
import { ChannelsModule } from './channels/channels.module.js';
import { OncallModule } from './oncall/oncall.module.js';
import { RoutingModule } from './routing/routing.module.js';
import { DeliveryModule } from './delivery/delivery.module.js';
import { IncidentsModule } from './incidents/incidents.module.js';
import { AlertingModule } from './alerting/alerting.module.js';

@Module({})
class NotifyModule {}

async function dialerOf(config: NotifyVariables, host: Host): Promise<Dialer> {
  const servers = [config.databaseUrl, config.natsUrl];
  const listeners = [...config.ownListeners, { host: config.host, port: config.port }];
  const resolve = resolverOf(new Names({ servers: config.dnsServers }));
  const own = await OwnEndpoints.of(config.baseUrl, servers, listeners, resolve);
  const timer = setInterval(() => void own.refresh(), OWN_REFRESH_MS);
  host.shutdown.onStop('workers', 'own endpoints', async () => clearInterval(timer));
  const rules = {
    addresses: new AddressPolicy(config.allowCidrs),
    ports: {
      http: new Set([...HTTP_PORTS, ...config.allowPorts]),
      smtp: new Set([...SMTP_PORTS, ...config.allowPorts]),
    },
    own,
  };
  return new Dialer(rules, { resolve, trustedCa: config.trustedCa });
}

async function notifyModule(config: NotifyVariables, host: Host): Promise<DynamicModule> {
  const bus = await Bus.connect(host, config);
  const source = await connectDatabase(host, dataSource(config.databaseUrl));
  watchDatabase(host, source.pool);
  const dialer = await dialerOf(config, host);
  return {
    module: NotifyModule,
    imports: [
      SharedModule.of([
        { provide: Host, useValue: host },
        { provide: Bus, useValue: bus },
        { provide: Database, useValue: source },
        { provide: NotifyConfig, useValue: new NotifyConfig(config) },
        { provide: Dialer, useValue: dialer },
        { provide: ProviderContexts, useValue: new ProviderContexts(dialer, config.baseUrl) },
        { provide: ConnectorSecrets, useValue: new ConnectorSecrets(config.secretKeys) },
        { provide: SealedBodies, useValue: new SealedBodies(new SealedBoxKey(config.secretKeys)) },
        { provide: VerificationCodes, useValue: new VerificationCodes(config.secretKeys) },
        OrganizationTransactions,
        DeletedOrganization,
        SystemOrganization,
        {
          provide: AcknowledgeLinks,
          useFactory: (transactions: OrganizationTransactions) =>
            new AcknowledgeLinks(transactions, acknowledgeFromOutside(config.baseUrl)),
          inject: [OrganizationTransactions],
        },
        {
          provide: Callbacks,
          useFactory: (transactions: OrganizationTransactions, secrets: ConnectorSecrets) =>
            new Callbacks({
              transactions,
              secrets,
              acknowledge: acknowledgeFromOutside(config.baseUrl),
              nowMs: Date.now,
            }),
          inject: [OrganizationTransactions, ConnectorSecrets],
        },
      ]),
      ChannelsModule,
      OncallModule,
      RoutingModule,
      DeliveryModule,
      IncidentsModule,
      AlertingModule,
    ],
  };
}

/** No-op unless a dead man's switch URL is configured. */
function startDeadMan(app: INestApplicationContext, config: NotifyVariables, host: Host): void {
  const { deadManUrl: url } = config;
  const metrics = new DeadMansSwitchMetrics(host.registry);
  if (url === undefined) return;
  const evaluator = app.get(Evaluator);
  const { http } = app.get(ProviderContexts).context;
  new DeadMansSwitch({ url, evaluatedMs: () => evaluator.evaluatedMs }, http, metrics, host).start();
}

export const notify: ServiceDefinition<typeof variables> = {
  name: 'notify',
  variables,
  module: notifyModule,
  configure: (app, _config, host) => serveRpc(app, host, app.get(Bus)),
  started: async (app, config, host) => {
    const { logLevel, stallLimitMs } = config;
    host.shutdown.onStop(
      'connections',
      'loop watch',
      watchLoop({ service: host.service, logLevel, limitMs: stallLimitMs }),
    );
    const { connection, rpc } = app.get(Bus);
    startHeartbeat(host, connection);
    app.get(DeliveryWorker).start();
    app.get(DeliveryRetention).start();
    auditOutbox.startSending(app.get(Database).pool, (record) => rpc.call(recordChange, record), host);
    app.get(CoverageWatch).start();
    app.get(ShiftWatch).start();
    app.get(DeletedOrganization).start();
    app.get(Evaluator).start();
    app.get(PlatformWatch).start();
    app.get(EvaluationRetention).start();
    app.get(IncidentRetention).start();
    startDeadMan(app, config, host);
    app.get(Pager).start();
    app.get(DefaultRules).start();
  },
};
