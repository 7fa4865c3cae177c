import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PermissionCatalog, RoleBindingView, RoleView } from '@spanwise/contracts/iam/roles';
import type { Decision } from '@spanwise/contracts/authz/decisions';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let worker: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  worker = await access.newPerson('worker', admin.token);
});
afterAll(() => access.stop());

const roleId = (key: string) => BUILTIN_ROLES.find((role) => role.key === key)!.id;
const create = (body: object, token = admin.token) => access.call<RoleView>('POST /roles', { token, body });
const give = (roleIds: string[]) =>
  access.call(`POST /orgs/${admin.org_id}/members`, {
    token: admin.token,
    body: { user_id: worker.user_id, role_ids: roleIds },
  });
const permissionsOf = async (person: Person) =>
  (await access.call<{ permissions: string[] }>('GET /iam/capabilities', { token: person.token })).body.permissions;

describe('roles', () => {
  it('are the built-in ones of an organization and its own, with their use', async () => {
    const { body } = await access.call<RoleView[]>('GET /roles', { token: admin.token });
    expect(body.map((role) => role.key)).toEqual(['owner', 'admin', 'editor', 'viewer', 'ingest', 'rum_client']);
    expect(body.find((role) => role.key === 'viewer')).toMatchObject({
      builtin: true,
      role_type: 'organization',
      usage: { memberships: 1, api_tokens: 0, total: 1 },
    });
  });

  it('of one’s own act at once when they are given, changed and taken away', async () => {
    const content = { key: 'On_Call', name: 'On call', description: 'Nights', permissions: ['alerts.read'] };
    const { status, body: role } = await create(content);
    expect([status, role.key, role.permissions, role.builtin]).toEqual([200, 'on_call', ['alerts.read'], false]);
    expect((await give([role.id])).status).toBe(204);
    expect(await permissionsOf(worker)).toEqual(['alerts.read']);
    const change = { permissions: ['alerts.silence', 'alerts.read', 'alerts.read'] };
    await access.call(`PATCH /roles/${role.id}`, { token: admin.token, body: change });
    expect(await permissionsOf(worker)).toEqual(['alerts.read', 'alerts.silence']);
    const inUse = await access.call(`DELETE /roles/${role.id}`, { token: admin.token });
    expect([inUse.status, inUse.body.message]).toEqual([409, expect.stringContaining('1 members')]);
    await give([roleId('viewer')]);
    expect((await access.call(`DELETE /roles/${role.id}`, { token: admin.token })).body).toEqual({ deleted: true });
    expect((await access.call(`DELETE /roles/${role.id}`, { token: admin.token })).status).toBe(404);
    expect((await give([role.id])).status).toBe(400);
    expect(await access.audited(admin.org_id)).toEqual(
      expect.arrayContaining(['role.create', 'role.update', 'role.delete']),
    );
  });

  it.each<[string, object, number]>([
    ['the key of a built-in one', { key: 'owner' }, 409],
    ['a permission of the platform', { permissions: ['sys.settings.manage'] }, 400],
    ['an unknown permission', { permissions: ['everything'] }, 400],
    ['a key with a space', { key: 'on call' }, 400],
    ['an organization', { organization_id: 'x' }, 400],
    ['a scope', { scope: 'system' }, 400],
    ['being built in', { builtin: true }, 400],
  ])('with %s are refused', async (_, change, status) => {
    const content = { key: 'fresh', name: 'Fresh', description: '', permissions: ['alerts.read'], ...change };
    expect((await create(content)).status).toBe(status);
  });

  it('that are built in cannot be changed', async () => {
    const path = `/roles/${roleId('viewer')}`;
    const body = { permissions: ['org.members.manage'] };
    expect((await access.call(`PATCH ${path}`, { token: admin.token, body })).status).toBe(403);
    expect((await access.call(`DELETE ${path}`, { token: admin.token })).status).toBe(403);
  });

  it('cannot be created, changed or granted by a user who lacks their permissions', async () => {
    const { body: maker } = await create({
      key: 'maker',
      name: 'Maker',
      description: '',
      permissions: ['iam.roles.read', 'iam.roles.manage', 'api_tokens.manage', 'iam.policies.manage'],
    });
    const { body: strong } = await create({
      key: 'strong',
      name: 'Strong',
      description: '',
      permissions: ['org.members.manage'],
    });
    await give([maker.id]);
    const content = { key: 'more', name: 'More', description: '', permissions: ['org.members.manage'] };
    const as = { token: worker.token };
    const binding = {
      role_id: strong.id,
      principal_type: 'user',
      principal_id: worker.user_id,
      resource_type: 'stream',
      resource_id: 's',
    };
    const results = [
      await create(content, worker.token),
      await access.call(`PATCH /roles/${maker.id}`, { ...as, body: { permissions: ['org.members.manage'] } }),
      await access.call(`PATCH /roles/${strong.id}`, { ...as, body: { permissions: [] } }),
      await access.call(`DELETE /roles/${strong.id}`, as),
      await access.call('POST /auth/tokens', { ...as, body: { name: 't', role_id: strong.id } }),
      await access.call('POST /iam/role-bindings', { ...as, body: binding }),
    ];
    expect(results.map((result) => result.status)).toEqual([403, 403, 403, 403, 403, 403]);
    await give([roleId('viewer')]);
  });
});

