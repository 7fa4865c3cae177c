/**
 * Renders a kustomization as `kubectl kustomize` does, as far as `k8s/` uses it: resources, components, patches (JSON 6902,
 * and merges of maps), images, labels, namespace, config maps without a suffix. Anything else is refused with a sentence.
 * A test compares the result with kubectl's where there is one.
 */
import { posix } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { applyJsonPatch } from './json-patch.mjs';

const FILE = 'kustomization.yaml';
const MEMBERS = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'labels',
  'generatorOptions',
  'configMapGenerator',
  'patches',
  'images',
]);
const CLUSTER_SCOPED = new Set(['Namespace']);

/**
 * @param {string} folder of the kustomization, relative to the root, with `/`
 * @param {(path: string) => string} read text of a file; throws when there is none
 * @returns {object[]} the documents
 */
export function renderKustomization(folder, read) {
  return accumulate(folder, read, []);
}

/** @returns {object[]} the documents of a YAML text; a fault of syntax or a repeated key throws */
export function yamlDocuments(text, file) {
  return parseAllDocuments(text, { merge: true })
    .filter((document) => document.contents !== null)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0].message}`);
      return document.toJS();
    });
}

function accumulate(folder, read, inherited) {
  const file = posix.join(folder, FILE);
  const [own] = yamlDocuments(read(file), file);
  const unknown = Object.keys(own).filter((name) => !MEMBERS.has(name));
  if (unknown.length > 0) throw new Error(`${file}: ${unknown.join(', ')} is not supported by the check`);
  const documents = [...inherited];
  for (const resource of own.resources ?? []) {
    const path = posix.join(folder, resource);
    if (/\.ya?ml$/.test(path)) documents.push(...yamlDocuments(read(path), path));
    else documents.push(...accumulate(path, read, []));
  }
  for (const generated of configMaps(own, folder, read)) documents.push(generated);
  const all = (own.components ?? []).reduce(
    (known, component) => accumulate(posix.join(folder, component), read, known),
    documents,
  );
  refuseTwins(all, file);
  for (const patch of own.patches ?? []) applyPatch(all, patch, folder, read);
  for (const document of all) {
    if (own.namespace !== undefined && !CLUSTER_SCOPED.has(document.kind))
      document.metadata = { ...document.metadata, namespace: own.namespace };
    for (const labels of own.labels ?? []) addLabels(document, labels);
    for (const image of own.images ?? []) setImages(document, image);
  }
  return all;
}

function refuseTwins(documents, file) {
  const seen = new Set();
  for (const document of documents) {
    const id = `${document.kind} ${document.metadata?.name}`;
    if (seen.has(id)) throw new Error(`${file}: ${id} comes twice`);
    seen.add(id);
  }
}

function configMaps(own, folder, read) {
  const generators = own.configMapGenerator ?? [];
  if (generators.length > 0 && own.generatorOptions?.disableNameSuffixHash !== true)
    throw new Error(`${folder}: names with a suffix are not supported by the check`);
  return generators.map(({ name, literals = [], files = [] }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: Object.fromEntries([
      ...literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
      ...files.map((path) => [posix.basename(path), read(posix.join(folder, path))]),
    ]),
  }));
}

function applyPatch(documents, { path, patch, target }, folder, read) {
  const where = path === undefined ? `${folder}: a patch` : posix.join(folder, path);
  const parts = yamlDocuments(path === undefined ? patch : read(where), where);
  for (const part of parts) {
    const selector = target ?? { kind: `${part.kind}`, name: `${part.metadata?.name}` };
    const unknown = Object.keys(selector).filter((name) => name !== 'kind' && name !== 'name');
    if (unknown.length > 0) throw new Error(`${where}: a target by ${unknown.join(', ')} is not supported`);
    const matches = (pattern, text) => pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text);
    const chosen = documents.filter(
      ({ kind, metadata }) => matches(selector.kind, kind) && matches(selector.name, metadata?.name),
    );
    if (chosen.length === 0) throw new Error(`${where}: there is no ${selector.kind} ${selector.name ?? ''} to patch`);
    for (const document of chosen) {
      try {
        if (Array.isArray(part)) applyJsonPatch(document, part);
        else mergeMaps(document, part);
      } catch (error) {
        throw new Error(`${where}: ${error.message}`, { cause: error });
      }
    }
  }
}

function mergeMaps(into, from) {
  for (const [name, value] of Object.entries(from)) {
    if (Array.isArray(value)) throw new Error(`${name}: lists are patched by JSON patches only`);
    if (value === null) delete into[name];
    else if (typeof value === 'object') mergeMaps((into[name] ??= {}), value);
    else into[name] = value;
  }
}

function addLabels(document, { pairs, includeTemplates, includeSelectors }) {
  if (includeSelectors) throw new Error('labels in selectors are not supported by the check');
  const add = (object) => (object.metadata = { ...object.metadata, labels: { ...object.metadata?.labels, ...pairs } });
  add(document);
  if (includeTemplates && document.spec?.template !== undefined) add(document.spec.template);
}

/** Every container of a pod template. */
export const containersOf = ({ initContainers = [], containers = [] }) => [...initContainers, ...containers];

function setImages(document, { name, newName, newTag, digest }) {
  for (const container of containersOf(document.spec?.template?.spec ?? {})) {
    const [imageName, tag] = container.image.split(/:(?=[^/]*$)/);
    if (imageName !== name) continue;
    container.image = `${newName ?? imageName}${digest === undefined ? `:${newTag ?? tag}` : `@${digest}`}`;
  }
}
