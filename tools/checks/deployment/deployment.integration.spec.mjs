// Errors planted into the real files: each must be found, and the files as they are must have none.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { inRoot } from '../../launcher/paths.mjs';
import { composedFaults, composeSurroundings, manifestFaults, manifestSurroundings } from './deployment.mjs';
import { dockerfileFaults, imageOf } from './dockerfile.mjs';
import { overlayDocuments, yamlDocuments } from './manifests.mjs';

const OVERLAYS = ['development', 'production'];
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const byId = (documents) =>
  Object.fromEntries(documents.map((document) => [`${document.kind} ${document.metadata.name}`, document]));

/** Sets the member at a path, or takes it away when there is no value. `~` stands for the pod of a workload. */
function plant(root, path, value) {
  const names = path.replace('~', 'spec/template/spec').split('/');
  const last = names.pop();
  const parent = names.reduce((node, name) => node[name], root);
  if (value !== undefined) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
}

it.skipIf(!hasKubectl).each(OVERLAYS)('the documents of %s are those of kubectl', (overlay) => {
  const { stdout } = spawnSync('kubectl', ['kustomize', inRoot('k8s', 'overlays', overlay)], { encoding: 'utf8' });
  expect(byId(overlayDocuments(overlay))).toEqual(byId(yamlDocuments(stdout, 'kubectl')));
});

describe('the Dockerfile', () => {
  const text = readFileSync(inRoot('Dockerfile'), 'utf8');
  const faults = (of) => dockerfileFaults(imageOf(of), [8080, 8081]).join();

  it('has no fault', () => expect(faults(text)).toBe(''));

  it('sets what it says, with the defaults of its arguments', () =>
    expect(imageOf(text).environment).toEqual({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      SPANWISE_COMMIT: 'unknown',
      SPANWISE_BRANCH: 'unknown',
      SPANWISE_BUILD_EPOCH: '0',
    }));

  it.each([
    ['a port that is not exposed', '8081', '8091', /does not expose 8081/],
    ['root', 'USER 10001:10001', 'USER root', /numeric user/],
    ['a base that no release can pin', '${NODE_IMAGE} AS runtime', 'node:24 AS runtime', /FROM node:24: a release/],
  ])('a fault is found: %s', (_, from, to, message) => expect(faults(text.replace(from, to))).toMatch(message));
});

/** Path, value, what is said of it. */
const DEVELOPMENT = [
  ['Deployment iam/~/containers/0/ports/0/containerPort', 8082, 'it listens on 8081'],
  ['Service apm/spec/ports/0/port', 80, 'Service apm: offers port 80'],
  ['Service apm/spec/ports/0/targetPort', 'web', 'leads to a port web'],
  ['Service apm/spec/selector', { a: 'b' }, 'selects 0 workloads'],
  ['Deployment gateway/~/containers/0/readinessProbe/httpGet/path', '/api/v1/readyz', 'asks /api/v1/readyz'],
  ['Deployment iam/~/containers/0/livenessProbe/httpGet/path', '/readyz', 'liveness probe asks /readyz'],
  ['StatefulSet nats/~/containers/0/readinessProbe/httpGet/port', 'x', 'asks a port x'],
  ['Deployment apm/~/containers/0/readinessProbe', undefined, 'no readiness probe'],
  ['Deployment apm/~/containers/0/env/0/value', '536870912', 'may take 6528 MiB, and its limit is 4608'],
  ['ConfigMap spanwise-service/data/LOG_LEVLE', 'info', 'reads no variable LOG_LEVLE'],
  [
    'Deployment iam/~/containers/0/env',
    [{ name: 'SPANWISE_MAX_LAG', value: '1s' }],
    'iam reads no variable SPANWISE_MAX',
  ],
  ['ConfigMap spanwise-service/data/SPANWISE_DRAIN', 'soon', 'SPANWISE_DRAIN: must be'],
  ['Deployment iam/~/containers/0/envFrom/2', undefined, 'DATABASE_URL: is required'],
  ['Deployment iam/~/containers/0/envFrom/2/secretRef/name', 'spanwise-imm', 'there is no Secret spanwise-imm'],
  ['Deployment iam/~/containers/0/envFrom/2/secretRef/name', 'spanwise-apm', 'NATS_URL is for apm; it must be for iam'],
  ['ConfigMap nats-config', undefined, 'there is no ConfigMap nats-config'],
  ['ServiceAccount iam', undefined, 'there is no ServiceAccount iam'],
  ['Deployment iam/~/volumes/0', undefined, 'no volume tmp to mount'],
  ['Deployment apm/~/containers/0/args', ['apps/amp/dist/main.js'], 'the image has no command'],
  ['Deployment apm/spec/selector/matchLabels', { a: 'b' }, 'does not select its own pods'],
  ['Deployment iam/spec/replicas', 2, 'sets its replicas too'],
  ['Deployment gateway', undefined, 'no Deployment gateway'],
  ['Deployment iam/~/securityContext/runAsUser', 0, 'numeric user that is not root'],
  ['Deployment iam/~/automountServiceAccountToken', undefined, 'a token of the cluster'],
  ['Deployment iam/~/containers/0/securityContext/readOnlyRootFilesystem', undefined, 'read-only root'],
  ['Deployment iam/~/containers/0/volumeMounts/0', undefined, 'a writable /tmp'],
  ['Deployment iam/~/containers/0/resources/limits', undefined, 'memory limit'],
  ['Deployment iam/~/containers/0/image', 'spanwise:0.0.9', 'must run version'],
  ['Deployment iam/~/terminationGracePeriodSeconds', 30, 'may need 40 s'],
  ['Namespace spanwise/metadata/labels', {}, 'restricted'],
  ['Secret s', { kind: 'Secret', metadata: { name: 's' } }, 'do not belong'],
  ['NetworkPolicy default-deny', undefined, 'no NetworkPolicy default-deny'],
  ['NetworkPolicy default-deny/spec/policyTypes/1', undefined, 'default-deny: must be'],
  ['NetworkPolicy nats-clients', undefined, 'no NetworkPolicy nats-clients'],
  ['NetworkPolicy to-postgres/spec/podSelector/matchExpressions/0/values/4', undefined, 'does not name migrate'],
  ['NetworkPolicy to-postgres/spec/podSelector/matchExpressions/0/values/5', 'gateway', 'names gateway'],
  ['NetworkPolicy to-nats/spec/egress/0/ports/0/port', 4223, 'to-nats: opens 4223'],
  ['NetworkPolicy gateway-clients/spec/ingress/0/ports/1', undefined, 'gateway-clients: opens 8080'],
  ['NetworkPolicy notify-outbound/spec/egress/0/to/0/ipBlock/except/8', undefined, 'connections out to 198.18.0.0/15'],
  ['NetworkPolicy notify-outbound/spec/egress/0/to/1/ipBlock/except/1', undefined, 'connections out to ::ffff:0:0/96'],
];
const PRODUCTION = [
  ['NetworkPolicy prometheus/spec/podSelector/matchExpressions/0/values/4', undefined, 'does not name projector'],
  ['ServiceMonitor spanwise/spec/endpoints/0/path', '/metric', 'no process serves /metric'],
  ['Ingress gateway/spec/rules/0/http/paths/0/pathType', 'Prefix', 'lets clients in at /metrics'],
  ['Ingress gateway/spec/rules/0/http/paths/0/path', '/metrics', 'lets clients in at /metrics'],
  ['Ingress gateway/spec/rules/0/http/paths/2', undefined, 'does not lead to /v1/traces'],
  ['Ingress gateway/spec/rules/0/http/paths/7', undefined, 'does not lead to /assets/index.js'],
  ['Ingress gateway/spec/rules/0/http/paths/8', undefined, 'does not lead to /services/:name'],
  ['Ingress gateway/spec/rules/0/http/paths/0/backend/service/port/name', 'web', 'Service gateway has no port web'],
  ['ConfigMap spanwise-service/data/SPANWISE_TRUSTED_PROXIES', undefined, 'SPANWISE_TRUSTED_PROXIES is not set'],
  ['ConfigMap spanwise-service/data/SPANWISE_TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/0', 'believes every client'],
];

