/** Network policies, evaluated as a cluster does, against the connections that the processes need. */
import { nameOf, podLabels, portNumber, selects, workloadsOf } from './kubernetes-processes.mjs';
import { containersOf } from './kustomize.mjs';

/**
 * @typedef {{ labels?: Record<string, string>, namespace: string, outside?: true }} Peer one end; `outside` has no labels
 */

/** Whether the policies let one end reach a port of another. A port may have a name at its pod. */
export function allowed(policies, from, to, port, namespace) {
  const passes = (direction, self, other) => {
    if (self.outside || self.namespace !== namespace) return true;
    const isolating = policies.filter(
      ({ spec }) => spec.policyTypes.includes(direction) && selects(spec.podSelector, self.labels),
    );
    const member = direction === 'Ingress' ? 'from' : 'to';
    const rules = isolating.flatMap(({ spec }) => spec[direction.toLowerCase()] ?? []);
    return (
      isolating.length === 0 ||
      rules.some(
        (rule) =>
          (rule.ports === undefined || rule.ports.some((each) => [port.number, port.name].includes(each.port))) &&
          (rule[member] === undefined || rule[member].some((peer) => isPeer(peer, other, namespace))),
      )
    );
  };
  return passes('Egress', from, to) && passes('Ingress', to, from);
}

/** An address block stands for what is outside the cluster: pods are named by their labels. */
function isPeer({ ipBlock, namespaceSelector, podSelector }, other, namespace) {
  if (ipBlock !== undefined) return other.outside === true;
  if (other.outside) return false;
  const near =
    namespaceSelector === undefined
      ? other.namespace === namespace
      : selects(namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace });
  return near && (podSelector === undefined || selects(podSelector, other.labels));
}

const SERVERS = { NATS_URL: 4222, DATABASE_URL: 5432, DATABASE_WRITER_URL: 5432, SPANWISE_ADMIN_DATABASE_URL: 5432 };
const DNS = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
/** A pod of somebody else, whom no policy of ours restricts. */
const STRANGER = { namespace: 'stranger', labels: {} };
const OUTSIDE = { outside: true, namespace: '' };

/**
 * Every connection that a process needs is allowed, and none to a server that it has no URL of.
 * @param {object[]} documents rendered @param {import('./processes.mjs').Process[]} processes of them
 */
export function networkFaults(documents, processes, namespace = 'spanwise') {
  const policies = documents.filter(({ kind }) => kind === 'NetworkPolicy');
  const can = (from, to, port) => allowed(policies, from, to, port, namespace);
  const faults = [];
  for (const workload of workloadsOf(documents)) {
    const where = nameOf(workload);
    const self = { labels: podLabels(workload), namespace };
    if (can(self, STRANGER, { number: 9 })) faults.push(`${where}: may reach anything`);
    if (can(STRANGER, self, { number: 9 })) faults.push(`${where}: may be reached by anything`);
    if (!can(self, DNS, { number: 53 })) faults.push(`${where}: may not ask for names`);
    const own = processes.filter((process) => process.where.startsWith(`${where},`));
    if (own.length > 0) faults.push(...serverFaults(where, self, own, documents, can));
  }
  return [...faults, ...outboundFaults(policies), ...scrapeFaults(documents, can)];
}

function serverFaults(where, self, processes, documents, can) {
  const faults = [];
  const needed = new Set();
  for (const { environment } of processes) {
    for (const [name, number] of Object.entries(SERVERS)) {
      if (environment[name] === undefined) continue;
      // Migrations are given the variables of their service, and do not connect to NATS.
      if (name === 'NATS_URL' && where.startsWith('Job ')) continue;
      const { hostname, port } = new URL(environment[name]);
      needed.add(number);
      const to = peerOf(hostname, documents, self.namespace);
      if (Number(port) !== number) faults.push(`${where}: ${name} names port ${port}; the policies know ${number}`);
      if (!can(self, to, { number })) faults.push(`${where}: may not reach ${hostname}:${port} of ${name}`);
    }
  }
  const everyServer = [
    ...workloadsOf(documents).map((each) => ({ labels: podLabels(each), namespace: self.namespace })),
    OUTSIDE,
  ];
  for (const number of new Set(Object.values(SERVERS))) {
    // Connectors may go to any port outside.
    const reachable = everyServer.filter((to) => !(to.outside && self.labels['app.kubernetes.io/name'] === 'notify'));
    if (!needed.has(number) && reachable.some((to) => can(self, to, { number })))
      faults.push(`${where}: may reach port ${number}, and has no URL for it`);
  }
  return faults;
}

function peerOf(hostname, documents, namespace) {
  const service = documents.find(({ kind, metadata }) => kind === 'Service' && metadata.name === hostname);
  if (service === undefined) return OUTSIDE;
  return { labels: service.spec.selector, namespace };
}

/** Prometheus reaches what a monitor selects; clients reach the gateway. */
function scrapeFaults(documents, can) {
  const faults = [];
  const services = documents.filter(({ kind }) => kind === 'Service');
  const reach = (from, service, portName, what) => {
    const workload = workloadsOf(documents).find((each) =>
      selects({ matchLabels: service.spec.selector }, podLabels(each)),
    );
    const number = containersOf(workload?.spec.template.spec ?? {})
      .map((container) => portNumber(container, portName))
      .find(Boolean);
    const to = { labels: service.spec.selector, namespace: 'spanwise' };
    if (!can(from, to, { number, name: portName })) faults.push(`${nameOf(service)}: ${what} may not reach it`);
  };
  for (const monitor of documents.filter(({ kind }) => kind === 'ServiceMonitor'))
    for (const service of services.filter(({ metadata }) => selects(monitor.spec.selector, metadata.labels)))
      reach({ labels: {}, namespace: 'monitoring' }, service, monitor.spec.endpoints[0].port, 'Prometheus');
  for (const gateway of services.filter(({ metadata }) => metadata.name === 'gateway'))
    reach(OUTSIDE, gateway, 'http', 'a client');
  return faults;
}

/** What is not the Internet: blocks that the way of connectors, whose destinations people choose, has to leave out. */
const INSIDE = {
  '0.0.0.0/0':
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4',
  '::/0': '::1/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 fc00::/7 fe80::/10 ff00::/8',
};

/** @param {object[]} policies @returns {string[]} ways out to addresses that are nobody's outside */
function outboundFaults(policies) {
  const ofNotify = policies.filter(({ spec }) => spec.podSelector.matchLabels?.['app.kubernetes.io/name'] === 'notify');
  return ofNotify.flatMap(({ metadata, spec }) =>
    (spec.egress ?? [])
      .flatMap(({ to = [] }) => to)
      .flatMap(({ ipBlock }) =>
        (INSIDE[ipBlock?.cidr] ?? '').split(' ').filter((one) => one !== '' && !ipBlock.except?.includes(one)),
      )
      .map((open) => `NetworkPolicy ${metadata.name}: lets connections out to ${open}`),
  );
}
