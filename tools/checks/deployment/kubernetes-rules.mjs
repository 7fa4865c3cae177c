/** What must hold for every pod, whatever it runs: least rights, bounds, an ordered end; and for the set of documents. */
import { environmentOf, find, nameOf, workloadsOf } from './kubernetes-processes.mjs';
import { containersOf } from './manifests.mjs';

/**
 * @param {object[]} documents without the secrets of the operator: a rendered overlay must contain none
 * @param {import('./service-facts.mjs').Facts} facts
 */
export function ruleFaults(documents, facts) {
  return [
    ...documents
      .filter(({ kind }) => kind === 'Secret')
      .map((secret) => `${nameOf(secret)}: secrets do not belong here`),
    ...workloadsOf(documents).flatMap((workload) => [
      ...podFaults(workload),
      ...containersOf(workload.spec.template.spec).flatMap((container) => containerFaults(workload, container, facts)),
      ...(workload.kind === 'Deployment' ? terminationFaults(workload, documents, facts) : []),
    ]),
    ...Object.keys(facts.memoryBytes).flatMap((service) => memoryFaults(service, documents, facts)),
    ...Object.keys(facts.variables).flatMap((service) => wholeFaults(service, documents)),
  ];
}

function podFaults(workload) {
  const pod = workload.spec.template.spec;
  const own = pod.securityContext ?? {};
  const rules = [
    [own.runAsNonRoot === true && own.runAsUser > 0, 'must run as a numeric user that is not root'],
    [own.seccompProfile?.type === 'RuntimeDefault', 'must have the default seccomp profile'],
    [pod.automountServiceAccountToken === false, 'must not get a token of the cluster'],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => `${nameOf(workload)}: ${fault}`);
}

function containerFaults(workload, container, facts) {
  const own = container.securityContext ?? {};
  const rules = [
    [own.allowPrivilegeEscalation === false, 'must not escalate its rights'],
    [own.readOnlyRootFilesystem === true, 'must have a read-only root file system'],
    [own.capabilities?.drop?.includes('ALL'), 'must drop all capabilities'],
    [container.resources?.requests?.memory && container.resources.requests.cpu, 'must request processor and memory'],
    [container.resources?.limits?.memory, 'must have a memory limit'],
    [container.volumeMounts?.some(({ mountPath }) => mountPath === '/tmp'), 'must have a writable /tmp'],
    [/:[^/]+$/.test(container.image) && !container.image.endsWith(':latest'), 'must name a version of its image'],
    [
      !/^(.*\/)?spanwise:/.test(container.image) || container.image.endsWith(`:${facts.version}`),
      `must run version ${facts.version} of the product`,
    ],
  ];
  return rules
    .filter(([holds]) => !holds)
    .map(([, fault]) => `${nameOf(workload)}, container ${container.name}: ${fault}`);
}

function terminationFaults(workload, documents, facts) {
  const pod = workload.spec.template.spec;
  return pod.containers.flatMap((container) => {
    const { SPANWISE_DRAIN: drain = '0s' } = environmentOf(container, documents);
    const seconds = Number(/^(\d+)s$/.exec(drain)?.[1]);
    const waitSeconds = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const longest = waitSeconds + seconds + facts.shutdownMs / 1_000;
    return pod.terminationGracePeriodSeconds >= longest
      ? []
      : [`${nameOf(workload)}: may be killed after ${pod.terminationGracePeriodSeconds} s; it may need ${longest} s`];
  });
}

/** A limit that lies below what the settings allow is met in the midst of the work, and ends all of it. */
function memoryFaults(service, documents, { memoryBytes, variables }) {
  const deployment = find(documents, 'Deployment', service);
  if (deployment === undefined) return [];
  return deployment.spec.template.spec.containers.flatMap((container) => {
    const environment = environmentOf(container, documents);
    const read = (key) => Number(environment[variables[service][key].name] ?? variables[service][key].fallback);
    const wantedMib = memoryBytes[service](read) / 2 ** 20;
    const limitMib = mebibytes(container.resources?.limits?.memory);
    return limitMib >= wantedMib
      ? []
      : [`Deployment ${service}: may take ${wantedMib} MiB, and its limit is ${limitMib}`];
  });
}

function mebibytes(quantity = '') {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
}

function wholeFaults(service, documents) {
  return ['Deployment', 'Service', 'ServiceAccount', 'PodDisruptionBudget']
    .filter((kind) => find(documents, kind, service) === undefined)
    .map((kind) => `there is no ${kind} ${service}`);
}
