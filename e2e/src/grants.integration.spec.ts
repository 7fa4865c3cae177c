/** What is given on single resources: to teams, by relationship, and to another organization. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GrantView, RelationshipView, ShareTarget } from '@spanwise/contracts/iam/policies';
import type { RoleBindingView, RoleView, Versioned } from '@spanwise/contracts/iam/roles';
import type { Decision } from '@spanwise/contracts/authz/decisions';
import type { TeamView } from '@spanwise/contracts/iam/teams';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { Access, ADMIN_EMAIL, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let worker: Person;
/** Of the partner: its owner, and a member of it. */
let partner: string;
let guest: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  worker = await access.newPerson('worker', admin.token);
  partner = await access.otherOrganization('partner');
  guest = await access.newPerson('guest', partner);
});
afterAll(() => access.stop());

const editor = BUILTIN_ROLES.find((role) => role.key === 'editor')!.id;
const d1 = { resource_type: 'dashboard', resource_id: 'd1' };
const decide = async (person: Person, target: object = d1): Promise<Decision> => {
  const body = { requests: [{ permission: 'dashboards.edit', target }] };
  const answer = await access.call<{ decisions: Decision[] }>('POST /iam/evaluate-batch', {
    token: person.token,
    body,
  });
  return answer.body.decisions[0]!;
};

describe('a role on a resource', () => {
  it('of a team is its members’, for as long as they are in it and it exists', async () => {
    const members = (ids: string[]) => ({ token: admin.token, body: { name: 'Dashboards', member_ids: ids } });
    const { body: team } = await access.call<TeamView>('POST /teams', members([worker.user_id]));
    const bind = { ...d1, role_id: editor, principal_type: 'team', principal_id: team.id };
    const bound = await access.call<Versioned<RoleBindingView>>('POST /iam/role-bindings', {
      token: admin.token,
      body: bind,
    });
    expect(await decide(worker)).toMatchObject({
      allowed: true,
      reason: 'resource_role_binding',
      matched_binding_ids: [bound.body.value.id],
    });
    await access.call(`PUT /teams/${team.id}`, members([]));
    expect((await decide(worker)).reason).toBe('default_deny');
    await access.call(`PUT /teams/${team.id}`, members([worker.user_id]));
    expect((await decide(worker)).allowed).toBe(true);
    await access.call(`DELETE /teams/${team.id}`, { token: admin.token });
    expect((await decide(worker)).reason).toBe('default_deny');
    expect((await access.call('GET /iam/role-bindings', { token: admin.token })).body).toEqual([]);
  });

  it('of the organization is for all its members', async () => {
    const body = { ...d1, role_id: editor, principal_type: 'organization', principal_id: admin.org_id };
    const { body: bound } = await access.call<Versioned<RoleBindingView>>('POST /iam/role-bindings', {
      token: admin.token,
      body,
    });
    expect((await decide(worker)).allowed).toBe(true);
    expect((await decide(guest)).allowed).toBe(false);
    await access.call(`DELETE /iam/role-bindings/${bound.value.id}`, { token: admin.token });
  });

  it.each<[string, () => object, number]>([
    ['an unknown team', () => ({ principal_type: 'team', principal_id: uuidv7() }), 404],
    ['a user of another organization', () => ({ principal_type: 'user', principal_id: guest.user_id }), 404],
    ['another organization', () => ({ principal_type: 'organization', principal_id: guest.org_id }), 404],
    ['a group, which there is not', () => ({ principal_type: 'group', principal_id: uuidv7() }), 400],
  ])('cannot be given to %s', async (_, principal, status) => {
    const body = { ...d1, role_id: editor, ...principal() };
    expect((await access.call('POST /iam/role-bindings', { token: admin.token, body })).status).toBe(status);
  });
});

