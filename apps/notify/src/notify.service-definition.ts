import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { recordChange } from '@spanwise/contracts/iam/audit';
import { SealedBoxKey } from '@spanwise/host/sealed-box';
import { watchLoop } from '@spanwise/host/loop-watch';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { watchDatabase } from '@spanwise/postgres/availability';
import { connectDataSource, poolOf } from '@spanwise/postgres/database';
import { AlertEscalationsController } from './alert-escalations/alert-escalations.rpc.js';
import { AlertEscalations } from './alert-escalations/alert-escalations.js';
import { AcknowledgeLinks } from './acknowledgements/acknowledge-links.js';
import { AcknowledgementsController } from './acknowledgements/acknowledgements.rpc.js';
import { Callbacks } from './acknowledgements/callbacks.js';
import { AlertRulesController } from './alert-rules/alert-rules.rpc.js';
import { AlertRules } from './alert-rules/alert-rules.js';
import { Consequences } from './alert-evaluation/consequences.js';
import { EvaluationMetrics } from './alert-evaluation/evaluation-metrics.js';
import { PlatformIncidents } from './alert-evaluation/platform-incidents.js';
import { EvaluationRetention } from './alert-evaluation/evaluation-retention.js';
import { Evaluator } from './alert-evaluation/evaluator.js';
import { auditOutbox } from './audit/audit-outbox.js';
import { NotifyConfig, variables, type NotifyVariables } from './config.js';
import { ConnectorSecrets } from './connectors/connector-secrets.js';
import { ConnectorSender } from './connectors/connector-sender.js';
import { ConnectorTests } from './connectors/connector-tests.js';
import { ConnectorsController } from './connectors/connectors.rpc.js';
import { Connectors } from './connectors/connectors.js';
import { dataSource } from './db/data-source.js';
import { OrganizationTransactions } from './db/organization-transactions.js';
import { DeadMan } from './dead-man/dead-man.js';
import { DeadManMetrics } from './dead-man/dead-man-metrics.js';
import { DefaultPack } from './default-pack/default-pack.js';
import { DefaultRoutesController } from './default-routes/default-routes.rpc.js';
import { DefaultRoutes } from './default-routes/default-routes.js';
import { DeliveriesController } from './deliveries/deliveries.rpc.js';
import { DeliveryLog } from './deliveries/delivery-log.js';
import { PublishedEvents } from './deliveries/published-events.js';
import { DeliveryRetention } from './deliveries/delivery-retention.js';
import { AddressPolicy } from './egress/addresses.js';
import { Dialer, resolverOf } from './egress/dialer.js';
import { HTTP_PORTS, SMTP_PORTS } from './egress/endpoints.js';
import { Names } from './egress/names/names.js';
import { OWN_REFRESH_MS, OwnEndpoints } from './egress/own-endpoints.js';
import { MutesController } from './mutes/mutes.rpc.js';
import { Mutes } from './mutes/mutes.js';
import { IncidentGroupsController } from './incident-groups/incident-groups.rpc.js';
import { IncidentGroups } from './incident-groups/incident-groups.js';
import { IncidentRetention } from './incident-retention/incident-retention.js';
import { acknowledgeFromOutside } from './incidents/acknowledge-from-outside.js';
import { IncidentsController } from './incidents/incidents.rpc.js';
import { IncidentEvidence } from './incidents/incident-evidence.js';
import { Incidents } from './incidents/incidents.js';
import { MutePreviews } from './incidents/mute-preview.js';
import { DeletedOrganization } from './organizations/deleted-organization.js';
import { SystemOrganization } from './organizations/system-organization.js';
import { DeliveryWorker } from './pipeline/delivery-worker.js';
import { Pipeline } from './pipeline/pipeline.js';
import { RecipientResolution } from './pipeline/recipient-resolution.js';
import { Pager } from './paging/pager.js';
import { PlatformWatch } from './platform-incident/platform-watch.js';
import { PoliciesController } from './policies/policies.rpc.js';
import { Policies } from './policies/policies.js';
import { PolicyPreviews } from './policies/policy-preview.js';
import { TeamDirectory } from './policies/team-directory.js';
import { PreferencesController } from './preferences/preferences.rpc.js';
import { Preferences } from './preferences/preferences.js';
import { WiresProvider } from './providers/wires.js';
import { CoverageWatch } from './schedule-coverage/coverage-watch.js';
import { ShiftWatch } from './schedule-shifts/shift-watch.js';
import { Calendars } from './schedules/calendars.js';
import { PeopleDirectory } from './schedules/people.js';
import { ScheduleGaps } from './schedules/schedule-gaps.js';
import { SchedulesController } from './schedules/schedules.rpc.js';
import { Schedules } from './schedules/schedules.js';
import { SemanticGroupsController } from './semantic-groups/semantic-groups.rpc.js';
import { SemanticGroups } from './semantic-groups/semantic-groups.js';
import { SealedBodies } from './sealed-bodies.js';
import { TemplatesController } from './templates/templates.rpc.js';
import { Templates } from './templates/templates.js';
import { EndpointVerification } from './user-endpoints/endpoint-verification.js';
import { UserEndpointsController } from './user-endpoints/user-endpoints.rpc.js';
import { UserEndpoints } from './user-endpoints/user-endpoints.js';
import { VerificationCodes } from './user-endpoints/verification-codes.js';

@Module({})
class NotifyModule {}

/** The guard of everything that leaves this process. */
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
  const source = await connectDataSource(host, dataSource(config.databaseUrl));
  watchDatabase(host, poolOf(source));
  const dialer = await dialerOf(config, host);
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
      SchedulesController,
      MutesController,
      AlertRulesController,
      IncidentsController,
      IncidentGroupsController,
      SemanticGroupsController,
      AlertEscalationsController,
      AcknowledgementsController,
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
      TeamDirectory,
      RecipientResolution,
      Pipeline,
      DeliveryLog,
      PublishedEvents,
      DeliveryWorker,
      DeliveryRetention,
      AlertRules,
      Incidents,
      IncidentGroups,
      IncidentEvidence,
      MutePreviews,
      SemanticGroups,
      DeletedOrganization,
      PeopleDirectory,
      Schedules,
      ScheduleGaps,
      Calendars,
      Mutes,
      Consequences,
      EvaluationMetrics,
      SystemOrganization,
      PlatformIncidents,
      PlatformWatch,
      Evaluator,
      EvaluationRetention,
      IncidentRetention,
      DefaultPack,
      CoverageWatch,
      ShiftWatch,
      AlertEscalations,
      Pager,
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
    ],
  };
}

/** Nothing beats where nobody is named to hear it. */
function startDeadMan(app: INestApplicationContext, config: NotifyVariables, host: Host): void {
  const { deadManUrl: url } = config;
  const metrics = new DeadManMetrics(host.registry);
  if (url === undefined) return;
  const evaluator = app.get(Evaluator);
  const { http } = app.get(WiresProvider).wires;
  new DeadMan({ url, evaluatedMs: () => evaluator.evaluatedMs }, http, metrics, host).start();
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
    auditOutbox.startSending(poolOf(app.get(DataSource)), (record) => rpc.call(recordChange, record), host);
    app.get(CoverageWatch).start();
    app.get(ShiftWatch).start();
    app.get(DeletedOrganization).start();
    app.get(Evaluator).start();
    app.get(PlatformWatch).start();
    app.get(EvaluationRetention).start();
    app.get(IncidentRetention).start();
    startDeadMan(app, config, host);
    app.get(Pager).start();
    app.get(DefaultPack).start();
  },
};
