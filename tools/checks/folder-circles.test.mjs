import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circlesOf } from './folder-circles.mjs';

const source = (file, imported) => ({ file: `apps/iam/src/${file}`, text: `import { x } from '${imported}';` });
const FORTH = source('users/users.ts', '../teams/team-store.js');

test('is found: two folders import each other', () =>
  assert.equal(circlesOf([FORTH, source('teams/teams.ts', '../users/members.js')]).length, 1));

test('is found: a type is enough, and a folder below counts as its outermost', () => {
  const text = "import type { X } from '../../users/members.js';";
  assert.equal(circlesOf([FORTH, { file: 'apps/iam/src/teams/roles/a.ts', text }]).length, 1);
});

test('is found: in a library', () => {
  const back = { file: 'libs/host/src/b/a.ts', text: "export * from '../a/b.js';" };
  assert.equal(circlesOf([{ file: 'libs/host/src/a/b.ts', text: "await import('../b/a.js');" }, back]).length, 1);
});

test('is found: a circle of three folders, with the imports that close it', () => {
  const [circle, ...more] = circlesOf([
    FORTH,
    source('teams/teams.ts', '../roles/roles.js'),
    source('roles/roles.ts', '../users/members.js'),
  ]);
  assert.match(circle, /users\/users\.ts imports .*teams\/teams\.ts imports .*roles\/roles\.ts imports /);
  assert.deepEqual(more, []);
});

test('is found: groups import each other, by other folders each way', () => {
  const forth = source('access/roles/roles.ts', '../../tenancy/organizations/lock.js');
  const back = source('tenancy/invitations/invitations.ts', '../../access/tokens/tokens.js');
  const faults = circlesOf([forth, back]);
  assert.equal(faults.length, 1);
  assert.match(faults[0], /^apps\/iam\/src\/access > apps\/iam\/src\/tenancy > apps\/iam\/src\/access is a circle: /);
});

test('is found: three groups in a circle', () =>
  assert.equal(
    circlesOf([
      source('access/roles/roles.ts', '../../tenancy/organizations/lock.js'),
      source('tenancy/organizations/a.ts', '../../commerce/quotas/quotas.js'),
      source('commerce/quotas/a.ts', '../../access/roles/roles.js'),
    ]).length,
    1,
  ));

test('is found: folders of one group import each other', () =>
  assert.equal(
    circlesOf([
      source('access/roles/roles.ts', '../teams/teams.js'),
      source('access/teams/teams.ts', '../roles/ownership.js'),
    ]).length,
    1,
  ));

test('is found: two circles of one folder', () =>
  assert.equal(
    circlesOf([
      FORTH,
      source('teams/teams.ts', '../users/members.js'),
      source('users/a.ts', '../roles/a.js'),
      source('roles/b.ts', '../users/b.js'),
    ]).length,
    2,
  ));

test('is fine: one folder imports another', () => assert.deepEqual(circlesOf([FORTH, FORTH]), []));

test('is fine: one group imports another, whatever folders of it', () =>
  assert.deepEqual(
    circlesOf([
      source('tenancy/organizations/a.ts', '../../access/roles/a.js'),
      source('tenancy/invitations/a.ts', '../../access/tokens/a.js'),
      source('access/roles/a.ts', '../tokens/b.js'),
    ]),
    [],
  ));

test('is fine: what puts the parts together imports them', () =>
  assert.deepEqual(
    circlesOf([FORTH, source('iam.module.ts', './users/users.js'), source('teams/a.ts', '../clock.js')]),
    [],
  ));

test('is fine: folders of the same name in two services', () =>
  assert.deepEqual(circlesOf([FORTH, { file: 'apps/apm/src/teams/a.ts', text: "import '../users/b.js';" }]), []));
