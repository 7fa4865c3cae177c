/**
 * What holds for a process of the product wherever it runs: its command exists, every variable that it is given is one
 * that it reads, every required one is given and valid, its probes are its own, its credentials are those of the servers.
 */

const PROVISION = 'libs/postgres/dist/provision-command.js';
const PROVISION_VARIABLES = ['SPANWISE_ADMIN_DATABASE_URL', 'SPANWISE_DB_PASSWORDS'];
const PROBE_PATHS = { startup: '/healthz', liveness: '/healthz', readiness: '/readyz' };

/**
 * @typedef {object} Process
 * @property {string} where for the sentence
 * @property {string[]} args after `node`
 * @property {Record<string, string>} environment with that of the image
 * @property {{ kind: 'startup' | 'liveness' | 'readiness', port: number, path: string }[]} probes
 */

/** What a process is, by its command; undefined when there is no such. */
export function roleOf(args, facts) {
  if (args[0] === PROVISION && args.length === 1) return { role: 'provision' };
  const service = /^apps\/([a-z]+)\/dist\/main\.js$/.exec(args[0])?.[1];
  if (facts.variables[service] === undefined) return undefined;
  if (args.length === 1) return { role: 'service', service };
  return args.length === 2 && args[1] === 'migrate' && facts.migrated.includes(service)
    ? { role: 'migrate', service }
    : undefined;
}

/** @param {Process} process @param {import('./service-facts.mjs').Facts} facts @returns {string[]} */
export function processFaults(process, facts) {
  const faults = [];
  const found = roleOf(process.args, facts);
  if (found === undefined) return [`${process.where}: the image has no command ${process.args.join(' ')}`];
  if (found.role === 'provision') return provisionFaults(process, facts);
  const variables = facts.variables[found.service];
  const names = new Set(
    Object.values(variables).flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
  );
  for (const name of Object.keys(process.environment))
    if (name !== 'NODE_ENV' && !names.has(name))
      faults.push(`${process.where}: ${found.service} reads no variable ${name}`);
  try {
    const config = facts.loadConfig(variables, process.environment);
    if (found.role === 'service') faults.push(...probeFaults(process, config));
  } catch (error) {
    faults.push(...(error.faults ?? [error.message]).map((fault) => `${process.where}: ${fault}`));
  }
  return faults;
}

function provisionFaults(process, facts) {
  const faults = Object.keys(process.environment)
    .filter((name) => !PROVISION_VARIABLES.includes(name) && !isOfTheImage(name))
    .map((name) => `${process.where}: the provisioning reads no variable ${name}`);
  try {
    const { passwords } = facts.provisionConfig(process.environment);
    for (const role of facts.roles)
      if (passwords[role] === undefined) faults.push(`${process.where}: the role ${role} gets no password`);
  } catch (error) {
    faults.push(`${process.where}: ${error.message}`);
  }
  return faults;
}

const isOfTheImage = (name) => /^(NODE_ENV|HOST|SPANWISE_(COMMIT|BRANCH|BUILD_EPOCH))$/.test(name);

function probeFaults({ where, probes }, config) {
  const faults = [];
  if (config.host !== '0.0.0.0') faults.push(`${where}: listens on ${config.host}, where it is not reachable`);
  for (const { kind, port, path } of probes) {
    if (port !== config.port)
      faults.push(`${where}: the ${kind} probe asks port ${port}; it listens on ${config.port}`);
    if (path !== PROBE_PATHS[kind])
      faults.push(`${where}: the ${kind} probe asks ${path}; it must ask ${PROBE_PATHS[kind]}`);
  }
  if (!probes.some(({ kind }) => kind === 'readiness')) faults.push(`${where}: has no readiness probe`);
  return faults;
}

/**
 * Services that read the same variable must see the same value: one that is not set has its default.
 * @param {Process[]} processes @returns {string[]}
 */
export function agreementFaults(processes, facts) {
  const seen = new Map();
  const faults = [];
  for (const process of processes) {
    const found = roleOf(process.args, facts);
    if (found?.role !== 'service') continue;
    for (const { name, secret, fallback } of Object.values(facts.variables[found.service])) {
      if (secret || name === 'PORT') continue;
      const value = process.environment[name] ?? fallback;
      const other = seen.get(name) ?? { where: process.where, value };
      seen.set(name, other);
      if (other.value !== value)
        faults.push(`${process.where}: ${name} is ${value}; for ${other.where} it is ${other.value}`);
    }
  }
  return faults;
}

/**
 * Behind a proxy the gateway must know which one to believe, or all clients share one address and its limits.
 * @param {Process[]} processes @returns {string[]}
 */
export function proxyFaults(processes, facts) {
  const gateways = processes.filter(({ args }) => {
    const found = roleOf(args, facts);
    return found?.role === 'service' && found.service === 'gateway';
  });
  return gateways.flatMap(({ where, environment }) => {
    const proxies = environment.SPANWISE_TRUSTED_PROXIES ?? '';
    if (proxies === '') return [`${where}: SPANWISE_TRUSTED_PROXIES is not set, though it is behind a proxy`];
    return /\/0(,|$)/.test(proxies) ? [`${where}: SPANWISE_TRUSTED_PROXIES believes every client`] : [];
  });
}

/**
 * Every name and password in a URL is one that the servers know.
 * @param {Process[]} processes @param {Record<string, string>} natsUsers password by user @returns {string[]}
 */
export function credentialFaults(processes, natsUsers, facts) {
  const provision = processes.find(({ args }) => roleOf(args, facts)?.role === 'provision');
  if (provision === undefined) return ['nothing provisions the database'];
  const roles = JSON.parse(provision.environment.SPANWISE_DB_PASSWORDS ?? '{}');
  return processes.flatMap(({ where, args, environment }) => {
    const service = roleOf(args, facts)?.service;
    if (service === undefined) return [];
    const expected = [
      ['NATS_URL', service, natsUsers],
      ['DATABASE_URL', `spanwise_${service}`, roles],
      ['DATABASE_WRITER_URL', `spanwise_${service}_writer`, roles],
    ];
    return expected
      .filter(([name]) => environment[name] !== undefined)
      .flatMap(([name, user, known]) => {
        const { username, password } = new URL(environment[name]);
        if (username !== user) return [`${where}: ${name} is for ${username || 'no user'}; it must be for ${user}`];
        return known[user] === password ? [] : [`${where}: ${name} has another password than its server`];
      });
  });
}