describe('a relationship', () => {
  const relate = (body: object, token = admin.token) =>
    access.call<Versioned<RelationshipView>>('POST /iam/relationships', { token, body });

  it('holds on the resource and on what lies in it, until it ends', async () => {
    const folder = { resource_type: 'folder', resource_id: 'f1' };
    const subject = { role_id: editor, subject_type: 'user', subject_id: worker.user_id };
    const { status, body } = await relate({ ...folder, ...subject });
    expect([status, body.value]).toEqual([201, expect.objectContaining({ ...folder, ...subject })]);
    expect(await decide(worker, { ...d1, container_type: 'folder', container_id: 'f1' })).toMatchObject({
      allowed: true,
      reason: 'resource_relationship',
      matched_relationship_ids: [body.value.id],
      policy_version: body.version,
    });
    expect((await decide(worker, { ...d1, container_type: 'folder', container_id: 'f2' })).allowed).toBe(false);
    const { body: roles } = await access.call<RoleView[]>('GET /roles', { token: admin.token });
    expect(roles.find((role) => role.id === editor)?.usage.bindings).toBe(1);
    const line = `/iam/relationships/${body.value.id}`;
    expect((await access.call(`DELETE ${line}`, { token: partner })).status).toBe(404);
    expect((await access.call(`DELETE ${line}`, { token: admin.token })).body).toMatchObject({ deleted: true });
    expect((await access.call('GET /iam/relationships', { token: admin.token })).body).toEqual([]);
    expect(await access.audited(admin.org_id)).toEqual(
      expect.arrayContaining(['iam.relationship.create', 'iam.relationship.delete']),
    );
  });

  it.each<[string, object, number]>([
    ['half a container', { container_type: 'folder' }, 400],
    ['an unknown kind of resource', { resource_type: 'secret' }, 400],
    ['an unknown role', { role_id: uuidv7() }, 400],
    ['a stranger', { subject_id: uuidv7() }, 404],
    ['an organization', { organization_id: uuidv7() }, 400],
  ])('with %s is refused', async (_, change, status) => {
    const body = { ...d1, role_id: editor, subject_type: 'user', subject_id: worker.user_id, ...change };
    expect((await relate(body)).status).toBe(status);
    expect((await access.call('GET /iam/relationships', { token: admin.token })).body).toEqual([]);
  });
});

