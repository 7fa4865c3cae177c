// Errors planted into the real files: each must be found, and the files as they are must have none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { inRoot } from '../../launcher/paths.mjs';
import {
  composedFaults,
  composeSurroundings,
  manifestFaults,
  manifestSurroundings,
  overlayDocuments,
} from './deployment.mjs';
import { find } from './kubernetes-processes.mjs';
import { yamlDocuments } from './kustomize.mjs';

describe('manifests', () => {
  const surroundings = {};
  const rendered = { development: overlayDocuments('development'), production: overlayDocuments('production') };
  before(async () => {
    surroundings.development = await manifestSurroundings('development');
    surroundings.production = await manifestSurroundings('production');
  });

  for (const overlay of ['development', 'production'])
    test(`have no fault: ${overlay}`, async () =>
      assert.deepEqual(await manifestFaults(rendered[overlay], surroundings[overlay]), []));

  const pod = (documents, name, kind = 'Deployment') => find(documents, kind, name).spec.template.spec;
  const container = (documents, name, kind) => pod(documents, name, kind).containers[0];
  const drop = (documents, kind, name) => documents.splice(documents.indexOf(find(documents, kind, name)), 1);
  const policy = (documents, name) => find(documents, 'NetworkPolicy', name).spec;
  const data = (documents, name) => find(documents, 'ConfigMap', name).data;

  /** @type {[string, (documents: object[]) => void, RegExp, ('production')?][]} */
  const planted = [
    ['a misspelt field', (d) => (container(d, 'iam').imagePullPolice = 'Always'), /imagePullPolice is unknown/],
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
    ['no default deny', (d) => drop(d, 'NetworkPolicy', 'default-deny'), /may be reached by anything/],
    ['no names', (d) => drop(d, 'NetworkPolicy', 'dns'), /may not ask for names/],
    ['no way to PostgreSQL', (d) => drop(d, 'NetworkPolicy', 'to-postgres'), /may not reach postgres:5432/],
    ['no way into NATS', (d) => drop(d, 'NetworkPolicy', 'nats-clients'), /may not reach nats:4222/],
    [
      'a service left out of a policy',
      (d) => policy(d, 'to-postgres').podSelector.matchExpressions[0].values.pop(),
      /Job migrate: may not reach postgres/,
    ],
    [
      'a way that is not needed',
      (d) => {
        policy(d, 'to-postgres').podSelector = {};
        policy(d, 'postgres-clients').ingress[0].from = [{ podSelector: {} }];
      },
      /Deployment gateway: may reach port 5432/,
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
    ['no way for clients', (d) => drop(d, 'NetworkPolicy', 'gateway-clients'), /a client may not reach it/],
    ['no way for Prometheus', (d) => drop(d, 'NetworkPolicy', 'prometheus'), /Prometheus may not/, 'production'],
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
  for (const [name, plant, message, overlay = 'development'] of planted) {
    test(`a fault is found: ${name}`, async () => {
      const documents = structuredClone(rendered[overlay]);
      plant(documents);
      assert.match((await manifestFaults(documents, surroundings[overlay])).join('\n'), message);
    });
  }
});

describe('the compose file', () => {
  const [written] = yamlDocuments(readFileSync(inRoot('docker-compose.yml'), 'utf8'), 'docker-compose.yml');
  let surroundings;
  before(async () => (surroundings = await composeSurroundings()));

  test('has no fault', () => assert.deepEqual(composedFaults(written, surroundings), []));

  const replace = (list, from, to) => list.map((word) => word.replace(from, to));
  /** @type {[string, (services: object, compose: object) => void, RegExp][]} */
  const planted = [
    ['a misspelt field', (s) => (s.iam.helthcheck = {}), /helthcheck/],
    ['a misspelt field at the top', (_, c) => (c.volume = {}), /volume/],
    ['a duration that is none', (s) => (s.iam.healthcheck.interval = '5 seconds'), /interval: must match format/],
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
  for (const [name, plant, message] of planted) {
    test(`a fault is found: ${name}`, () => {
      const compose = structuredClone(written);
      plant(compose.services, compose);
      assert.match(composedFaults(compose, surroundings).join('\n'), message);
    });
  }

  const conf = [
    ['messages that are not on the disk', 'sync_interval: always', 'sync_interval: 2m', /sync_interval/],
    ['another port', '4222', '4223', /port 4222/],
    ['a user left out', 'user: notify', 'user: notifier', /no user notify/],
    ['the password of another user', '$NATS_IAM_PASSWORD', '$NATS_APM_PASSWORD', /NATS_URL has another password/],
  ];
  for (const [name, from, to, message] of conf) {
    test(`a fault of nats.conf is found: ${name}`, () => {
      assert.ok(surroundings.natsConf.includes(from));
      const natsConf = surroundings.natsConf.replace(from, to);
      assert.match(composedFaults(written, { ...surroundings, natsConf }).join('\n'), message);
    });
  }
});
