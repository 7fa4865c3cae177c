/**
 * Entry of every service's `main.ts`. What the service or a command is made of is loaded only when it is asked for:
 * a migration needs neither Nest nor the bus, and starts in a third of the time without them.
 */
import type { ServiceName } from '@spanwise/contracts/base/heartbeat';
import { ConfigFault, helpTable, loadConfig, type ConfigOf, type ServiceConfig, type Variables } from './config.js';
import { createLogger, describeError, type Logger } from './logger.js';
import type { RunningService, ServiceDefinition } from './service.js';

/** Exit code of a configuration fault (sysexits `EX_CONFIG`). */
const EXIT_CONFIG = 78;

/** A verb of the process, such as `migrate`; it ends by itself. */
export type Command<V extends Variables> = (config: ConfigOf<V>, args: string[], logger: Logger) => Promise<void>;

export interface ServiceEntry<V extends Variables> {
  name: ServiceName;
  variables: V;
  /** Loads the service itself. */
  service: () => Promise<ServiceDefinition<V>>;
  /** Each loads one command. */
  commands?: Record<string, () => Promise<Command<V>>>;
}

/** Runs the service or one of its commands and never returns normally from a fault. */
export async function runService<V extends Variables>(entry: ServiceEntry<V>): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  if (command === '--help') {
    process.stdout.write(`${entry.name}: environment variables\n\n${helpTable(entry.variables)}\n`);
    return;
  }
  const config = configOrExit(entry);
  if (command !== undefined) await runCommand(entry, config, command, args);
  else await serve(await entry.service(), config);
}

async function runCommand<V extends Variables>(
  { name, commands }: ServiceEntry<V>,
  config: ConfigOf<V> & ServiceConfig,
  command: string,
  args: string[],
): Promise<never> {
  const load = commands !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (load === undefined) {
    process.stderr.write(`${name}: unknown command ${command}\n`);
    process.exit(2);
  }
  const run = await load();
  await run(config, args, createLogger(name, config.logLevel)).catch((error: unknown) => {
    process.stderr.write(`${name} ${command}: ${describeError(error).error}\n`);
    process.exit(1);
  });
  process.exit(0);
}

function configOrExit<V extends Variables>({ name, variables }: ServiceEntry<V>): ConfigOf<V> & ServiceConfig {
  try {
    return loadConfig(variables) as ConfigOf<V> & ServiceConfig;
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    const list = error.faults.map((fault) => `  - ${fault}`).join('\n');
    process.stderr.write(`${name}: the configuration has faults\n${list}\n`);
    return process.exit(EXIT_CONFIG);
  }
}

async function serve<V extends Variables>(definition: ServiceDefinition<V>, config: ConfigOf<V> & ServiceConfig) {
  const logger = createLogger(definition.name, config.logLevel);
  process.on('unhandledRejection', (error) =>
    logger.error(describeError(error), 'process: unhandled promise rejection'),
  );
  process.on('uncaughtException', (error) => {
    logger.fatal(describeError(error), 'process: exiting after an uncaught error');
    process.exit(1);
  });
  let service: RunningService;
  try {
    const { startService } = await import('./service.js');
    service = await startService(definition, config);
  } catch (error) {
    logger.fatal(describeError(error), `${definition.name}: failed to start`);
    process.exit(1);
  }
  // A parent that wants to know; one that has ended since wants nothing.
  process.send?.({ ports: service.host.ports }, () => undefined);
  let stopping = false;
  const end = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'process: stopping');
    void service.stop().then((clean) => process.exit(clean ? 0 : 1));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
