import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kubernetesFaults } from './kubernetes-schema.mjs';

const deployment = (change = {}, container = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { 'a.b/c': 'd' } },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: {
        containers: [
          {
            name: 'web',
            image: 'web',
            livenessProbe: { httpGet: { path: '/', port: 'http' } },
            resources: { limits: { memory: '1Gi' } },
            ...container,
          },
        ],
      },
    },
    ...change,
  },
});

const sound = [
  deployment(),
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: { any: 'thing' } },
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: 's' },
    spec: { selector: {}, endpoints: [{ port: 'http' }] },
  },
];
for (const document of sound) {
  test(`is fine: a ${document.kind}`, async () => assert.deepEqual(await kubernetesFaults([document]), []));
}

const planted = [
  ['a misspelt member', deployment({}, { imagePullPolice: 'Always' }), /containers\/0\/imagePullPolice is unknown/],
  ['a misspelt member at the top', { ...deployment(), metadate: {} }, /metadate is unknown/],
  [
    'a misspelt member of a probe',
    deployment({}, { readinessProbe: { httpGet: { path: '/', port: 1, pth: '/' } } }),
    /pth/,
  ],
  ['a missing member', deployment({ selector: undefined }), /must have required property selector/],
  ['text in the place of a number', deployment({ replicas: 'two' }), /replicas must be integer/],
  ['a quantity that is none', deployment({}, { resources: { limits: { memory: '1Gx' } } }), /memory must match format/],
  [
    'a label that is a number',
    { ...deployment(), metadata: { name: 'x', labels: { a: 1 } } },
    /labels\/a must be string/,
  ],
  ['a kind that does not exist', { ...deployment(), kind: 'Deploymnt' }, /has no kind Deploymnt/],
  ['a version that does not exist', { ...deployment(), apiVersion: 'apps/v9' }, /apps\/v9 has no kind/],
];
for (const [name, document, message] of planted) {
  test(`is found: ${name}`, async () => assert.match((await kubernetesFaults([document])).join('\n'), message));
}
