import { Module, type DynamicModule } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { Heartbeats, startHeartbeat } from '@spanwise/bus/heartbeat';
import { ShardCheck } from '@spanwise/bus/shard-check';
import { unavailable, type ServiceError } from '@spanwise/contracts/base/errors';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { AlertEscalationsController } from './alerting/alerts/escalation-policies.controller.js';
import { SilencesController } from './alerting/alerts/silences.controller.js';
import { AlertRulesController } from './alerting/alerts/alert-rules.controller.js';
import { IncidentGroupsController } from './alerting/alerts/incident-groups.controller.js';
import { SemanticGroupsController } from './alerting/alerts/semantic-groups.controller.js';
import { IncidentsController } from './alerting/alerts/incidents.controller.js';
import { ApmController } from './apm/apm.controller.js';
import { registerAuditExport } from './iam/audit/audit-export.route.js';
import { AuditController } from './iam/audit/audit.controller.js';
import { Denials } from './edge/auth/denials.js';
import { DeploymentsController } from './apm/deployments.controller.js';
import { AvatarEncoder } from './iam/avatars/avatar-encoder.js';
import { registerAvatarRoutes } from './iam/avatars/avatars.route.js';
import { BillingController } from './iam/billing/billing.controller.js';
import { registerPaymentWebhook } from './iam/billing/payment-webhook.route.js';
import { StreamsController } from './telemetry/streams/streams.controller.js';
import { AccessGuard } from './edge/auth/access.guard.js';
import { Authentication } from './edge/auth/authentication.js';
import { HeldCalls } from './edge/auth/held-calls.js';
import { requireDeclaredAccess } from './edge/auth/declared-access.js';
import { CapabilitiesController } from './product/capabilities.controller.js';
import { GatewayConfig, variables, type GatewayVariables } from './config.js';
import { registerDownloadRoutes } from './telemetry/files/download.route.js';
import { registerCors } from './edge/cors.js';
import { Admission } from './intake/intake/admission.js';
import { listenForGrpc } from './intake/intake/grpc-port.js';
import { IntakeHealth } from './intake/intake/intake-health.js';
import { IntakeMetrics } from './intake/intake/intake-metrics.js';
import { KnownStreams } from './intake/intake/known-streams.js';
import { LogPublisher } from './intake/intake/log-publisher.js';
import { OwnTelemetry } from './intake/intake/own-telemetry.js';
import { registerIngestRoutes } from './intake/intake/ingest.route.js';
import type { Intake } from './intake/intake/intake.js';
import { OtlpGrpcServer } from './intake/intake/otlp-grpc.js';
import { registerPrometheusRoute } from './intake/intake/prometheus.route.js';
import { registerOtlpRoutes } from './intake/intake/otlp.route.js';
import { Slicing } from './intake/intake/slicing.js';
import { InvitationsController } from './iam/organizations/invitations.controller.js';
import { registerAcknowledgements } from './notify/acknowledgements.route.js';
import { ConnectorsController } from './notify/connectors.controller.js';
import { DefaultRoutesController } from './notify/default-routes.controller.js';
import { DeliveriesController } from './notify/deliveries.controller.js';
import { NotifyBodies } from './notify/notify-bodies.js';
import { NotificationPoliciesController } from './notify/policies.controller.js';
import { RecipientsController } from './notify/recipients.controller.js';
import { TemplatesController } from './notify/templates.controller.js';
import { UserEndpointsController } from './notify/user-endpoints.controller.js';
import { KeysController } from './iam/tokens/keys.controller.js';
import { InstalledLicense } from './iam/license/installed-license.js';
import { LicenseController } from './iam/license/license.controller.js';
import { RequestLimits } from './edge/limits/request-limits.js';
import { OpenApiController } from './edge/openapi/openapi.controller.js';
import { EmailDomainsController } from './iam/organizations/email-domains.controller.js';
import { OrganizationsController } from './iam/organizations/organizations.controller.js';
import { PageController } from './product/page/page.controller.js';
import { answerUnknownPaths } from './product/page/unknown-paths.js';
import { GrantsController } from './iam/access-policies/grants.controller.js';
import { RelationshipsController } from './iam/access-policies/relationships.controller.js';
import { PoliciesController } from './iam/access-policies/access-policies.controller.js';
import { ProbesController } from './product/probes/probes.controller.js';
import { ProductHealth } from './product/probes/product-health.js';
import { ProfileController } from './iam/users/profile.controller.js';
import { QuotasController } from './iam/organizations/quotas.controller.js';
import { QueryController } from './telemetry/query/query.controller.js';
import { PushConnectorsController } from './intake/push/push-connectors.controller.js';
import { PushGrants } from './intake/push/push-grants.js';
import { registerPushRoutes } from './intake/push/push.routes.js';
import { refuseUnstorableTexts } from './edge/limits/unstorable-texts.js';
import { RolesController } from './iam/access-policies/roles.controller.js';
import { SavedViewsController } from './telemetry/query/saved-views.controller.js';
import { registerCalendarRoutes } from './alerting/schedules/calendar.route.js';
import { SchedulesController } from './alerting/schedules/schedules.controller.js';
import { SearchJobsController } from './telemetry/query/search-jobs.controller.js';
import { SourceMapsController } from './intake/source-maps/source-maps.controller.js';
import { SourceMaps } from './intake/source-maps/source-maps.js';
import { registerSourceMapUpload } from './intake/source-maps/upload.route.js';
import { SessionController } from './iam/signin/session.controller.js';
import { SignInController } from './iam/signin/signin.controller.js';
import { SignupController } from './iam/signin/signup.controller.js';
import { TeamsController } from './iam/users/teams.controller.js';
import { PublicShareController } from './shares/public-share.controller.js';
import { SharesController } from './shares/shares.controller.js';
import { LogsController } from './telemetry/records/logs.controller.js';
import { TracesController } from './telemetry/records/traces.controller.js';
import { TokensController } from './iam/tokens/tokens.controller.js';
import { MembersController } from './iam/users/members.controller.js';
import { DailyIntake } from './product/usage/daily-intake.js';
import { StoredBytes } from './product/usage/stored-bytes.js';
import { UsageController } from './product/usage/usage.controller.js';
import { UsersController } from './iam/users/users.controller.js';
import { HomeController } from './apm/home.controller.js';
import { TopologyController } from './apm/topology.controller.js';
import { ServiceGraphController } from './apm/service-graph.controller.js';

