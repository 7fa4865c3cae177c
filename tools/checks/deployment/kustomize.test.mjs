import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from '../../launcher/paths.mjs';
import { renderKustomization, yamlDocuments } from './kustomize.mjs';

const render = (files) =>
  renderKustomization('over', (path) => {
    if (files[path] === undefined) throw new Error(`${path}: no such file`);
    return files[path];
  });

const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers: [{ name: web, image: web, args: [a] }]
`;
const base = { 'base/kustomization.yaml': 'resources: [web.yaml]', 'base/web.yaml': deployment };
const over = (text) => render({ ...base, 'over/kustomization.yaml': `resources: [../base]\n${text}` });

test('a base is taken as it is', () => assert.equal(over('')[0].metadata.name, 'web'));

test('namespace, labels and image', () => {
  const [web] = over(
    'namespace: n\nlabels: [{ pairs: { a: b }, includeTemplates: true }]\nimages: [{ name: web, newTag: "2" }]',
  );
  assert.equal(web.metadata.namespace, 'n');
  assert.deepEqual(web.spec.template.metadata.labels, { a: 'b' });
  assert.equal(web.spec.template.spec.containers[0].image, 'web:2');
});

test('a JSON patch adds, replaces, removes and appends', () => {
  const [web] = over(`patches:
  - target: { kind: Deployment, name: web|other }
    patch: |-
      - { op: add, path: /spec/template/spec/containers/0/args/-, value: b }
      - { op: replace, path: /spec/template/spec/containers/0/name, value: c }
      - { op: add, path: /metadata/annotations, value: { x/y: "1" } }
      - { op: remove, path: /metadata/annotations/x~1y }`);
  assert.deepEqual(web.spec.template.spec.containers[0], { name: 'c', image: 'web', args: ['a', 'b'] });
  assert.deepEqual(web.metadata.annotations, {});
});

test('a config map of literals is merged with a patch', () => {
  const [, map] = over(`generatorOptions: { disableNameSuffixHash: true }
configMapGenerator: [{ name: m, literals: [A=1=2, B=3] }]
patches: [{ patch: '{ apiVersion: v1, kind: ConfigMap, metadata: { name: m }, data: { B: "4" } }' }]`);
  assert.deepEqual(map.data, { A: '1=2', B: '4' });
});

const faults = [
  ['a member that the check does not know', 'secretGenerators: []', /secretGenerators/],
  ['a missing file', 'components: [../nowhere]', /nowhere/],
  ['a patch of nothing', 'patches: [{ target: { kind: Job }, patch: "[]" }]', /no Job/],
  [
    'a patch of a missing member',
    'patches: [{ target: { kind: Deployment }, patch: "[{ op: replace, path: /spec/x, value: 1 }]" }]',
    /spec\/x/,
  ],
  ['names with a suffix', 'configMapGenerator: [{ name: m }]', /suffix/],
];
for (const [name, text, message] of faults) {
  test(`is refused: ${name}`, () => assert.throws(() => over(text), message));
}

test('is refused: a resource that comes twice', () =>
  assert.throws(() => over('components: [../base]'), /Deployment web comes twice/));

const kubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;
const byId = (documents) =>
  documents.sort((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`));

for (const overlay of ['development', 'production']) {
  // The renderer's own reference: it says nothing where no kubectl is installed.
  test(`the ${overlay} overlay is what kubectl makes of it`, { skip: !kubectl && 'no kubectl here' }, () => {
    const folder = `k8s/overlays/${overlay}`;
    const { stdout } = spawnSync('kubectl', ['kustomize', inRoot(folder)], { encoding: 'utf8' });
    const own = renderKustomization(folder, (path) => readFileSync(inRoot(path), 'utf8'));
    assert.deepEqual(byId(own), byId(yamlDocuments(stdout, 'kubectl')));
  });
}