describe.each([
  ['development', DEVELOPMENT],
  ['production', PRODUCTION],
])('manifests for %s', (overlay, planted) => {
  const documents = overlayDocuments(overlay);
  let surroundings;
  beforeAll(async () => (surroundings = await manifestSurroundings(overlay)));

  it('have no fault', () => expect(manifestFaults(documents, surroundings)).toEqual([]));

  it.each(planted)('a fault is found: %s = %j', (path, value, message) => {
    const changed = byId(structuredClone(documents));
    plant(changed, path, value);
    expect(manifestFaults(Object.values(changed), surroundings).join('\n')).toContain(message);
  });
});

describe('the compose file', () => {
  const text = readFileSync(inRoot('docker-compose.yml'), 'utf8');
  let surroundings;
  beforeAll(async () => (surroundings = await composeSurroundings()));

  it('has no fault', () => expect(composedFaults(text, surroundings)).toEqual([]));

  it.each([
    ['iam/healthcheck/test/3', "fetch('http://127.0.0.1:8082/readyz')", 'asks port 8082'],
    ['gateway/healthcheck/test/3', "fetch('http://127.0.0.1:8080/api/v1/readyz')", 'asks /api/v1/readyz'],
    ['gateway/environment/SPANWISE_BASEURL', 'http://x', 'no variable SPANWISE_BASEURL'],
    ['apm/environment/SPANWISE_CURSOR_KEYS', undefined, 'SPANWISE_CURSOR_KEYS: is required'],
    ['gateway/environment/SPANWISE_BASE_URL', 'http://x', 'SPANWISE_BASE_URL is http://x'],
    ['gateway/environment/SPANWISE_LOG_SYNC', 'often', 'SPANWISE_LOG_SYNC: '],
    ['nats/image', 'nats:2.12-alpine', 'cannot name its image by digest'],
    ['postgres/environment/POSTGRES_PASSWORD', 'secret', 'written into the file'],
    ['iam/environment/DATABASE_URL', 'postgres://spanwise_apm:x@postgres:5432/spanwise', 'must be for spanwise_iam'],
    ['nats/environment/NATS_IAM_PASSWORD', '${NATS_APM_PASSWORD}', 'NATS_URL has another password'],
    ['nats/volumes/0', './deploy/nats/nats.cnf:/etc/nats/nats.conf:ro', 'nats.cnf, which does not exist'],
    ['postgres/ports', ['5432:5432'], 'beyond this machine'],
    ['notify', undefined, 'nothing runs notify'],
    ['nats/healthcheck', undefined, 'nats: has no health check'],
    ['apm/stop_grace_period', '10s', 'may be killed after 10000 ms'],
    ['apm/read_only', false, 'writable root'],
    ['gateway/environment/SPANWISE_TRUSTED_PROXIES', undefined, 'cannot say SPANWISE_TRUSTED_PROXIES'],
  ])('a fault is found: %s = %j', (path, value, message) => {
    // Without the aliases that services share.
    const [compose] = yamlDocuments(text, 'docker-compose.yml').map((shared) => JSON.parse(JSON.stringify(shared)));
    plant(compose.services, path, value);
    expect(composedFaults(stringify(compose), surroundings).join('\n')).toContain(message);
  });
});