@Module({})
class GatewayModule {}

export const gatewayControllers = [
  SignInController,
  SessionController,
  CapabilitiesController,
  TokensController,
  ProfileController,
  UsersController,
  MembersController,
  InvitationsController,
  OrganizationsController,
  EmailDomainsController,
  SignupController,
  RolesController,
  PoliciesController,
  RelationshipsController,
  GrantsController,
  TeamsController,
  QuotasController,
  AuditController,
  KeysController,
  BillingController,
  LicenseController,
  PushConnectorsController,
  UsageController,
  SharesController,
  PublicShareController,
  ApmController,
  ConnectorsController,
  DeploymentsController,
  StreamsController,
  ServiceGraphController,
  TopologyController,
  HomeController,
  TracesController,
  LogsController,
  SearchJobsController,
  SavedViewsController,
  SourceMapsController,
  QueryController,
  UserEndpointsController,
  RecipientsController,
  DefaultRoutesController,
  TemplatesController,
  NotificationPoliciesController,
  AlertRulesController,
  IncidentsController,
  IncidentGroupsController,
  SemanticGroupsController,
  AlertEscalationsController,
  DeliveriesController,
  SchedulesController,
  SilencesController,
  ProbesController,
  PageController,
  OpenApiController,
];

async function gatewayModule(config: GatewayVariables, host: Host): Promise<DynamicModule> {
  requireDeclaredAccess(gatewayControllers);
  const bus = await Bus.connect(host, config);
  const { rateAccount: account, rateOrganization: organization, rateRefused: refused } = config;
  const limits = new RequestLimits({ account, organization, refused });
  const authentication = new Authentication(bus.rpc, limits);
  authentication.listen(bus.connection);
  const heartbeats = new Heartbeats(bus.connection);
  const shardCheck = new ShardCheck(heartbeats, config.shards, host.logger);
  host.health.addProbe('shards', () => shardCheck.state());
  const health = new ProductHealth(heartbeats, host.health);
  health.register(host.registry, config.logSync);
  const license = new InstalledLicense(bus.rpc);
  license.listen(bus.connection);
  host.shutdown.onStop('workers', 'licence', async () => license.stop());
  host.edition = () => license.edition;
  return {
    module: GatewayModule,
    controllers: gatewayControllers,
    providers: [
      { provide: Host, useValue: host },
      { provide: Bus, useValue: bus },
      { provide: GatewayConfig, useValue: new GatewayConfig(config) },
      { provide: Authentication, useValue: authentication },
      { provide: ShardCheck, useValue: shardCheck },
      { provide: ProductHealth, useValue: health },
      { provide: InstalledLicense, useValue: license },
      { provide: RequestLimits, useValue: limits },
      NotifyBodies,
      HeldCalls,
    ],
  };
}

/** What is put into a shard that the projector does not read would be acknowledged and not counted (PROTO-46). */
function shardsRefusal(shards: ShardCheck): ServiceError | undefined {
  if (shards.state().up) return undefined;
  return unavailable('The gateway and the projector are set to different numbers of shards.');
}

