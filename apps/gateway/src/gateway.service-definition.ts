import { Module, type DynamicModule } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Bus } from '@spanwise/bus/bus';
import { Heartbeats, startHeartbeat } from '@spanwise/bus/heartbeat';
import { Host, type ServiceDefinition } from '@spanwise/host/service';
import { ApmController } from './apm/apm.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { Denials } from './audit/denials.js';
import { DeploymentsController } from './apm/deployments.controller.js';
import { StreamsController } from './streams/streams.controller.js';
import { AccessGuard } from './auth/access.guard.js';
import { Authentication } from './auth/authentication.js';
import { requireDeclaredAccess } from './auth/declared-access.js';
import { CapabilitiesController } from './capabilities/capabilities.controller.js';
import { GatewayConfig, variables, type GatewayVariables } from './config.js';
import { registerCors } from './cors.js';
import { Admission } from './intake/admission.js';
import { IntakeMetrics } from './intake/intake-metrics.js';
import { LogPublisher } from './intake/log-publisher.js';
import { OwnTelemetry } from './intake/own-telemetry.js';
import { registerIngestRoutes } from './intake/ingest.route.js';
import type { Intake } from './intake/intake.js';
import { OtlpGrpcServer } from './intake/otlp-grpc.js';
import { registerOtlpRoutes } from './intake/otlp.route.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { ConnectorsController } from './notify/connectors.controller.js';
import { DefaultRoutesController } from './notify/default-routes.controller.js';
import { DeliveriesController } from './notify/deliveries.controller.js';
import { NotifyBodies } from './notify/notify-bodies.js';
import { NotificationPoliciesController } from './notify/policies.controller.js';
import { RecipientsController } from './notify/recipients.controller.js';
import { TemplatesController } from './notify/templates.controller.js';
import { UserEndpointsController } from './notify/user-endpoints.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { RequestLimits } from './limits/request-limits.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { EmailDomainsController } from './organizations/email-domains.controller.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { PageController } from './page/page.controller.js';
import { PoliciesController } from './policies/policies.controller.js';
import { ProbesController } from './probes/probes.controller.js';
import { ProductHealth } from './probes/product-health.js';
import { ProfileController } from './profile/profile.controller.js';
import { QueryController } from './query/query.controller.js';
import { RolesController } from './roles/roles.controller.js';
import { SearchJobsController } from './search-jobs/search-jobs.controller.js';
import { SignInController } from './signin/signin.controller.js';
import { SignupController } from './signup/signup.controller.js';
import { LogsController } from './telemetry/logs.controller.js';
import { TracesController, WebTracesController } from './telemetry/traces.controller.js';
import { TokensController } from './tokens/tokens.controller.js';
import { MembersController } from './users/members.controller.js';
import { UsersController } from './users/users.controller.js';
import { ServiceGraphController } from './traces/service-graph.controller.js';

@Module({})
class GatewayModule {}

export const gatewayControllers = [
  SignInController,
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
  AuditController,
  KeysController,
  ApmController,
  ConnectorsController,
  DeploymentsController,
  StreamsController,
  ServiceGraphController,
  WebTracesController,
  TracesController,
  LogsController,
  SearchJobsController,
  QueryController,
  UserEndpointsController,
  RecipientsController,
  DefaultRoutesController,
  TemplatesController,
  NotificationPoliciesController,
  DeliveriesController,
  ProbesController,
  PageController,
  OpenApiController,
];

async function gatewayModule(config: GatewayVariables, host: Host): Promise<DynamicModule> {
  requireDeclaredAccess(gatewayControllers);
  const bus = await Bus.connect(host, config.natsUrl);
  const authentication = new Authentication(bus.rpc);
  authentication.listen(bus.connection);
  const health = new ProductHealth(new Heartbeats(bus.connection), host.health);
  health.register(host.registry, config.logSync);
  return {
    module: GatewayModule,
    controllers: gatewayControllers,
    providers: [
      { provide: Host, useValue: host },
      { provide: Bus, useValue: bus },
      { provide: GatewayConfig, useValue: new GatewayConfig(config) },
      { provide: Authentication, useValue: authentication },
      { provide: ProductHealth, useValue: health },
      NotifyBodies,
    ],
  };
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
    const { rateAccount: account, rateOrganization: organization, rateRefused: refused } = config;
    app.useGlobalGuards(new AccessGuard(authentication, new RequestLimits({ account, organization, refused })));
    const denials = new Denials(bus.rpc, host.logger);
    denials.register(server);
    host.shutdown.onStop('workers', 'refusals', () => denials.flush());
    registerCors(server, config.corsOrigins);
    const admission = new Admission(config, () => ({
      busConnected: health.busConnected,
      projection: health.projection,
    }));
    const metrics = new IntakeMetrics(host.registry, () => admission.inFlightBytes);
    const publishing = { lingerMs: config.lingerMs, timeoutMs: config.publishTimeoutMs };
    const publisher = new LogPublisher(bus.connection, publishing, metrics, host.logger);
    const { shards } = config;
    const nowMicros = () => Date.now() * 1_000;
    const { logger } = host;
    const intake: Intake = { authentication, admission, publisher, metrics, logger, shards, nowMicros };
    registerOtlpRoutes(server, intake);
    registerIngestRoutes(server, intake);
    const grpc = config.otlpGrpcPort === 0 ? undefined : new OtlpGrpcServer(intake, denials);
    await grpc?.listen(config.host, config.otlpGrpcPort);
    host.shutdown.onStop('edge', 'gRPC', async () => grpc?.close());
    const telemetry = new OwnTelemetry(host.registry, { rpc: bus.rpc, admission, publisher, shards, nowMicros });
    telemetry.listen(bus.connection);
    host.tracing?.exporter.deliverTo((request) => telemetry.take(request));
    host.shutdown.onStop('workers', 'log publisher', async () => {
      await host.tracing?.flush();
      await publisher.drain();
    });
  },
  started: async (app, _config, host) => startHeartbeat(host, app.get(Bus).connection),
};
