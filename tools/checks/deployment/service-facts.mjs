/** What the code says about its processes; the manifests are held against it. Reads the built services. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../launcher/paths.mjs';
import { MIGRATED, START_ORDER } from '../../launcher/services.mjs';

const built = (...parts) => import(pathToFileURL(inRoot(...parts)).href);

/**
 * @typedef {object} Facts
 * @property {Record<string, Record<string, { name: string, secret?: boolean, fallback?: string }>>} variables by service
 * @property {string[]} paths that every process serves for probes and metrics
 * @property {string[]} clientPaths that clients use at the gateway: of the API description, and pages
 * @property {string[]} migrated services with the command `migrate`
 * @property {string[]} roles of the database that the provisioning makes
 * @property {number} shutdownMs longest ordered shutdown, without SPANWISE_DRAIN
 * @property {(variables: object, environment: object) => object} loadConfig throws an error with `faults`
 * @property {(environment: object) => { passwords: Record<string, string> }} provisionConfig throws
 * @property {Record<string, (read: (variable: string) => number) => number>} memoryBytes that a service and all that it starts may take
 * @property {string} version of the product
 */

/** What a browser opens beside the console's screens: its scripts, the description's page and the link of a share. */
const PAGES = ['/assets/index.js', '/docs', '/docs/start.js', '/s/token'];

/** @returns {Promise<Facts>} */
export async function serviceFacts() {
  const { loadConfig } = await built('libs', 'host', 'dist', 'config.js');
  const { PHASES, Shutdown } = await built('libs', 'host', 'dist', 'shutdown.js');
  const { registerProbeRoutes } = await built('libs', 'host', 'dist', 'probe-routes.js');
  const { provisionConfig } = await built('libs', 'postgres', 'dist', 'config.js');
  const { SCHEMAS, WRITER_SCHEMAS } = await built('libs', 'postgres', 'dist', 'provision.js');
  const { apmBytesOf } = await built('apps', 'apm', 'dist', 'query', 'query-engine', 'process-memory.js');
  const { SCREENS } = await built('apps', 'gateway', 'dist', 'product', 'page', 'screens.js');
  const paths = [];
  registerProbeRoutes({ get: (path) => paths.push(path) });
  const described = Object.keys(JSON.parse(readFileSync(inRoot('apps', 'gateway', 'openapi.json'), 'utf8')).paths);
  const variables = {};
  for (const service of START_ORDER)
    ({ variables: variables[service] } = await built('apps', service, 'dist', 'config.js'));
  return {
    variables,
    paths,
    clientPaths: [
      ...PAGES,
      ...SCREENS.map((path) => path.replace(/^\/?/, '/')),
      ...described.filter((path) => !paths.includes(path)),
    ],
    migrated: MIGRATED,
    roles: [...SCHEMAS.map((name) => `spanwise_${name}`), ...WRITER_SCHEMAS.map((name) => `spanwise_${name}_writer`)],
    shutdownMs: PHASES.length * new Shutdown().phaseTimeoutMs,
    loadConfig,
    provisionConfig,
    memoryBytes: { apm: (read) => apmBytesOf(read('queryMemoryBytes'), read('queriesRunning')) },
    version: JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version,
  };
}
