/** How every service starts and ends: logs, probes, its Nest module, ordered shutdown. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import type { ServiceName } from '@spanwise/contracts/base/heartbeat';
import type { VersionInfo } from '@spanwise/contracts/base/probes';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ConfigOf, ServiceConfig, Variables } from './config.js';
import { HealthState } from './health.js';
import { createHttpAdapter, HttpErrorFilter } from './http-server.js';
import { createLogger, NestLogger, type Logger } from './logger.js';
import { createRegistry, httpDurations } from './metrics.js';
import { registerProbeRoutes } from './probe-routes.js';
import { Shutdown } from './shutdown.js';
import { TelemetryExporter } from './tracing/telemetry-exporter.js';
import { Tracing } from './tracing/tracing.js';
import { PRODUCT_VERSION, versionInfo } from './version.js';

/** What a service's module is given; registered in Nest under this class. */
export class Host {
  /** The edition that `/version` shows; the process that knows the licence says it. */
  edition: () => VersionInfo['edition'] = () => 'oss';
  /** What it listens on beside HTTP, by name. */
  readonly ports: Record<string, number> = {};

  constructor(
    readonly service: ServiceName,
    readonly logger: Logger,
    readonly registry: Registry,
    readonly health: HealthState,
    readonly shutdown: Shutdown,
    /** Absent when tracing is off. */
    readonly tracing?: Tracing,
  ) {}
}

export interface ServiceDefinition<V extends Variables> {
  name: ServiceName;
  variables: V;
  /** Largest request body of ordinary routes; intake routes set their own. */
  bodyBytes?: number;
  /** Connects what the module rests on; registers how it is closed again. */
  module: (config: ConfigOf<V>, host: Host) => Promise<DynamicModule | Type<unknown>>;
  /** Runs before the server listens: extra routes, message handlers. */
  configure?: (app: NestFastifyApplication, config: ConfigOf<V>, host: Host) => Promise<void>;
  /** Runs once the server listens: background work. */
  started?: (app: NestFastifyApplication, config: ConfigOf<V>, host: Host) => Promise<void>;
}

/** A running service, for tests that host one in their own process. */
export interface RunningService {
  app: NestFastifyApplication;
  host: Host;
  stop: () => Promise<boolean>;
}

export async function startService<V extends Variables>(
  definition: ServiceDefinition<V>,
  config: ConfigOf<V> & ServiceConfig,
): Promise<RunningService> {
  // Whatever this process and its children write is telemetry or a secret.
  process.umask(0o077);
  const logger = createLogger(definition.name, config.logLevel);
  const registry = createRegistry(definition.name, PRODUCT_VERSION, config.commit);
  const health = new HealthState();
  const shutdown = new Shutdown(logger);
  const tracing = config.tracing ? createTracing(definition.name, config, registry) : undefined;
  const host = new Host(definition.name, logger, registry, health, shutdown, tracing);

  const limits = { bodyBytes: definition.bodyBytes ?? 1_048_576, trustedProxies: config.trustedProxies };
  const adapter = createHttpAdapter(logger, httpDurations(registry), limits, tracing);
  const module = await definition.module(config, host);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: true,
  });
  app.useGlobalFilters(new HttpErrorFilter(logger));
  registerProbeRoutes(adapter.getInstance() as unknown as FastifyInstance, health, registry, () => ({
    ...versionInfo(config),
    edition: host.edition(),
  }));
  shutdown.onStop('edge', 'http and message handlers', () => closeEdge(app));
  shutdown.onStop('workers', 'telemetry', async () => tracing?.flush());
  await definition.configure?.(app, config, host);
  await app.listen(config.port, config.host);
  await definition.started?.(app, config, host);
  health.markStarted();
  logger.info({ port: config.port, ...host.ports }, `${definition.name}: started`);

  const stop = async () => {
    health.markStopping();
    await new Promise((resolve) => setTimeout(resolve, config.drainMs));
    return shutdown.run();
  };
  return { app, host, stop };
}

function createTracing(service: ServiceName, config: ServiceConfig, registry: Registry): Tracing {
  const options = { service, version: PRODUCT_VERSION, instance: randomUUID(), intakeRatio: config.tracingIntakeRatio };
  return new Tracing(options, new TelemetryExporter(registry));
}

const IDLE_CHECK_MS = 50;

/** Waits for requests under way; a connection that a client keeps open goes as soon as it is idle. */
async function closeEdge(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer() as HttpServer;
  const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}