describe('the permission catalogue', () => {
  it('names every permission and bundle, to those who manage roles', async () => {
    const { body } = await access.call<PermissionCatalog>('GET /iam/permissions', { token: admin.token });
    expect(body.permissions).toHaveLength(64);
    expect(body.permissions.find((permission) => permission.key === 'org.members.read')).toEqual({
      key: 'org.members.read',
      scope: 'organization',
      domain: 'iam',
      label_key: 'permissions.org_members_read',
      description_key: 'permissions_hint.org_members_read',
      builtin_roles: ['owner', 'admin'],
    });
    expect(body.bundles.map((bundle) => bundle.key)).toContain('data_analyst');
    const known = new Set(body.permissions.map((permission) => permission.key));
    expect(body.bundles.flatMap((bundle) => bundle.permissions).filter((key) => !known.has(key))).toEqual([]);
    expect((await access.call('GET /iam/permissions', { token: worker.token })).status).toBe(403);
  });
});

describe('decisions', () => {
  const decide = async (requests: object[], token = worker.token) =>
    (await access.call<{ decisions: Decision[] }>('POST /iam/evaluate-batch', { token, body: { requests } })).body
      .decisions;

  it('follow the roles, and a role on one resource while it is valid', async () => {
    const target = { resource_type: 'dashboard', resource_id: 'd1' };
    const edit = { permission: 'dashboards.edit', target, attributes: { environment: 'test' } };
    expect((await decide([{ permission: 'streams.query' }, edit])).map((decision) => decision.reason)).toEqual([
      'role_permission',
      'default_deny',
    ]);
    const bound = await access.call<{ value: RoleBindingView; version: number }>('POST /iam/role-bindings', {
      token: admin.token,
      body: {
        role_id: roleId('editor'),
        principal_type: 'user',
        principal_id: worker.user_id,
        ...target,
        conditions: { environment: ['test', 'stage'] },
        expires_at_micros: (Date.now() + 60_000) * 1_000,
      },
    });
    expect(bound.status).toBe(201);
    const [allowed, mismatch] = await decide([edit, { ...edit, attributes: { environment: 'production' } }]);
    expect(allowed).toMatchObject({
      allowed: true,
      reason: 'resource_role_binding',
      matched_binding_ids: [bound.body.value.id],
      policy_version: bound.body.version,
    });
    expect(mismatch).toMatchObject({ allowed: false, reason: 'condition_mismatch' });
    const { body: listed } = await access.call<RoleBindingView[]>('GET /iam/role-bindings', { token: admin.token });
    expect(listed.map((one) => one.id)).toEqual([bound.body.value.id]);
    await access.call(`DELETE /iam/role-bindings/${bound.body.value.id}`, { token: admin.token });
    expect((await decide([edit]))[0]!.reason).toBe('default_deny');
  });

  it.each<[string, object]>([
    ['an unknown permission', { requests: [{ permission: 'everything' }] }],
    ['none', { requests: [] }],
    ['too many', { requests: Array.from({ length: 101 }, () => ({ permission: 'streams.query' })) }],
    ['an unknown attribute', { requests: [{ permission: 'streams.query', attributes: { role: 'owner' } }] }],
    ['permissions of their own', { requests: [{ permission: 'alerts.manage' }], permissions: ['alerts.manage'] }],
    [
      'an unknown resource type',
      { requests: [{ permission: 'streams.query', target: { resource_type: 'x', resource_id: 'y' } }] },
    ],
  ])('about %s are refused', async (_, body) => {
    expect((await access.call('POST /iam/evaluate-batch', { token: worker.token, body })).status).toBe(400);
  });
});
