// Errors planted into the real files: each must be found, and the files as they are must have none.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { inRoot } from '../../launcher/paths.mjs';
import { composedFaults, composeSurroundings, manifestFaults, manifestSurroundings } from './deployment.mjs';
import { dockerfileFaults, imageOf } from './dockerfile.mjs';
import { find } from './kubernetes-processes.mjs';
import { overlayDocuments, yamlDocuments } from './manifests.mjs';

const OVERLAYS = ['development', 'production'];
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

it.skipIf(!hasKubectl).each(OVERLAYS)('the documents of %s are those of kubectl', (overlay) => {
  const { stdout } = spawnSync('kubectl', ['kustomize', inRoot('k8s', 'overlays', overlay)], { encoding: 'utf8' });
  const byId = (documents) =>
    Object.fromEntries(documents.map((document) => [`${document.kind} ${document.metadata.name}`, document]));
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

describe('manifests', () => {
  const surroundings = {};
  const rendered = { development: overlayDocuments('development'), production: overlayDocuments('production') };
  beforeAll(async () => {
    surroundings.development = await manifestSurroundings('development');
    surroundings.production = await manifestSurroundings('production');
  });

  it.each(OVERLAYS)('have no fault: %s', (overlay) =>
    expect(manifestFaults(rendered[overlay], surroundings[overlay])).toEqual([]),
  );

  const pod = (documents, name, kind = 'Deployment') => find(documents, kind, name).spec.template.spec;
  const container = (documents, name, kind) => pod(documents, name, kind).containers[0];
  const drop = (documents, kind, name) => documents.splice(documents.indexOf(find(documents, kind, name)), 1);
  const policy = (documents, name) => find(documents, 'NetworkPolicy', name).spec;
  const data = (documents, name) => find(documents, 'ConfigMap', name).data;

  /** @type {[string, (documents: object[]) => void, RegExp, ('production')?][]} */
  const planted = [
    ['a wrong container port', (d) => (container(d, 'iam').ports[0].containerPort = 8082), /it listens on 8081/],
    ['a wrong Service port', (d) => (find(d, 'Service', 'apm').spec.ports[0].port = 80), /Service apm: offers port 80/],
    ['a Service to no port', (d) => (find(d, 'Service', 'apm').spec.ports[0].targetPort = 'web'), /a port web/],
    ['a Service to nobody', (d) => (find(d, 'Service', 'apm').spec.selector = { a: 'b' }), /selects 0 workloads/],
    [
      'the composite probe',
      (d) => (container(d, 'gateway').readinessProbe.httpGet.path = '/api/v1/readyz'),
      /readiness probe asks \/api\/v1\/readyz/,
    ],
    [
      'a liveness that needs the database',
      (d) => (container(d, 'iam').livenessProbe.httpGet.path = '/readyz'),
      /liveness probe asks \/readyz/,
    ],
    [
      'a probe of an unknown port',
      (d) => (container(d, 'nats', 'StatefulSet').readinessProbe.httpGet.port = 'x'),
      /port x/,
    ],
    ['no readiness', (d) => delete container(d, 'apm').readinessProbe, /no readiness probe/],
    [
      'queries that may take more than the pod',
      (d) => (container(d, 'apm').env[0].value = '536870912'),
      /apm: may take 6528 MiB, and its limit is 4608/,
    ],
    ['an unknown variable', (d) => (data(d, 'spanwise-service').LOG_LEVLE = 'info'), /reads no variable LOG_LEVLE/],
    [
      'a variable of another service',
      (d) => (container(d, 'iam').env = [{ name: 'SPANWISE_MAX_LAG', value: '1s' }]),
      /iam reads no variable SPANWISE_MAX_LAG/,
    ],
    [
      'a value that is refused',
      (d) => (data(d, 'spanwise-service').SPANWISE_DRAIN = 'soon'),
      /SPANWISE_DRAIN: must be/,
    ],
    ['no secret', (d) => container(d, 'iam').envFrom.pop(), /DATABASE_URL: is required/],
    [
      'a secret that nobody makes',
      (d) => (container(d, 'iam').envFrom.at(-1).secretRef.name = 'spanwise-imm'),
      /there is no Secret spanwise-imm/,
    ],
    [
      'the secret of another service',
      (d) => (container(d, 'iam').envFrom.at(-1).secretRef.name = 'spanwise-apm'),
      /NATS_URL is for apm; it must be for iam/,
    ],
    ['a missing config map', (d) => drop(d, 'ConfigMap', 'nats-config'), /there is no ConfigMap nats-config/],
    ['a missing account', (d) => drop(d, 'ServiceAccount', 'iam'), /there is no ServiceAccount iam/],
    ['a missing volume', (d) => pod(d, 'iam').volumes.pop(), /no volume tmp to mount/],
    ['a command that the image lacks', (d) => (container(d, 'apm').args = ['apps/amp/dist/main.js']), /no command/],
    [
      'a selector beside its pods',
      (d) => (find(d, 'Deployment', 'apm').spec.selector.matchLabels = { a: 'b' }),
      /own pods/,
    ],
    [
      'replicas beside the autoscaler',
      (d) => (find(d, 'Deployment', 'iam').spec.replicas = 2),
      /sets its replicas too/,
    ],
    ['a target that is not there', (d) => drop(d, 'Deployment', 'gateway'), /no Deployment gateway/],
    ['root', (d) => (pod(d, 'iam').securityContext.runAsUser = 0), /numeric user that is not root/],
    ['a writable root', (d) => delete container(d, 'iam').securityContext.readOnlyRootFilesystem, /read-only root/],
    ['no memory limit', (d) => delete container(d, 'iam').resources.limits, /memory limit/],
    ['another version', (d) => (container(d, 'iam').image = 'spanwise:0.0.9'), /must run version/],
    ['too short an end', (d) => (pod(d, 'iam').terminationGracePeriodSeconds = 30), /may need 40 s/],
    [
      'a secret in the overlay',
      (d) => d.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }),
      /do not belong/,
    ],
    ['no default deny', (d) => drop(d, 'NetworkPolicy', 'default-deny'), /no NetworkPolicy default-deny/],
    ['half a default deny', (d) => policy(d, 'default-deny').policyTypes.pop(), /default-deny: must be/],
    ['no names', (d) => drop(d, 'NetworkPolicy', 'dns'), /no NetworkPolicy dns/],
    ['no way to PostgreSQL', (d) => drop(d, 'NetworkPolicy', 'to-postgres'), /no NetworkPolicy to-postgres/],
    ['no way into NATS', (d) => drop(d, 'NetworkPolicy', 'nats-clients'), /no NetworkPolicy nats-clients/],
    [
      'a service left out of a policy',
      (d) => policy(d, 'to-postgres').podSelector.matchExpressions[0].values.pop(),
      /to-postgres: does not name migrate/,
    ],
    [
      'a way that is not needed',
      (d) => policy(d, 'postgres-clients').ingress[0].from[0].podSelector.matchExpressions[0].values.push('gateway'),
      /postgres-clients: names gateway, which needs no connection/,
    ],
    ['a way to another port', (d) => (policy(d, 'to-nats').egress[0].ports[0].port = 4223), /to-nats: opens 4223/],
    [
      'a port of clients left out',
      (d) => policy(d, 'gateway-clients').ingress[0].ports.pop(),
      /gateway-clients: opens/,
    ],
    [
      'a way out to a network for benchmarks',
      (d) => {
        const [{ to }] = policy(d, 'notify-outbound').egress;
        to[0].ipBlock.except = to[0].ipBlock.except.filter((block) => block !== '198.18.0.0/15');
      },
      /NetworkPolicy notify-outbound: lets connections out to 198.18.0.0\/15/,
    ],
    [
      'a way out through IPv4 in IPv6',
      (d) => (policy(d, 'notify-outbound').egress[0].to[1].ipBlock.except = ['::1/128']),
      /lets connections out to ::ffff:0:0\/96/,
    ],
    ['no way for clients', (d) => drop(d, 'NetworkPolicy', 'gateway-clients'), /no NetworkPolicy gateway-clients/],
    [
      'a service without Prometheus',
      (d) => policy(d, 'prometheus').podSelector.matchExpressions[0].values.pop(),
      /prometheus: does not name projector/,
      'production',
    ],
    [
      'a metrics path that nobody serves',
      (d) => (find(d, 'ServiceMonitor', 'spanwise').spec.endpoints[0].path = '/metric'),
      /no process serves \/metric/,
      'production',
    ],
    [
      'an Ingress that leads to everything',
      (d) => Object.assign(find(d, 'Ingress', 'gateway').spec.rules[0].http.paths[0], { pathType: 'Prefix' }),
      /Ingress gateway: lets clients in at \/metrics/,
      'production',
    ],
    [
      'an Ingress that leads to metrics',
      (d) => (find(d, 'Ingress', 'gateway').spec.rules[0].http.paths[0].path = '/metrics'),
      /lets clients in at \/metrics/,
      'production',
    ],
    [
      'an Ingress without OTLP',
      (d) => {
        const { http } = find(d, 'Ingress', 'gateway').spec.rules[0];
        http.paths = http.paths.filter(({ path }) => path !== '/v1');
      },
      /does not lead to \/v1\/traces/,
      'production',
    ],
    [
      'an Ingress whose controller is not believed',
      (d) => delete data(d, 'spanwise-service').SPANWISE_TRUSTED_PROXIES,
      /gateway: SPANWISE_TRUSTED_PROXIES is not set/,
      'production',
    ],
    [
      'a gateway that believes everybody',
      (d) => (data(d, 'spanwise-service').SPANWISE_TRUSTED_PROXIES = '10.0.0.0/8,0.0.0.0/0'),
      /believes everybody/,
      'production',
    ],
    [
      'an Ingress to no port',
      (d) => (find(d, 'Ingress', 'gateway').spec.rules[0].http.paths[0].backend.service.port.name = 'web'),
      /Service gateway has no port web/,
      'production',
    ],
  ];
  it.each(planted)('a fault is found: %s', (_, plant, message, overlay = 'development') => {
    const documents = structuredClone(rendered[overlay]);
    plant(documents);
    expect(manifestFaults(documents, surroundings[overlay]).join('\n')).toMatch(message);
  });
});

