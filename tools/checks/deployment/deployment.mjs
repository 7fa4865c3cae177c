/** The deployment files of this checkout against the code. Each function lists faults. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from '../../launcher/paths.mjs';
import {
  composeFaults,
  composeProcesses,
  environmentFile,
  literalSecretFaults,
  unpinnedFaults,
  withValues,
} from './compose.mjs';
import { dockerfileFaults, imageOf } from './dockerfile.mjs';
import { productProcesses } from './kubernetes-processes.mjs';
import { referenceFaults } from './kubernetes-references.mjs';
import { ruleFaults } from './kubernetes-rules.mjs';
import { overlayDocuments, yamlDocuments } from './manifests.mjs';
import { networkFaults } from './network-policies.mjs';
import { agreementFaults, credentialFaults, processFaults, proxyFaults } from './processes.mjs';
import { serviceFacts } from './service-facts.mjs';

const read = (path) => readFileSync(inRoot(path), 'utf8');
const GUIDE = 'docs/deployment.md';
const SCRIPT = 'deploy/secrets.sh';
/** Made by the operator's certificate tooling, not by the script. */
const CERTIFICATE = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'spanwise-tls' }, stringData: {} };
/** Servers outside, as production has them. */
const OUTSIDE = { DATABASE_HOST: 'postgres.example', NATS_HOST: 'nats.example' };

/** What the probes, the volume and SPANWISE_LOG_SYNC rest on. */
const NATS_SETTINGS = ['listen: "0.0.0.0:4222"', 'http: "0.0.0.0:8222"', 'store_dir: "/data"', 'sync_interval: always'];

const image = () => imageOf(read('Dockerfile'));

export async function imageFaults() {
  const { variables } = await serviceFacts();
  return dockerfileFaults(
    image(),
    Object.values(variables).map(({ port }) => Number(port.fallback)),
  );
}

export async function natsFaults() {
  const { variables } = await serviceFacts();
  return [
    ...NATS_SETTINGS.filter((line) => !read('deploy/nats/nats.conf').includes(line)),
    ...Object.keys(variables)
      .map((service) => `user: ${service}, password: $${natsVariable(service)}\n`)
      .filter((line) => !read('deploy/nats/users.conf').includes(line)),
  ].map((line) => `deploy/nats: there is no line ${line}`);
}

const natsVariable = (service) => `NATS_${service.toUpperCase()}_PASSWORD`;
const natsUsers = (values, { variables }) =>
  Object.fromEntries(Object.keys(variables).map((service) => [service, values[natsVariable(service)]]));

export async function composeFileFaults() {
  const example = environmentFile(read('.env.example'));
  return [
    ...composedFaults(read('docker-compose.yml'), await composeSurroundings()),
    ...differences(Object.keys(example), Object.keys(environmentFile(generated('compose'))), '.env.example', SCRIPT),
    ...Object.entries(example).flatMap(([name, value]) => (value === '' ? [] : [`.env.example: ${name} has a value`])),
  ];
}

/** What a compose file is held against. */
export const composeSurroundings = async () => ({
  facts: await serviceFacts(),
  environment: environmentFile(generated('compose')),
  imageEnvironment: image().environment,
});

/** @param {string} text of a compose file @param {Awaited<ReturnType<typeof composeSurroundings>>} surroundings */
export function composedFaults(text, { facts, environment, imageEnvironment }) {
  const [written] = yamlDocuments(text, 'docker-compose.yml');
  const [compose] = yamlDocuments(withValues(text, environment), 'docker-compose.yml');
  const processes = composeProcesses(compose, imageEnvironment);
  return [
    ...literalSecretFaults(written, facts),
    ...unpinnedFaults(written),
    ...composeFaults(compose, (path) => existsSync(inRoot(path)), facts),
    ...processes.flatMap((process) => processFaults(process, facts)),
    ...agreementFaults(processes, facts),
    ...credentialFaults(processes, natsUsers(compose.services.nats.environment, facts), facts),
  ];
}

/** @param {'development' | 'production'} overlay */
export async function overlayFaults(overlay) {
  return manifestFaults(overlayDocuments(overlay), await manifestSurroundings(overlay));
}

/** What manifests are held against; the secrets are new ones of the script. */
export const manifestSurroundings = async (overlay) => ({
  facts: await serviceFacts(),
  secrets: kubernetesSecrets(overlay === 'production' ? OUTSIDE : {}),
  imageEnvironment: image().environment,
});

/** @param {object[]} documents of an overlay @param {Awaited<ReturnType<typeof manifestSurroundings>>} surroundings */
export function manifestFaults(documents, { facts, secrets, imageEnvironment }) {
  const all = [...documents, ...secrets, CERTIFICATE];
  const processes = productProcesses(all, imageEnvironment);
  const passwords = secrets.find(({ metadata }) => metadata.name === 'spanwise-nats').stringData;
  return [
    ...referenceFaults(all, facts),
    ...ruleFaults(documents, facts),
    ...processes.flatMap((process) => processFaults(process, facts)),
    ...agreementFaults(processes, facts),
    ...credentialFaults(processes, natsUsers(passwords, facts), facts),
    ...networkFaults(documents, processes, facts),
    ...(documents.some(({ kind }) => kind === 'Ingress') ? proxyFaults(processes, facts) : []),
  ];
}

/** Every secret and each of its members is in the guide's list. */
export function guideFaults() {
  const guide = existsSync(inRoot(GUIDE)) ? read(GUIDE) : '';
  return [...kubernetesSecrets({}), CERTIFICATE].flatMap(({ metadata, stringData }) => {
    const line = guide.split('\n').find((each) => each.includes(`| \`${metadata.name}\``));
    if (line === undefined) return [`${GUIDE}: the secret ${metadata.name} is not in the list`];
    return Object.keys(stringData)
      .filter((name) => !line.includes(`\`${name}\``))
      .map((name) => `${GUIDE}: ${name} of the secret ${metadata.name} is not in the list`);
  });
}

const kubernetesSecrets = (servers) => yamlDocuments(generated('kubernetes', servers), SCRIPT);

function generated(kind, servers = {}) {
  const { PATH } = process.env;
  const { status, stdout, stderr } = spawnSync('sh', [inRoot(SCRIPT), kind], {
    env: { PATH, ...servers },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${SCRIPT} ${kind}: ${stderr}`);
  return stdout;
}

function differences(one, other, oneName, otherName) {
  return [
    ...one.filter((name) => !other.includes(name)).map((name) => `${name} is in ${oneName} and not in ${otherName}`),
    ...other.filter((name) => !one.includes(name)).map((name) => `${name} is in ${otherName} and not in ${oneName}`),
  ];
}
