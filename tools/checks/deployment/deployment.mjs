/** The deployment files of this checkout against their schemas and against the code. Each function lists faults. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from '../../launcher/paths.mjs';
import { buildContext } from './build-context.mjs';
import { composeSchemaFaults } from './compose-schema.mjs';
import {
  composeFaults,
  composeProcesses,
  environmentFile,
  interpolate,
  literalSecretFaults,
  unpinnedFaults,
} from './compose.mjs';
import { dockerfileFaults, dockerfileStages, imageEnvironment } from './dockerfile.mjs';
import { productProcesses } from './kubernetes-processes.mjs';
import { referenceFaults } from './kubernetes-references.mjs';
import { ruleFaults } from './kubernetes-rules.mjs';
import { kubernetesFaults } from './kubernetes-schema.mjs';
import { renderKustomization, yamlDocuments } from './kustomize.mjs';
import { natsConfFaults, natsUsers } from './nats-conf.mjs';
import { networkFaults } from './network-policies.mjs';
import { agreementFaults, credentialFaults, processFaults, proxyFaults } from './processes.mjs';
import { serviceFacts } from './service-facts.mjs';

const read = (path) => readFileSync(inRoot(path), 'utf8');
/** The server's configuration with its include, as the server reads it. */
const natsConfiguration = () => ['nats.conf', 'users.conf'].map((file) => read(`deploy/nats/${file}`)).join('\n');
const GUIDE = 'docs/deployment.md';
const SCRIPT = 'deploy/secrets.sh';
/** Made by the operator's certificate tooling, not by the script. */
const CERTIFICATE = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'spanwise-tls' }, stringData: {} };
/** Servers outside, as production has them. */
const OUTSIDE = { DATABASE_HOST: 'postgres.example', NATS_HOST: 'nats.example' };

const stages = () => dockerfileStages(read('Dockerfile'));

export async function imageFaults() {
  const facts = await serviceFacts();
  const context = buildContext(inRoot());
  const ports = Object.values(facts.variables).map(({ port }) => Number(port.fallback));
  const inContext = (path) => path === '.' || context.some((file) => file === path || file.startsWith(`${path}/`));
  return dockerfileFaults(stages(), inContext, ports);
}

export async function composeFileFaults() {
  const [written] = yamlDocuments(read('docker-compose.yml'), 'docker-compose.yml');
  const example = environmentFile(read('.env.example'));
  return [
    ...composedFaults(written, await composeSurroundings()),
    ...differences(Object.keys(example), Object.keys(environmentFile(generated('compose'))), '.env.example', SCRIPT),
    ...Object.entries(example).flatMap(([name, value]) => (value === '' ? [] : [`.env.example: ${name} has a value`])),
  ];
}

/** What a compose file is held against. */
export const composeSurroundings = async () => ({
  facts: await serviceFacts(),
  environment: environmentFile(generated('compose')),
  imageEnvironment: imageEnvironment(stages()),
  natsConf: natsConfiguration(),
  exists: (path) => existsSync(inRoot(path)),
});

/** @param {object} written not interpolated @param {Awaited<ReturnType<typeof composeSurroundings>>} surroundings */
export function composedFaults(written, { facts, environment, imageEnvironment: ofImage, natsConf, exists }) {
  const schemaFaults = composeSchemaFaults(written).map((fault) => `docker-compose.yml: ${fault}`);
  if (schemaFaults.length > 0) return schemaFaults;
  const compose = interpolate(written, environment);
  const processes = composeProcesses(compose, ofImage);
  return [
    ...natsConfFaults(natsConf, Object.keys(facts.variables)),
    ...literalSecretFaults(written, facts),
    ...unpinnedFaults(written),
    ...composeFaults(compose, exists, facts),
    ...processes.flatMap((process) => processFaults(process, facts)),
    ...agreementFaults(processes, facts),
    ...credentialFaults(processes, resolved(natsUsers(natsConf), compose.services.nats.environment), facts),
  ];
}

/** @param {'development' | 'production'} overlay */
export async function overlayFaults(overlay) {
  return manifestFaults(overlayDocuments(overlay), await manifestSurroundings(overlay));
}

export const overlayDocuments = (overlay) => renderKustomization(`k8s/overlays/${overlay}`, read);

/** What manifests are held against; the secrets are new ones of the script. */
export const manifestSurroundings = async (overlay) => ({
  facts: await serviceFacts(),
  secrets: kubernetesSecrets(overlay === 'production' ? OUTSIDE : {}),
  imageEnvironment: imageEnvironment(stages()),
  natsConf: natsConfiguration(),
});

/** @param {object[]} documents rendered @param {Awaited<ReturnType<typeof manifestSurroundings>>} surroundings */
export async function manifestFaults(documents, { facts, secrets, imageEnvironment: ofImage, natsConf }) {
  const schemaFaults = await kubernetesFaults([...documents, ...secrets]);
  if (schemaFaults.length > 0) return schemaFaults;
  const all = [...documents, ...secrets, CERTIFICATE];
  const processes = productProcesses(all, ofImage);
  const passwords = secrets.find(({ metadata }) => metadata.name === 'spanwise-nats').stringData;
  return [
    ...referenceFaults(all, facts),
    ...ruleFaults(documents, facts),
    ...processes.flatMap((process) => processFaults(process, facts)),
    ...agreementFaults(processes, facts),
    ...credentialFaults(processes, resolved(natsUsers(natsConf), passwords), facts),
    ...networkFaults(documents, processes),
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

const resolved = (users, values) =>
  Object.fromEntries(Object.entries(users).map(([user, name]) => [user, values[name]]));

function differences(one, other, oneName, otherName) {
  return [
    ...one.filter((name) => !other.includes(name)).map((name) => `${name} is in ${oneName} and not in ${otherName}`),
    ...other.filter((name) => !one.includes(name)).map((name) => `${name} is in ${otherName} and not in ${oneName}`),
  ];
}
