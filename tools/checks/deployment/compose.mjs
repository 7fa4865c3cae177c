/** The compose file against the code: what its schema cannot say. */
import { roleOf } from './processes.mjs';

/** The text with the values of an environment file, or the defaults that it names. */
export const withValues = (text, environment) =>
  text.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name, fallback = '') => environment[name] || fallback);

/** Name and value of each line of an environment file. */
export const environmentFile = (text) =>
  Object.fromEntries([...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name, value]) => [name, value]));

const isProduct = ({ image = '' }) => image.startsWith('spanwise:');
const HEALTH_URL = /http:\/\/127\.0\.0\.1:(\d+)([^'"\s]*)/;

/** @returns {import('./processes.mjs').Process[]} the product's own; `compose` has its values */
export function composeProcesses(compose, imageEnvironment) {
  return Object.entries(compose.services)
    .filter(([, service]) => isProduct(service))
    .map(([name, service]) => {
      const [, port, path] = HEALTH_URL.exec(service.healthcheck?.test?.join(' ') ?? '') ?? [];
      return {
        where: `compose service ${name}`,
        args: service.command ?? [],
        environment: { ...imageEnvironment, ...service.environment },
        probes: port === undefined ? [] : [{ kind: 'readiness', port: Number(port), path }],
      };
    });
}

/**
 * @param {object} compose with its values
 * @param {(path: string) => boolean} exists
 * @param {import('./service-facts.mjs').Facts} facts
 */
export function composeFaults(compose, exists, facts) {
  const running = Object.values(compose.services).map(
    ({ command, image }) => isProduct({ image }) && roleOf(command ?? [], facts),
  );
  const missing = Object.keys(facts.variables).filter(
    (service) => !running.some((found) => found && found.role === 'service' && found.service === service),
  );
  return [
    ...missing.map((service) => `nothing runs ${service}`),
    ...Object.entries(compose.services)
      .filter(([name, { environment = {} }]) => name === 'gateway' && !('SPANWISE_TRUSTED_PROXIES' in environment))
      .map(([name]) => `service ${name}: the operator cannot say SPANWISE_TRUSTED_PROXIES`),
    ...Object.entries(compose.services).flatMap(([name, service]) =>
      [
        ...volumeFaults(service, exists),
        ...portFaults(service),
        ...(isProduct(service) ? productFaults(service, facts) : []),
        ...(service.restart === 'no' || service.healthcheck !== undefined ? [] : ['has no health check']),
      ].map((fault) => `service ${name}: ${fault}`),
    ),
  ].map((fault) => `docker-compose.yml: ${fault}`);
}

function volumeFaults({ volumes = [] }, exists) {
  const files = volumes.map((volume) => volume.split(':')[0]).filter((source) => source.startsWith('.'));
  return files.filter((file) => !exists(file)).map((file) => `mounts ${file}, which does not exist`);
}

function portFaults(service) {
  return (service.ports ?? []).flatMap((port) =>
    isProduct(service) || port.startsWith('127.0.0.1:') ? [] : [`publishes ${port} beyond this machine`],
  );
}

function productFaults(service, facts) {
  const faults = [];
  if (service.image !== `spanwise:${facts.version}`) faults.push(`runs ${service.image}, not version ${facts.version}`);
  if (service.read_only !== true) faults.push('has a writable root file system');
  if (!service.cap_drop?.includes('ALL')) faults.push('keeps capabilities');
  const graceMs = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '10s')?.[1]) * 1_000;
  if (service.restart !== 'no' && graceMs < facts.shutdownMs)
    faults.push(`may be killed after ${graceMs} ms; it may need ${facts.shutdownMs} ms`);
  return faults;
}

/** An image that a release cannot name by digest. @param {object} compose as written, without values */
export const unpinnedFaults = ({ services }) =>
  Object.entries(services)
    .filter(([, { image = '' }]) => !/^\$\{\w+_IMAGE:-[^}]+\}$/.test(image))
    .map(([name]) => `docker-compose.yml: service ${name}: a release cannot name its image by digest`);

/**
 * A secret written into the file: the value of a secret variable must come from the environment file, or be empty without.
 * @param {object} compose as written, without values
 */
export function literalSecretFaults(compose, facts) {
  const secrets = new Set([
    'POSTGRES_PASSWORD',
    'SPANWISE_ADMIN_DATABASE_URL',
    'SPANWISE_DB_PASSWORDS',
    ...Object.values(facts.variables).flatMap((variables) =>
      Object.values(variables).flatMap(({ name, secret }) => (secret ? [name] : [])),
    ),
  ]);
  return Object.entries(compose.services).flatMap(([service, { environment = {} }]) =>
    Object.entries(environment)
      .filter(([name, value]) => (secrets.has(name) || /PASSWORD/.test(name)) && !/\$\{\w+:(\?|-\})/.test(value))
      .map(([name]) => `docker-compose.yml: service ${service}: ${name} is written into the file`),
  );
}