describe('a grant to another organization', () => {
  const offer = (change: object = {}) => ({
    target_organization_id: guest.org_id,
    grantee_type: 'user',
    grantee_id: guest.user_id,
    resource_type: 'dashboard',
    resource_selector: { ids: ['d1'] },
    permissions: ['dashboards.edit', 'dashboards.read'],
    ...change,
  });
  const give = (body: object, token = admin.token) =>
    access.call<Versioned<GrantView>>('POST /iam/cross-org-grants', { token, body });
  const move = (id: string, how: 'accept' | 'revoke', token: string) =>
    access.call<Versioned<GrantView>>(`POST /iam/cross-org-grants/${id}/${how}`, { token });
  const ours = () => ({ ...d1, organization_id: admin.org_id });

  it('holds from when it is accepted until either side revokes it, and both have it in their logs', async () => {
    expect((await decide(guest, ours())).reason).toBe('tenant_isolation');
    const { status, body } = await give(offer());
    const { id } = body.value;
    expect([status, body.value.status, body.value.organization_name]).toEqual([201, 'pending', 'Default']);
    expect((await decide(guest, ours())).reason).toBe('tenant_isolation');
    const listed = await access.call<GrantView[]>('GET /iam/cross-org-grants', { token: partner });
    expect(listed.body).toEqual([body.value]);
    expect((await move(id, 'accept', admin.token)).status).toBe(409);
    expect((await move(id, 'accept', partner)).body.value.status).toBe('active');
    expect((await move(id, 'accept', partner)).status).toBe(409);
    expect(await decide(guest, ours())).toMatchObject({
      allowed: true,
      reason: 'cross_organization_grant',
      matched_grant_ids: [id],
    });
    expect((await decide(guest, { ...ours(), resource_id: 'd2' })).reason).toBe('tenant_isolation');
    expect((await move(id, 'revoke', partner)).body.value.status).toBe('revoked');
    expect((await decide(guest, ours())).reason).toBe('tenant_isolation');
    expect((await move(id, 'revoke', admin.token)).status).toBe(409);
    for (const [organization, actions] of [
      [admin.org_id, ['iam.cross_org_grant.create', 'iam.cross_org_grant.accept', 'iam.cross_org_grant.revoke']],
      [guest.org_id, ['iam.cross_org_grant.accept', 'iam.cross_org_grant.revoke']],
    ] as const) {
      const audited = (await access.audited(organization)).filter((action) => action.startsWith('iam.cross_org_grant'));
      expect(audited).toEqual(actions);
    }
  });

  it('ends with the grantor’s organization, and with the membership of whom it is for', async () => {
    const temp = await access.newPerson('temp', partner);
    const { body } = await give(offer({ grantee_id: temp.user_id, resource_selector: { all: true } }));
    await move(body.value.id, 'accept', partner);
    expect((await decide(temp, ours())).allowed).toBe(true);
    const disabled = (value: boolean) =>
      access.admin.query('update iam.organizations set disabled = $2 where id = $1', [admin.org_id, value]);
    await disabled(true);
    expect((await decide(temp, ours())).reason).toBe('tenant_isolation');
    await disabled(false);
    expect((await decide(temp, ours())).allowed).toBe(true);
    await access.call(`DELETE /users/${temp.user_id}`, { token: partner });
    const { body: grants } = await access.call<GrantView[]>('GET /iam/cross-org-grants', { token: admin.token });
    expect(grants.find((grant) => grant.id === body.value.id)?.status).toBe('revoked');
  });

  it('is accepted for people of the accepting organization alone, and only before it ends', async () => {
    const foreign = await give(offer({ grantee_id: worker.user_id }));
    expect((await move(foreign.body.value.id, 'accept', partner)).status).toBe(409);
    const past = await give(offer({ expires_at_micros: (Date.now() - 1_000) * 1_000 }));
    expect((await move(past.body.value.id, 'accept', partner)).status).toBe(409);
    const whole = await give(offer({ grantee_type: 'organization', grantee_id: guest.org_id }));
    expect((await move(whole.body.value.id, 'accept', partner)).status).toBe(200);
    expect((await decide(guest, ours())).allowed).toBe(true);
    await move(whole.body.value.id, 'revoke', admin.token);
  });

  it('is of no other: a third organization does not find it, and no answer shows who exists', async () => {
    const { body } = await give(offer({ target_organization_id: uuidv7() }));
    const { body: real } = await give(offer());
    expect(Object.keys(real.value)).toEqual(Object.keys(body.value));
    const third = await access.otherOrganization('third');
    for (const id of [body.value.id, real.value.id, uuidv7()]) {
      for (const how of ['accept', 'revoke'] as const) {
        const answer = await access.call(`POST /iam/cross-org-grants/${id}/${how}`, { token: third });
        expect([answer.status, answer.body.message]).toEqual([404, 'There is no such grant.']);
      }
    }
    expect((await access.call('GET /iam/cross-org-grants', { token: third })).body).toEqual([]);
    const targets = await access.call<ShareTarget[]>('GET /iam/share-targets', { token: admin.token });
    expect(targets.body.map((target) => target.name)).toEqual(['partner', 'third']);
  });

  it.each<[string, () => object, number]>([
    ['to itself', () => ({ target_organization_id: admin.org_id }), 400],
    ['to an organization in the name of another', () => ({ grantee_type: 'organization', grantee_id: uuidv7() }), 400],
    ['of everything and something', () => ({ resource_selector: { ids: ['d1'], all: true } }), 400],
    ['of nothing', () => ({ resource_selector: {} }), 400],
    ['of a permission of the platform', () => ({ permissions: ['sys.settings.manage'] }), 400],
    ['of no permission', () => ({ permissions: [] }), 400],
    ['that ends before it starts', () => ({ starts_at_micros: 2, expires_at_micros: 1 }), 400],
    ['that is active already', () => ({ status: 'active' }), 400],
    ['in the name of another organization', () => ({ organization_id: guest.org_id }), 400],
  ])('%s is refused', async (_, change, status) => {
    const count = async () => (await access.admin.query('select from iam.cross_org_grants')).rowCount;
    const before = await count();
    expect((await give(offer(change()))).status).toBe(status);
    expect(await count()).toBe(before);
  });

  it('of permissions that the grantor lacks is refused', async () => {
    const role = { key: 'grantor', name: 'Grantor', description: '', permissions: ['iam.policies.manage'] };
    const { body } = await access.call<RoleView>('POST /roles', { token: admin.token, body: role });
    const change = { user_id: worker.user_id, role_ids: [body.id] };
    await access.call(`POST /orgs/${admin.org_id}/members`, { token: admin.token, body: change });
    expect((await give(offer(), worker.token)).status).toBe(403);
  });
});

describe('a permission of the platform', () => {
  it.each([
    [
      'a role',
      `insert into iam.roles (id, organization_id, key, name, description, permissions)
       values ($1, $2, 'x', 'x', '', '{streams.read,sys.settings.manage}')`,
    ],
    [
      'a grant',
      `insert into iam.cross_org_grants (id, organization_id, target_organization_id, grantee_type, grantee_id,
                                         resource_type, permissions)
       values ($1, $2, $1, 'organization', $1, 'alert', '{sys.settings.manage}')`,
    ],
  ])('cannot get into %s, past the code either', async (_, statement) => {
    await expect(access.admin.query(statement, [uuidv7(), admin.org_id])).rejects.toThrow(/check constraint/);
  });
});
