/** Every name in a manifest leads to something: selectors, ports, config maps, secrets, accounts, volumes, targets. */
import { find, nameOf, podLabels, portNumber, selects, workloadsOf } from './kubernetes-processes.mjs';
import { containersOf } from './manifests.mjs';

/**
 * @param {object[]} documents with the secrets that the operator makes
 * @param {{ paths: string[], clientPaths: string[] }} facts paths of every process's own, and those that clients use
 * @returns {string[]}
 */
export function referenceFaults(documents, { paths: servedPaths, clientPaths }) {
  return [
    ...workloadsOf(documents).flatMap((workload) => workloadFaults(workload, documents)),
    ...documents.flatMap((document) => {
      if (document.kind === 'Service') return serviceFaults(document, documents);
      if (document.kind === 'PodDisruptionBudget') return budgetFaults(document, documents);
      if (document.kind === 'HorizontalPodAutoscaler') return scalerFaults(document, documents);
      if (document.kind === 'Ingress')
        return [...ingressFaults(document, documents), ...routedFaults(document, servedPaths, clientPaths)];
      if (document.kind === 'ServiceMonitor') return monitorFaults(document, documents, servedPaths);
      return [];
    }),
  ];
}

function workloadFaults(workload, documents) {
  const pod = workload.spec.template.spec;
  const where = nameOf(workload);
  const faults = [];
  const need = (kind, name) => {
    if (find(documents, kind, name) === undefined) faults.push(`${where}: there is no ${kind} ${name}`);
  };
  need('ServiceAccount', pod.serviceAccountName);
  if (workload.kind === 'StatefulSet') need('Service', workload.spec.serviceName);
  if (workload.spec.selector !== undefined && !selects(workload.spec.selector, podLabels(workload)))
    faults.push(`${where}: its selector does not select its own pods`);
  for (const { configMap, secret, persistentVolumeClaim } of pod.volumes ?? []) {
    if (configMap !== undefined) need('ConfigMap', configMap.name);
    if (secret !== undefined) need('Secret', secret.secretName);
    if (persistentVolumeClaim !== undefined) need('PersistentVolumeClaim', persistentVolumeClaim.claimName);
  }
  const volumes = [
    ...(pod.volumes ?? []).map(({ name }) => name),
    ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name),
  ];
  for (const container of containersOf(pod)) {
    for (const { configMapRef, secretRef } of container.envFrom ?? []) {
      if (configMapRef !== undefined) need('ConfigMap', configMapRef.name);
      if (secretRef !== undefined) need('Secret', secretRef.name);
    }
    for (const { name } of container.volumeMounts ?? [])
      if (!volumes.includes(name)) faults.push(`${where}: there is no volume ${name} to mount`);
    for (const kind of ['startup', 'liveness', 'readiness']) {
      const port = container[`${kind}Probe`]?.httpGet?.port;
      if (
        port !== undefined &&
        !(container.ports ?? []).some((each) => each.name === port || each.containerPort === port)
      )
        faults.push(`${where}: the ${kind} probe asks a port ${port} that container ${container.name} does not open`);
    }
  }
  return faults;
}

function serviceFaults(service, documents) {
  const where = nameOf(service);
  const behind = workloadsOf(documents).filter((workload) =>
    selects({ matchLabels: service.spec.selector }, podLabels(workload)),
  );
  if (behind.length !== 1) return [`${where}: selects ${behind.length} workloads; it must select one`];
  const containers = behind[0].spec.template.spec.containers;
  return service.spec.ports.flatMap(({ port, targetPort }) => {
    const opened = containers.map((container) => portNumber(container, targetPort ?? port)).find(Boolean);
    if (opened === undefined)
      return [`${where}: leads to a port ${targetPort} that ${nameOf(behind[0])} does not open`];
    return opened === port ? [] : [`${where}: offers port ${port} for ${opened}; they must be one number`];
  });
}

function budgetFaults(budget, documents) {
  const chosen = workloadsOf(documents).filter((workload) => selects(budget.spec.selector, podLabels(workload)));
  return chosen.length === 1 ? [] : [`${nameOf(budget)}: selects ${chosen.length} workloads; it must select one`];
}

function scalerFaults(scaler, documents) {
  const { kind, name } = scaler.spec.scaleTargetRef;
  const target = find(documents, kind, name);
  if (target === undefined) return [`${nameOf(scaler)}: there is no ${kind} ${name}`];
  return target.spec.replicas === undefined ? [] : [`${nameOf(scaler)}: ${nameOf(target)} sets its replicas too`];
}

function ingressFaults(ingress, documents) {
  const where = nameOf(ingress);
  const backends = (ingress.spec.rules ?? []).flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  const faults = backends.flatMap(({ name, port }) => {
    const ports = find(documents, 'Service', name)?.spec.ports;
    if (ports === undefined) return [`${where}: there is no Service ${name}`];
    return ports.some((each) => each.name === port.name || each.port === port.number)
      ? []
      : [`${where}: Service ${name} has no port ${port.name ?? port.number}`];
  });
  for (const { secretName } of ingress.spec.tls ?? [])
    if (find(documents, 'Secret', secretName) === undefined) faults.push(`${where}: there is no Secret ${secretName}`);
  return faults;
}

/** An Ingress lets in what clients use, and neither metrics nor the probes of a process. */
function routedFaults(ingress, ownPaths, clientPaths) {
  const where = nameOf(ingress);
  const rules = (ingress.spec.rules ?? []).flatMap(({ http }) => http.paths);
  const isRouted = (path) =>
    rules.some(({ path: rule, pathType }) => {
      const prefix = rule.replace(/\/$/, '');
      return pathType === 'Exact' ? path === rule : path === prefix || path.startsWith(`${prefix}/`);
    });
  return [
    ...ownPaths.filter(isRouted).map((path) => `${where}: lets clients in at ${path}`),
    ...(ingress.spec.defaultBackend === undefined ? [] : [`${where}: lets clients in everywhere`]),
    ...clientPaths.filter((path) => !isRouted(path)).map((path) => `${where}: does not lead to ${path}`),
  ];
}

function monitorFaults(monitor, documents, servedPaths) {
  const where = nameOf(monitor);
  const services = documents.filter(
    ({ kind, metadata }) => kind === 'Service' && selects(monitor.spec.selector, metadata.labels),
  );
  if (services.length === 0) return [`${where}: selects no Service`];
  return monitor.spec.endpoints.flatMap(({ port, path }) => [
    ...services
      .filter(({ spec }) => !spec.ports.some(({ name }) => name === port))
      .map((service) => `${where}: ${nameOf(service)} has no port ${port}`),
    ...(servedPaths.includes(path) ? [] : [`${where}: no process serves ${path}`]),
  ]);
}
