/** The lists of network policies against the processes and their connections. */
import { find, nameOf, workloadsOf } from './kubernetes-processes.mjs';

/** Who a policy has to name: the workloads that are given one of these variables. */
const CLIENTS = {
  'to-nats': ['NATS_URL'],
  'nats-clients': ['NATS_URL'],
  'to-postgres': ['DATABASE_URL', 'SPANWISE_ADMIN_DATABASE_URL'],
  'postgres-clients': ['DATABASE_URL', 'SPANWISE_ADMIN_DATABASE_URL'],
};

const EVERYTHING = JSON.stringify({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });

/** What is not the Internet: connectors, whose destinations people choose, must not reach it. */
const INSIDE = {
  '0.0.0.0/0':
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4',
  '::/0': '::1/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 fc00::/7 fe80::/10 ff00::/8',
};

/** @param {object[]} documents of an overlay @param {import('./processes.mjs').Process[]} processes of them */
export function networkFaults(documents, processes, facts) {
  const faults = ['default-deny', 'dns', 'gateway-clients', 'notify-outbound', 'to-nats', 'to-postgres']
    .filter((name) => find(documents, 'NetworkPolicy', name) === undefined)
    .map((name) => `there is no NetworkPolicy ${name}`);
  for (const policy of documents.filter(({ kind }) => kind === 'NetworkPolicy')) {
    const { name } = policy.metadata;
    if (name in CLIENTS) faults.push(...connectionFaults(policy, CLIENTS[name], documents, processes));
    if (name === 'prometheus') faults.push(...clientFaults(policy, Object.keys(facts.variables)));
    if (name === 'gateway-clients')
      faults.push(...portFaults(policy, portsOf(find(documents, 'Deployment', 'gateway'))));
    if (name === 'notify-outbound') faults.push(...outboundFaults(policy));
    if (name === 'default-deny' && JSON.stringify(policy.spec) !== EVERYTHING)
      faults.push(`${nameOf(policy)}: must be ${EVERYTHING}`);
  }
  return [...faults, ...serverFaults(documents)];
}

/** Whom the policy names and which port: a Job is given the variables of its services and does not connect to NATS. */
function connectionFaults(policy, variables, documents, processes) {
  const clients = new Set();
  const ports = new Set();
  for (const workload of workloadsOf(documents))
    for (const { environment } of processes.filter(({ where }) => where.startsWith(`${nameOf(workload)},`)))
      for (const name of variables) {
        if (environment[name] === undefined || (name === 'NATS_URL' && workload.kind === 'Job')) continue;
        clients.add(workload.metadata.name);
        ports.add(Number(new URL(environment[name]).port));
      }
  return [...clientFaults(policy, [...clients]), ...portFaults(policy, [...ports])];
}

const portsOf = (workload) =>
  (workload?.spec.template.spec.containers ?? []).flatMap(({ ports }) =>
    ports.map(({ containerPort }) => containerPort),
  );

function portFaults(policy, needed) {
  const [{ ports }] = policy.spec.ingress ?? policy.spec.egress;
  const opened = ports.map(({ port }) => port);
  return opened.toSorted().join() === needed.toSorted().join()
    ? []
    : [`${nameOf(policy)}: opens ${opened.join(', ')}; the connections need ${needed.join(', ')}`];
}

/** The one list of names in a policy: whom it selects, or whom it lets in. */
function clientFaults(policy, clients) {
  const selector = policy.spec.podSelector.matchExpressions ? policy.spec : policy.spec.ingress?.[0].from?.[0];
  const named = selector?.podSelector?.matchExpressions?.[0].values ?? [];
  return [
    ...clients.filter((name) => !named.includes(name)).map((name) => `does not name ${name}`),
    ...named.filter((name) => !clients.includes(name)).map((name) => `names ${name}, which needs no connection`),
  ].map((fault) => `${nameOf(policy)}: ${fault}`);
}

/** A server in the cluster needs a policy that lets its clients in. */
const serverFaults = (documents) =>
  workloadsOf(documents)
    .filter(
      ({ kind, metadata }) => kind === 'StatefulSet' && !find(documents, 'NetworkPolicy', `${metadata.name}-clients`),
    )
    .map(({ metadata }) => `there is no NetworkPolicy ${metadata.name}-clients`);

const outboundFaults = (policy) =>
  policy.spec.egress
    .flatMap(({ to }) => to)
    .flatMap(({ ipBlock: { cidr, except } }) => INSIDE[cidr].split(' ').filter((block) => !except.includes(block)))
    .map((block) => `${nameOf(policy)}: lets connections out to ${block}`);
