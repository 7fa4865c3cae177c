import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { Bus, serveRpc } from '@spanwise/bus/bus';
import { startHeartbeat } from '@spanwise/bus/heartbeat';
import { recordChange } from '@spanwise/contracts/iam/audit';
import { SealedBoxKey } from '@spanwise/host/sealed-box';
import { watchLoop } from '@spanwise/host/loop-watch';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { watchDatabase } from '@spanwise/postgres/availability';
import { Database, connectDatabase } from '@spanwise/postgres/database';
import { EscalationPolicies } from './oncall/escalation-policies/escalation-policies.js';
import { AcknowledgeLinks } from './routing/acknowledgements/acknowledge-links.js';
import { Acknowledgements } from './routing/acknowledgements/acknowledgements.js';
import { Callbacks } from './routing/acknowledgements/callbacks.js';
import { AlertRules } from './alerting/alert-rules/alert-rules.js';
import { TransitionHandler } from './alerting/alert-evaluation/transition-handler.js';
import { EvaluationMetrics } from './alerting/alert-evaluation/evaluation-metrics.js';
import { PlatformIncidents } from './alerting/alert-evaluation/platform-incidents.js';
import { EvaluationRetention } from './alerting/alert-evaluation/evaluation-retention.js';
import { Evaluator } from './alerting/alert-evaluation/evaluator.js';
import { auditOutbox } from './platform/audit/audit-outbox.js';
import { NotifyConfig, variables, type NotifyVariables } from './config.js';
import { ConnectorSecrets } from './channels/connectors/connector-secrets.js';
import { ConnectorSender } from './channels/connectors/connector-sender.js';
import { ConnectorTests } from './channels/connectors/connector-tests.js';
import { Connectors } from './channels/connectors/connectors.js';
import { dataSource } from './db/data-source.js';
import { OrganizationTransactions } from './db/organization-transactions.js';
import { DeadMansSwitch } from './channels/dead-mans-switch/dead-mans-switch.js';
import { DeadMansSwitchMetrics } from './channels/dead-mans-switch/dead-mans-switch-metrics.js';
import { DefaultRules } from './alerting/default-rules/default-rules.js';
import { DefaultRoutes } from './routing/default-routes/default-routes.js';
import { DeliveryLog } from './delivery/deliveries/delivery-log.js';
import { PublishedEvents } from './delivery/deliveries/published-events.js';
import { DeliveryRetention } from './delivery/deliveries/delivery-retention.js';
import { AddressPolicy } from './channels/egress/addresses.js';
import { Dialer, resolverOf } from './channels/egress/dialer.js';
import { HTTP_PORTS, SMTP_PORTS } from './channels/egress/endpoints.js';
import { Names } from './channels/egress/names/names.js';
import { OWN_REFRESH_MS, OwnEndpoints } from './channels/egress/own-endpoints.js';
import { Silences } from './incidents/silences/silences.js';
import { IncidentGroups } from './incidents/incident-groups/incident-groups.js';
import { IncidentRetention } from './alerting/incident-retention/incident-retention.js';
import { acknowledgeFromOutside } from './incidents/incidents/acknowledge-from-outside.js';
import { IncidentEvidence } from './incidents/incidents/incident-evidence.js';
import { Incidents } from './incidents/incidents/incidents.js';
import { SilencePreviews } from './incidents/incidents/silence-preview.js';
import { DeletedOrganization } from './platform/organizations/deleted-organization.js';
import { SystemOrganization } from './platform/organizations/system-organization.js';
import { DeliveryWorker } from './delivery/pipeline/delivery-worker.js';
import { Pipeline } from './delivery/pipeline/pipeline.js';
import { RecipientResolution } from './delivery/pipeline/recipient-resolution.js';
import { Pager } from './incidents/paging/pager.js';
import { PlatformWatch } from './alerting/platform-incident/platform-watch.js';
import { Policies } from './routing/policies/policies.js';
import { PolicyPreviews } from './routing/policies/policy-preview.js';
import { TeamDirectory } from './routing/policies/team-directory.js';
import { Preferences } from './routing/preferences/preferences.js';
import { ProviderContexts } from './channels/providers/provider-contexts.js';
import { CoverageWatch } from './incidents/coverage-notices/coverage-watch.js';
import { ShiftWatch } from './incidents/shift-notices/shift-watch.js';
import { Calendars } from './oncall/schedules/calendars.js';
import { PeopleDirectory } from './oncall/schedules/people.js';
import { UnreachableMembers } from './oncall/schedules/unreachable-members.js';
import { Schedules } from './oncall/schedules/schedules.js';
import { SemanticGroups } from './incidents/grouping-rules/semantic-groups.js';
import { SealedBodies } from './platform/sealed-bodies.js';
import { Templates } from './routing/templates/templates.js';
import { EndpointVerification } from './routing/user-endpoints/endpoint-verification.js';
import { UserEndpoints } from './routing/user-endpoints/user-endpoints.js';
import { VerificationCodes } from './routing/user-endpoints/verification-codes.js';

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
  const source = await connectDatabase(host, dataSource(config.databaseUrl));
  watchDatabase(host, source.pool);
  const dialer = await dialerOf(config, host);
  return {
    module: NotifyModule,
    controllers: [
      ConnectorTests,
      Acknowledgements,
      AlertRules,
      Connectors,
      PublishedEvents,
      DeliveryLog,
      SemanticGroups,
      IncidentGroups,
      SilencePreviews,
      Incidents,
      Silences,
      EscalationPolicies,
      Schedules,
      Calendars,
      DefaultRoutes,
      PolicyPreviews,
      Preferences,
      Templates,
      EndpointVerification,
      Policies,
      UserEndpoints,
    ],
    providers: [
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
      ConnectorSender,
      TeamDirectory,
      RecipientResolution,
      Pipeline,
      DeliveryWorker,
      DeliveryRetention,
      IncidentEvidence,
      DeletedOrganization,
      PeopleDirectory,
      UnreachableMembers,
      TransitionHandler,
      EvaluationMetrics,
      SystemOrganization,
      PlatformIncidents,
      PlatformWatch,
      Evaluator,
      EvaluationRetention,
      IncidentRetention,
      DefaultRules,
      CoverageWatch,
      ShiftWatch,
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
