// Flags of the verbs; each has the same meaning as its environment variable, which it overrides.
import { resolve } from 'node:path';
import { ROOT } from './paths.mjs';
import { SERVICE_ORDER } from './ports.mjs';

export class UsageError extends Error {}

const FLAGS = {
  start: ['--port', '--data-dir', '--demo', '--detach', '--no-build', '--supervised'],
  dev: ['--port', '--data-dir', '--demo', '--inspect'],
  stop: ['--data-dir'],
  admin: ['--data-dir'],
  'demo-fault': ['--data-dir'],
  rebuild: ['--data-dir'],
};
/** Verbs that hand flags which the launcher does not know to a service. */
const PASSES_FLAGS = new Set(['rebuild']);
const WITH_VALUE = new Set(['--port', '--data-dir', '--inspect']);

/**
 * @typedef {{ help: boolean, port: string | undefined, dataDir: string, demo: boolean, detach: boolean, build: boolean,
 *   supervised: boolean, inspect: string[], rest: string[] }} Options
 * @param {string} verb @param {string[]} argv @returns {Options}
 */
export function parseArguments(verb, argv, environment = process.env) {
  const options = {
    help: false,
    port: environment.SPANWISE_PORT,
    dataDir: environment.SPANWISE_DATA_DIR ?? '.data',
    demo: false,
    detach: false,
    build: true,
    supervised: false,
    inspect: [],
    rest: [],
  };
  for (let at = 0; at < argv.length; at++) {
    const [flag, inline] = argv[at].split(/=(.*)/s, 2);
    if (flag === '--help') options.help = true;
    else if (!(verb in FLAGS)) options.rest.push(argv[at]);
    else if (!flag.startsWith('--')) options.rest.push(argv[at]);
    else if (!FLAGS[verb].includes(flag)) {
      if (!PASSES_FLAGS.has(verb)) throw new UsageError(`unknown flag ${flag}`);
      options.rest.push(argv[at]);
    } else if (WITH_VALUE.has(flag)) {
      const value = inline ?? argv[++at];
      if (value === undefined) throw new UsageError(`${flag} needs a value`);
      if (flag === '--port') options.port = value;
      else if (flag === '--inspect') options.inspect.push(serviceNamed(value));
      else options.dataDir = value;
    } else setFlag(options, flag);
  }
  if (options.port !== undefined && options.port !== 'auto' && !isPort(options.port)) {
    throw new UsageError('the port must be a number from 1 to 65531, or auto');
  }
  options.dataDir = resolve(ROOT, options.dataDir);
  return options;
}

function serviceNamed(name) {
  if (!SERVICE_ORDER.includes(name)) throw new UsageError(`--inspect names a service: ${SERVICE_ORDER.join(', ')}`);
  return name;
}

function setFlag(options, flag) {
  if (flag === '--demo') options.demo = true;
  if (flag === '--detach') options.detach = true;
  if (flag === '--no-build') options.build = false;
  if (flag === '--supervised') options.supervised = true;
}

const isPort = (text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65531;

export function usage() {
  return `usage: npm start -- [--port N|auto] [--data-dir DIR] [--demo] [--detach]
       npm run dev -- [--port N|auto] [--data-dir DIR] [--demo] [--inspect SERVICE]...
       npm run stop -- [--data-dir DIR]
       npm run admin -- reset-password EMAIL [--data-dir DIR]
       npm run demo-fault -- on|off [--data-dir DIR]
       npm run rebuild -- --from ISO --to ISO [--organization ID] [--apply [--resume]] [--data-dir DIR]
       npm test -- [PATH...] [vitest arguments]
       npm run test:unit -- [PATH...] [vitest arguments]
       npm run test:system -- [SCENARIO... | SPEC...] [--full] [flags of its program]
       npm run check | npm run openapi -- [--accept-breaking]
       npm run bench -- [--backlog SPANS] [--soak MINUTES]

Environment: SPANWISE_PORT, SPANWISE_DATA_DIR, SPANWISE_ADMIN_EMAIL, SPANWISE_ADMIN_PASSWORD, DATABASE_URL, NATS_URL,
NATS_SERVER_BIN, PG_BIN. docs/operations/configuration.md has the variables of the services.
`;
}
