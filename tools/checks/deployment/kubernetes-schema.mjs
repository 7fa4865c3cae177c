/**
 * Documents against the schemas of Kubernetes (`kubernetes-models`: validators compiled from its OpenAPI description) and
 * of the Prometheus Operator. Those validators let unknown members pass; here a member that the validator never looks at
 * is unknown, because it visits every member that its schema declares.
 */

const CUSTOM = { 'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1' };

/** @param {object[]} documents @returns {Promise<string[]>} one sentence for each fault */
export async function kubernetesFaults(documents) {
  const faults = [];
  for (const document of documents) faults.push(...(await faultsOf(document)));
  return faults;
}

async function faultsOf(document) {
  const id = `${document.kind} ${document.metadata?.name}`;
  const Model = await modelOf(document);
  if (Model === undefined) return [`${id}: ${document.apiVersion} has no kind ${document.kind}`];
  const model = new Model(document);
  const visited = new Set();
  try {
    model.validate.call(visiting(model, '', visited));
  } catch (error) {
    return [`${id}: ${error.message}`];
  }
  return paths(document, '')
    .filter((path) => !visited.has(path))
    .map((path) => `${id}: ${path} is unknown`);
}

async function modelOf({ apiVersion, kind }) {
  const module = await import(CUSTOM[apiVersion] ?? `kubernetes-models/${apiVersion}`).catch(() => ({}));
  return module[kind];
}

function visiting(value, path, visited) {
  if (value === null || typeof value !== 'object') return value;
  return new Proxy(value, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof name !== 'string' || !Object.hasOwn(target, name)) return member;
      visited.add(`${path}/${name}`);
      return visiting(member, `${path}/${name}`, visited);
    },
  });
}

/** Paths of all members at any depth. */
function paths(value, path) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => [`${path}/${name}`, ...paths(member, `${path}/${name}`)]);
}