describe('the compose file', () => {
  const text = readFileSync(inRoot('docker-compose.yml'), 'utf8');
  let surroundings;
  beforeAll(async () => (surroundings = await composeSurroundings()));

  it('has no fault', () => expect(composedFaults(text, surroundings)).toEqual([]));

  const replace = (list, from, to) => list.map((word) => word.replace(from, to));
  /** @type {[string, (services: object, compose: object) => void, RegExp][]} */
  const planted = [
    [
      'a wrong port',
      (s) => (s.iam.healthcheck.test = replace(s.iam.healthcheck.test, '8081', '8082')),
      /asks port 8082/,
    ],
    [
      'the composite probe',
      (s) => (s.gateway.healthcheck.test = replace(s.gateway.healthcheck.test, '/readyz', '/api/v1/readyz')),
      /asks \/api\/v1\/readyz/,
    ],
    [
      'an unknown variable',
      (s) => (s.gateway.environment.SPANWISE_BASEURL = 'http://x'),
      /no variable SPANWISE_BASEURL/,
    ],
    [
      'a required variable left out',
      (s) => delete s.apm.environment.SPANWISE_CURSOR_KEYS,
      /SPANWISE_CURSOR_KEYS: is required/,
    ],
    [
      'services that disagree',
      (s) => (s.gateway.environment.SPANWISE_BASE_URL = 'http://x'),
      /SPANWISE_BASE_URL is http:\/\/x/,
    ],
    ['a value that is refused', (s) => (s.gateway.environment.SPANWISE_LOG_SYNC = 'often'), /SPANWISE_LOG_SYNC: /],
    ['an image that no release can pin', (s) => (s.nats.image = 'nats:2.12-alpine'), /cannot name its image by digest/],
    ['a secret in the file', (s) => (s.postgres.environment.POSTGRES_PASSWORD = 'secret'), /written into the file/],
    [
      'a password of another role',
      (s) => (s.iam.environment = { ...s.iam.environment, DATABASE_URL: s.apm.environment.DATABASE_URL }),
      /must be for spanwise_iam/,
    ],
    [
      'a missing file',
      (s) => (s.nats.volumes[0] = './deploy/nats/nats.cnf:/etc/nats/nats.conf:ro'),
      /nats.cnf, which does not/,
    ],
    ['an undeclared volume', (_, c) => delete c.volumes.nats, /volume nats, which is not declared/],
    ['a server open to the network', (s) => (s.postgres.ports = ['5432:5432']), /beyond this machine/],
    ['a wait for nobody', (s) => (s.iam.depends_on = { migrate: { condition: 'service_healthy' } }), /does not exist/],
    ['a wait for health without a check', (s) => delete s.nats.healthcheck, /health of nats, which has no check/],
    ['a service left out', (s) => delete s.notify, /nothing runs notify/],
    ['too short an end', (s) => (s.apm.stop_grace_period = '10s'), /may be killed after 10000 ms/],
    ['a writable root', (s) => (s.apm.read_only = false), /writable root/],
    [
      'proxies that nobody can name',
      (s) => delete s.gateway.environment.SPANWISE_TRUSTED_PROXIES,
      /cannot say SPANWISE_TRUSTED_PROXIES/,
    ],
  ];
  it.each(planted)('a fault is found: %s', (_, plant, message) => {
    const [compose] = yamlDocuments(text, 'docker-compose.yml');
    plant(compose.services, compose);
    expect(composedFaults(stringify(compose), surroundings).join('\n')).toMatch(message);
  });
});
