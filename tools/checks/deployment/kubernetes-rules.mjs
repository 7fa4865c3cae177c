/** What the code needs of its pods: version, memory, time to end; and what the namespace's `restricted` level does not ask. */
import { environmentOf, find, nameOf, workloadsOf } from './kubernetes-processes.mjs';
import { containersOf } from './manifests.mjs';

/**
 * @param {object[]} documents without the secrets of the operator: an overlay must contain none
 * @param {import('./service-facts.mjs').Facts} facts
 */
export function ruleFaults(documents, facts) {
  const secrets = documents.filter(({ kind }) => kind === 'Secret');
  return [
    ...secrets.map((secret) => `${nameOf(secret)}: secrets do not belong here`),
    ...namespaceFaults(documents),
    ...workloadsOf(documents).flatMap((workload) => [
      ...podFaults(workload),
      ...containersOf(workload.spec.template.spec).flatMap((container) => containerFaults(workload, container, facts)),
      ...(workload.kind === 'Deployment' ? terminationFaults(workload, documents, facts) : []),
    ]),
    ...Object.keys(facts.memoryBytes).flatMap((service) => memoryFaults(service, documents, facts)),
    ...Object.keys(facts.variables)
      .filter((service) => find(documents, 'Deployment', service) === undefined)
      .map((service) => `there is no Deployment ${service}`),
  ];
}

/** At this level a cluster refuses root, capabilities, escalation and other seccomp profiles. */
const namespaceFaults = (documents) =>
  documents
    .filter(({ kind, metadata }) => kind === 'Namespace' && metadata.labels?.[ENFORCED] !== 'restricted')
    .map((namespace) => `${nameOf(namespace)}: ${ENFORCED} must be restricted`);
const ENFORCED = 'pod-security.kubernetes.io/enforce';

function podFaults(workload) {
  const { securityContext, automountServiceAccountToken } = workload.spec.template.spec;
  const faults = [];
  if (!(securityContext?.runAsUser > 0)) faults.push('must run as a numeric user that is not root');
  if (automountServiceAccountToken !== false) faults.push('must not get a token of the cluster');
  return faults.map((fault) => `${nameOf(workload)}: ${fault}`);
}

function containerFaults(workload, container, { version }) {
  const isProduct = /^(.*\/)?spanwise:/.test(container.image);
  const rules = [
    [container.securityContext?.readOnlyRootFilesystem === true, 'must have a read-only root file system'],
    [container.volumeMounts?.some(({ mountPath }) => mountPath === '/tmp'), 'must have a writable /tmp'],
    [container.resources?.limits?.memory, 'must have a memory limit'],
    [!isProduct || container.image.endsWith(`:${version}`), `must run version ${version} of the product`],
  ];
  return rules
    .filter(([holds]) => !holds)
    .map(([, fault]) => `${nameOf(workload)}, container ${container.name}: ${fault}`);
}

function terminationFaults(workload, documents, { shutdownMs }) {
  const { containers, terminationGracePeriodSeconds: grace } = workload.spec.template.spec;
  return containers.flatMap((container) => {
    const { SPANWISE_DRAIN: drain = '0s' } = environmentOf(container, documents);
    const wait = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const longest = wait + Number(/^(\d+)s$/.exec(drain)?.[1]) + shutdownMs / 1_000;
    return grace >= longest ? [] : [`${nameOf(workload)}: may be killed after ${grace} s; it may need ${longest} s`];
  });
}

/** A limit below what the settings allow is met in the midst of the work, and ends all of it. */
function memoryFaults(service, documents, { memoryBytes, variables }) {
  const containers = find(documents, 'Deployment', service)?.spec.template.spec.containers ?? [];
  return containers.flatMap((container) => {
    const environment = environmentOf(container, documents);
    const read = (key) => Number(environment[variables[service][key].name] ?? variables[service][key].fallback);
    const neededMib = memoryBytes[service](read) / 2 ** 20;
    const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(container.resources?.limits?.memory) ?? [];
    const limitMib = Number(number) * (unit === 'Gi' ? 1_024 : 1);
    return limitMib >= neededMib
      ? []
      : [`Deployment ${service}: may take ${neededMib} MiB, and its limit is ${limitMib}`];
  });
}
