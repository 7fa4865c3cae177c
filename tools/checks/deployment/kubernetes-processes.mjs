/** The containers of rendered manifests as processes with their environment, probes and ports. */
import { containersOf } from './manifests.mjs';

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'Job']);

export const workloadsOf = (documents) => documents.filter(({ kind }) => WORKLOADS.has(kind));
export const nameOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;
export const find = (documents, kind, name) =>
  documents.find((document) => document.kind === kind && document.metadata.name === name);

const isProduct = ({ image }) => /^(.*\/)?spanwise[:@]/.test(image);

/**
 * The product's own containers.
 * @param {object[]} documents with the secrets @param {Record<string, string>} imageEnvironment
 * @returns {import('./processes.mjs').Process[]}
 */
export function productProcesses(documents, imageEnvironment) {
  return workloadsOf(documents).flatMap((workload) =>
    containersOf(workload.spec.template.spec)
      .filter(isProduct)
      .map((container) => ({
        where: `${nameOf(workload)}, container ${container.name}`,
        args: container.args ?? [],
        environment: { ...imageEnvironment, ...environmentOf(container, documents) },
        probes: ['startup', 'liveness', 'readiness'].flatMap((kind) => probeOf(container, kind)),
      })),
  );
}

/** What is referred to and does not exist is left out here: `referenceFaults` names it. */
export function environmentOf({ envFrom = [], env = [] }, documents) {
  const environment = {};
  for (const { configMapRef, secretRef } of envFrom) {
    if (configMapRef !== undefined) Object.assign(environment, find(documents, 'ConfigMap', configMapRef.name)?.data);
    if (secretRef !== undefined) Object.assign(environment, find(documents, 'Secret', secretRef.name)?.stringData);
  }
  for (const { name, value } of env) environment[name] = value ?? '';
  return environment;
}

function probeOf(container, kind) {
  const get = container[`${kind}Probe`]?.httpGet;
  if (get === undefined) return [];
  return [{ kind, path: get.path, port: portNumber(container, get.port) }];
}

/** Number of a port of a container that is given by name or number. */
export const portNumber = ({ ports = [] }, port) =>
  typeof port === 'number' ? port : ports.find(({ name }) => name === port)?.containerPort;

export function selects(selector, labels = {}) {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator === 'In') return values.includes(labels[key]);
      if (operator === 'NotIn') return !values.includes(labels[key]);
      return operator === 'Exists' ? key in labels : !(key in labels);
    })
  );
}

export const podLabels = (workload) => workload.spec.template.metadata?.labels;
