/** How every service starts and ends: configuration, logs, probes, its Nest module, ordered shutdown. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import type { ServiceName } from '@spanwise/contracts/heartbeat';
import type { VersionInfo } from '@spanwise/contracts/probes';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { ConfigFault, helpTable, loadConfig, type ConfigOf, type ServiceConfig, type Variables } from './config.js';
import { HealthState } from './health.js';
import { createHttpAdapter, HttpErrorFilter } from './http-server.js';
import { createLogger, describeError, NestLogger, type Logger } from './logger.js';
import { createRegistry, httpDurations } from './metrics.js';
import { registerProbeRoutes } from './probe-routes.js';
import { Shutdown } from './shutdown.js';
import { TelemetryExporter } from './tracing/telemetry-exporter.js';
import { Tracing } from './tracing/tracing.js';
import { PRODUCT_VERSION, versionInfo } from './version.js';

/** Exit code of a configuration fault (sysexits `EX_CONFIG`). */
const EXIT_CONFIG = 78;

/** What a service's module is given; registered in Nest under this class. */
export class Host {
  /** The edition that `/version` shows; the process that knows the licence says it. */
  edition: () => VersionInfo['edition'] = () => 'oss';

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
  /** Other verbs of the process, such as `migrate`; each ends by itself. */
  commands?: Record<string, (config: ConfigOf<V>, args: string[], logger: Logger) => Promise<void>>;
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
  logger.info({ port: config.port }, `${definition.name} is up`);

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

/** Entry of `main.ts`: runs the service or one of its commands and never returns normally from a fault. */
export async function runService<V extends Variables>(definition: ServiceDefinition<V>): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  if (command === '--help') {
    process.stdout.write(`${definition.name}: environment variables\n\n${helpTable(definition.variables)}\n`);
    return;
  }
  const config = configOrExit(definition);
  if (command !== undefined) {
    const run = definition.commands?.[command];
    if (run === undefined) {
      process.stderr.write(`${definition.name}: unknown command ${command}\n`);
      process.exit(2);
    }
    await run(config, args, createLogger(definition.name, config.logLevel)).catch((error: unknown) => {
      process.stderr.write(`${definition.name} ${command}: ${describeError(error).error}\n`);
      process.exit(1);
    });
    process.exit(0);
  }
  await serve(definition, config);
}

function configOrExit<V extends Variables>(definition: ServiceDefinition<V>): ConfigOf<V> & ServiceConfig {
  try {
    return loadConfig(definition.variables) as ConfigOf<V> & ServiceConfig;
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    const list = error.faults.map((fault) => `  - ${fault}`).join('\n');
    process.stderr.write(`${definition.name}: the configuration has faults\n${list}\n`);
    return process.exit(EXIT_CONFIG);
  }
}

async function serve<V extends Variables>(definition: ServiceDefinition<V>, config: ConfigOf<V> & ServiceConfig) {
  const logger = createLogger(definition.name, config.logLevel);
  process.on('unhandledRejection', (error) => logger.error(describeError(error), 'a rejected promise had no handler'));
  process.on('uncaughtException', (error) => {
    logger.fatal(describeError(error), 'an uncaught error ends this process');
    process.exit(1);
  });
  let service: RunningService;
  try {
    service = await startService(definition, config);
  } catch (error) {
    logger.fatal(describeError(error), `${definition.name} could not start`);
    process.exit(1);
  }
  let stopping = false;
  const end = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    void service.stop().then((clean) => process.exit(clean ? 0 : 1));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