export const gateway: ServiceDefinition<typeof variables> = {
  name: 'gateway',
  variables,
  module: gatewayModule,
  configure: async (app, config, host) => {
    const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    const bus = app.get(Bus);
    const authentication = app.get(Authentication);
    const health = app.get(ProductHealth);
    const license = app.get(InstalledLicense);
    const limits = app.get(RequestLimits);
    const shardCheck = app.get(ShardCheck);
    app.useGlobalGuards(new AccessGuard(authentication, limits, app.get(HeldCalls), config.baseUrl));
    registerAuditExport(server, { authentication, limits, rpc: bus.rpc, logger: host.logger });
    registerPaymentWebhook(server, bus.rpc, limits);
    const encoder = new AvatarEncoder();
    host.shutdown.onStop('workers', 'pictures', async () => encoder.stop());
    registerAvatarRoutes(server, { rpc: bus.rpc, authentication, limits, encoder });
    registerDownloadRoutes(server, { rpc: bus.rpc, streams: bus.streams, limits });
    registerCalendarRoutes(server, { rpc: bus.rpc, authentication, limits });
    registerAcknowledgements(server, { rpc: bus.rpc, bodies: app.get(NotifyBodies), limits });
    const denials = new Denials(bus.rpc, host.logger);
    denials.register(server);
    host.shutdown.onStop('workers', 'refusals', () => denials.flush());
    registerCors(server, config.corsOrigins);
    answerUnknownPaths(server);
    refuseUnstorableTexts(server);
    const daily = new DailyIntake(bus.rpc);
    daily.start();
    host.shutdown.onStop('workers', 'daily intake', async () => daily.stop());
    const stored = new StoredBytes(bus.rpc);
    stored.start();
    host.shutdown.onStop('workers', 'stored bytes', async () => stored.stop());
    const admission = new Admission(config, () => ({
      busConnected: health.busConnected,
      projection: health.projection,
      // What only the operator can mend comes first, what the next day mends last.
      refusal: (organizationId, quotas) =>
        shardsRefusal(shardCheck) ??
        license.intakeRefusal() ??
        stored.refusal(organizationId, quotas?.stored_bytes) ??
        daily.refusal(organizationId, license.maxIngestBytesPerDay, quotas?.ingest_bytes_per_day),
    }));
    const metrics = new IntakeMetrics(host.registry, () => admission.inFlightBytes);
    const publishing = { lingerMs: config.lingerMs, timeoutMs: config.publishTimeoutMs };
    const publisher = new LogPublisher(bus.connection, publishing, metrics, host.logger);
    const { shards } = config;
    const nowMicros = () => Date.now() * 1_000;
    const { logger } = host;
    const streams = new KnownStreams(bus.rpc, metrics, {
      perRequest: config.streamsPerRequest,
      perMinute: config.streamsPerMinute,
      perOrganization: config.streamsPerOrganization,
    });
    streams.listen(bus.connection);
    const sourceMaps = new SourceMaps(bus.rpc, metrics);
    const { known } = sourceMaps;
    const stopUploads = registerSourceMapUpload(server, { authentication, limits, rpc: bus.rpc, known, logger });
    host.shutdown.onStop('workers', 'source maps', async () => {
      stopUploads();
      sourceMaps.stop();
    });
    const own = { shards, timeoutMs: config.publishTimeoutMs, nowMicros };
    const intakeHealth = new IntakeHealth(bus.connection, own, metrics, logger);
    intakeHealth.start();
    const parts = { authentication, admission, publisher, metrics, health: intakeHealth, logger };
    const slicing = new Slicing({ shards, maxRecords: config.recordsPerRequest });
    host.shutdown.onStop('workers', 'slicing', () => slicing.stop());
    const { bodyGraceMs } = config;
    const intake: Intake = { ...parts, streams, sourceMaps, slicing, bodyGraceMs, shards, nowMicros };
    registerOtlpRoutes(server, intake);
    registerIngestRoutes(server, intake);
    registerPrometheusRoute(server, intake);
    const grants = new PushGrants(bus.rpc);
    grants.listen(bus.connection);
    registerPushRoutes(server, { intake, grants, limits });
    const grpc = config.otlpGrpcPort === 0 ? undefined : new OtlpGrpcServer(intake, denials);
    if (grpc !== undefined) host.ports.otlp_grpc = await listenForGrpc(grpc, config);
    host.shutdown.onStop('edge', 'gRPC', async () => grpc?.close());
    const ownParts = { rpc: bus.rpc, admission, publisher, health: intakeHealth, shards, nowMicros };
    const telemetry = new OwnTelemetry(host.registry, ownParts);
    telemetry.listen(bus.connection);
    host.tracing?.exporter.deliverTo((request) => telemetry.take(request));
    host.shutdown.onStop('workers', 'log publisher', async () => {
      await host.tracing?.flush();
      await publisher.drain();
      await intakeHealth.leave();
    });
  },
  started: async (app, _config, host) => startHeartbeat(host, app.get(Bus).connection),
};
