/** The Kubernetes documents of an overlay, read from their files. A spec compares them with those of `kubectl kustomize`. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { inRoot } from '../../launcher/paths.mjs';

const read = (path) => readFileSync(inRoot(path), 'utf8');

/** @returns {object[]} the documents of a YAML text; a fault of syntax or a repeated key throws */
export function yamlDocuments(text, file) {
  return parseAllDocuments(text, { merge: true })
    .filter((document) => document.contents !== null)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0].message}`);
      return document.toJS();
    });
}

/** Every container of a pod template. */
export const containersOf = ({ initContainers = [], containers = [] }) => [...initContainers, ...containers];

/** @param {'development' | 'production'} overlay @returns {object[]} */
export const overlayDocuments = (overlay) => documentsOf(`k8s/overlays/${overlay}`);

function documentsOf(folder) {
  const [own] = yamlDocuments(read(`${folder}/kustomization.yaml`), folder);
  const documents = [...(own.resources ?? []), ...(own.components ?? [])].flatMap((name) => {
    const path = posix.join(folder, name);
    return path.endsWith('.yaml') ? yamlDocuments(read(path), path) : documentsOf(path);
  });
  documents.push(...(own.configMapGenerator ?? []).map((generator) => configMap(generator, folder)));
  for (const patch of own.patches ?? []) applyPatch(documents, patch, folder);
  for (const document of documents) transform(document, own);
  return documents;
}

const configMap = ({ name, literals = [], files = [] }, folder) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: Object.fromEntries([
    ...literals.map((literal) => /^([^=]+)=(.*)$/.exec(literal).slice(1)),
    ...files.map((file) => [file, read(posix.join(folder, file))]),
  ]),
});

/** Additions to documents of a kind, or members of a config map: the overlays use no other patches. */
function applyPatch(documents, { path, patch, target }, folder) {
  for (const part of yamlDocuments(patch ?? read(posix.join(folder, path)), path)) {
    const { kind, name = '.*' } = target ?? { kind: part.kind, name: part.metadata.name };
    const chosen = documents.filter((one) => one.kind === kind && new RegExp(`^(${name})$`).test(one.metadata.name));
    if (chosen.length === 0) throw new Error(`${folder}: there is no ${kind} ${name} to patch`);
    for (const document of chosen)
      if (Array.isArray(part)) part.forEach((operation) => add(document, operation));
      else Object.assign(document.data, part.data);
  }
}

function add(document, { op, path, value }) {
  if (op !== 'add') throw new Error(`${path}: only \`add\` is read here, not ${op}`);
  const names = path.split('/').slice(1);
  const last = names.pop();
  const parent = names.reduce((node, name) => node[name], document);
  parent[last === '-' ? parent.length : last] = structuredClone(value);
}

function transform(document, { namespace, labels = [], images = [] }) {
  if (namespace !== undefined && document.kind !== 'Namespace') document.metadata.namespace = namespace;
  const { template } = document.spec ?? {};
  for (const { pairs } of labels)
    for (const { metadata } of [document, ...(template === undefined ? [] : [template])])
      metadata.labels = { ...metadata.labels, ...pairs };
  for (const container of containersOf(template?.spec ?? {}))
    for (const { name, newTag } of images) if (container.image === name) container.image = `${name}:${newTag}`;
}
