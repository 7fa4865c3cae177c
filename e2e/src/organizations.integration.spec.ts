import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgView, SelectedOrg } from '@spanwise/contracts/iam/orgs';
import type { OrgDeletion } from '@spanwise/contracts/iam/organization-deletions';
import { eventually } from '@spanwise/testing/eventually';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;
let viewer: Person;
let system: { token: string; org_id: string };
let acme: OrgView;

const orgs = async (token: string) => (await access.call<OrgView[]>('GET /orgs', { token })).body;
const select = (id: string, token: string) => access.call<SelectedOrg>(`POST /orgs/${id}/select`, { token });
const create = (token: string, body: object) => access.call<OrgView>('POST /orgs', { token, body });

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
  viewer = await access.newPerson('viewer', admin.token);
  const sys = (await orgs(admin.token)).find((org) => org.system)!;
  system = (await select(sys.id, admin.token)).body;
  acme = (await create(system.token, { name: 'Acme', slug: 'acme' })).body;
});
afterAll(() => access.stop());

const claims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, number>;

describe('the scope of the platform (ACCESS-10)', () => {
  it('is entered by its administrator, for an hour, and leaves a record', async () => {
    const { exp, iat, scope } = claims(system.token);
    expect([exp! - iat!, scope]).toEqual([3_600, 'system']);
    expect(await access.audited(system.org_id)).toContain('system_scope.issue');
    const { body } = await access.call('GET /iam/capabilities', { token: system.token });
    expect(body).toMatchObject({ scope: 'system', organization_id: system.org_id, display_role: 'Owner' });
    expect((body.permissions as string[]).every((permission) => permission.startsWith('sys.'))).toBe(true);
  });

  it('is not there for others, and permits nothing of an organization', async () => {
    expect((await select(system.org_id, viewer.token)).status).toBe(404);
    for (const line of ['GET /users', 'GET /auth/tokens', 'GET /roles', 'GET /invitations', 'GET /settings/signup']) {
      expect([line, (await access.call(line, { token: system.token })).status]).toEqual([line, 403]);
    }
  });

  it('ends when administration ends', async () => {
    const { body } = await select(system.org_id, admin.token);
    await access.admin.query('update iam.users set platform_administrator = false where id = $1', [admin.user_id]);
    const refused = await access.call('GET /me', { token: body.token });
    await access.admin.query('update iam.users set platform_administrator = true where id = $1', [admin.user_id]);
    expect(refused.status).toBe(401);
  });
});

describe('organizations', () => {
  it('are made in the scope of the platform alone', async () => {
    expect(acme).toMatchObject({ name: 'Acme', slug: 'acme', system: false, disabled: false });
    expect((await create(admin.token, { name: 'B', slug: 'bb' })).status).toBe(403);
    expect((await create(system.token, { name: 'B', slug: 'acme' })).status).toBe(409);
    expect(await access.audited(acme.id)).toEqual(['organization.create']);
  });

  it.each([
    { name: '_sys', slug: 'mine' },
    { name: 'Mine', slug: '_sys' },
    { name: 'Mine', slug: 'Mine' },
    { name: 'Mine', slug: 'mine--x' },
    { name: ' ', slug: 'mine' },
    { name: 'Mine', slug: 'mine', system: true },
    { name: 'Mine', slug: 'mine', id: '00000000-0000-7000-8000-0000000000ff' },
  ])('like %j are refused', async (body) => {
    expect((await create(system.token, body)).status).toBe(400);
  });

  it('are listed to their members; all of them to the administrator', async () => {
    expect((await orgs(viewer.token)).map((org) => org.slug)).toEqual(['default']);
    expect((await orgs(admin.token)).map((org) => [org.slug, org.display_role])).toEqual([
      ['acme', 'Owner'],
      ['default', 'Owner'],
      ['_sys', 'Owner'],
    ]);
  });

  it('are selected by those who belong there; others cannot distinguish them from none', async () => {
    const own = await select(viewer.org_id, viewer.token);
    expect(own.body).toMatchObject({
      user_id: viewer.user_id,
      org_id: viewer.org_id,
      display_role: 'Viewer',
      system: false,
    });
    expect(own.headers.get('cache-control')).toBe('private, no-store');
    expect((await access.call('GET /me', { token: own.body.token })).status).toBe(200);
    const foreign = await select(acme.id, viewer.token);
    const none = await select('00000000-0000-7000-8000-0000000000ff', viewer.token);
    expect([foreign.status, foreign.body.toString(), none.status]).toEqual([403, none.body.toString(), 403]);
    expect((await select('acme', viewer.token)).status).toBe(404);
  });

  it('keep their people apart', async () => {
    const inAcme = (await select(acme.id, admin.token)).body.token;
    expect((await access.call<unknown[]>('GET /users', { token: inAcme })).body).toEqual([]);
    expect((await access.call(`GET /users/${viewer.user_id}`, { token: inAcme })).status).toBe(404);
    expect((await access.call(`DELETE /users/${viewer.user_id}`, { token: inAcme })).status).toBe(404);
    const body = { user_id: viewer.user_id, role_ids: ['00000000-0000-7000-8000-000000000005'] };
    expect((await access.call(`POST /orgs/${acme.id}/members`, { token: inAcme, body })).status).toBe(404);
  });

  it('that are disabled permit nothing but leaving, at once', async () => {
    const status = (disabled: boolean) =>
      access.call(`PATCH /orgs/${viewer.org_id}/status`, { token: system.token, body: { disabled } });
    expect((await access.call('GET /users', { token: admin.token })).status).toBe(200);
    expect((await status(true)).body).toMatchObject({ disabled: true });
    const refused = await access.call('GET /users', { token: admin.token });
    expect([refused.status, refused.body.message]).toEqual([403, 'This organization is disabled.']);
    const { body } = await access.call('GET /iam/capabilities', { token: viewer.token });
    expect(body.permissions).toEqual([]);
    expect((await orgs(viewer.token))[0]).toMatchObject({ disabled: true });
    expect((await select(viewer.org_id, viewer.token)).status).toBe(403);
    expect((await access.signIn('viewer@example.org')).status).toBe(403);
    expect((await select(acme.id, admin.token)).status).toBe(200);
    await status(false);
    expect((await access.call('GET /users', { token: admin.token })).status).toBe(200);
    expect(await access.audited(viewer.org_id)).toEqual(
      expect.arrayContaining(['organization.disable', 'organization.enable']),
    );
  });

  it('cannot all be disabled, and the platform’s cannot at all', async () => {
    const status = (id: string) =>
      access.call(`PATCH /orgs/${id}/status`, { token: system.token, body: { disabled: true } });
    const both = await Promise.all([status(acme.id), status(viewer.org_id)]);
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 400]);
    expect((await status(system.org_id)).status).toBe(403);
    for (const id of [acme.id, viewer.org_id]) {
      await access.call(`PATCH /orgs/${id}/status`, { token: system.token, body: { disabled: false } });
    }
  });

  it('are renamed; the slug stays', async () => {
    const path = `PATCH /orgs/${acme.id}`;
    expect((await access.call(path, { token: system.token, body: { name: 'Acme 2' } })).body).toMatchObject({
      name: 'Acme 2',
      slug: 'acme',
    });
    expect((await access.call(path, { token: system.token, body: { slug: 'other' } })).status).toBe(400);
  });
});

describe('organizations that are deleted', () => {
  const remove = (id: string, token = system.token) => access.call(`DELETE /orgs/${id}`, { token });
  /** As if the order was given some minutes ago, so that iam can be done with its part. */
  const ended = async (id: string) => {
    await access.admin.query(
      "update iam.organization_deletions set requested_at = now() - interval '5 minutes' where id = $1",
      [id],
    );
    await eventually(async () => {
      const { body } = await access.call<OrgDeletion>(`GET /orgs/${id}/deletion`, { token: system.token });
      expect(body.services.find(({ service }) => service === 'iam')?.finished_at_micros).toBeDefined();
    });
  };

  it('are never the last enabled one', async () => {
    const status = (disabled: boolean) =>
      access.call(`PATCH /orgs/${acme.id}/status`, { token: system.token, body: { disabled } });
    await status(true);
    const refused = await remove(viewer.org_id);
    expect([refused.status, refused.body.message]).toEqual([400, 'The last enabled organization cannot be deleted.']);
    expect((await orgs(viewer.token)).map((org) => org.slug)).toEqual(['default']);
    await status(false);
  });

  it('of two at once, one stays', async () => {
    const one = (await create(system.token, { name: 'One', slug: 'one' })).body;
    const others = [acme.id, viewer.org_id];
    for (const id of others)
      await access.admin.query('update iam.organizations set disabled = true where id = $1', [id]);
    const two = (await create(system.token, { name: 'Two', slug: 'two' })).body;
    const statuses = (await Promise.all([remove(one.id), remove(two.id)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 400]);
    for (const id of others)
      await access.admin.query('update iam.organizations set disabled = false where id = $1', [id]);
    await remove(statuses[0] === 400 ? one.id : two.id);
  });

  it('take memberships and claimed accounts with them, and leave people their own', async () => {
    const solo = (await create(system.token, { name: 'Solo', slug: 'solo' })).body;
    const inSolo = (await select(solo.id, system.token)).body.token;
    const only = await access.newPerson('only', inSolo);
    // An account beside that of a member elsewhere.
    const claim = { email: 'viewer@example.org', display_name: 'claimed', password: `${PASSWORD} else` };
    const claimed = await access.call<{ id: string }>('POST /users', { token: inSolo, body: claim });
    expect((await access.call('GET /me', { token: only.token })).status).toBe(200);
    expect((await remove(solo.id)).status).toBe(204);
    expect((await access.call('GET /me', { token: only.token })).status).toBe(401);
    await ended(solo.id);
    const { rows } = await access.admin.query<{ id: string }>('select id from iam.users where id = any ($1)', [
      [only.user_id, claimed.body.id, viewer.user_id],
    ]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([only.user_id, viewer.user_id].toSorted());
    expect((await access.signIn('only@example.org')).status).toBe(403);
    expect((await access.signIn('viewer@example.org')).status).toBe(200);
    expect((await access.signIn('viewer@example.org', claim.password)).status).toBe(401);
  });

  it('leave what others had given to them nowhere, and a record of it with the grantor', async () => {
    const partner = (await create(system.token, { name: 'Partner', slug: 'partner' })).body;
    const body = {
      target_organization_id: partner.id,
      grantee_type: 'organization',
      grantee_id: partner.id,
      resource_type: 'dashboard',
      resource_selector: { ids: ['board'] },
      permissions: ['dashboards.read'],
    };
    expect((await access.call('POST /iam/cross-org-grants', { token: admin.token, body })).status).toBe(201);
    await remove(partner.id);
    await ended(partner.id);
    expect((await access.call<unknown[]>('GET /iam/cross-org-grants', { token: admin.token })).body).toEqual([]);
    expect(await access.audited(viewer.org_id)).toContain('iam.cross_org_grant.revoke');
  });

  it('are not to be made, renamed, selected, enabled or deleted once more by their id', async () => {
    const gone = (await create(system.token, { name: 'Gone', slug: 'gone' })).body;
    await remove(gone.id);
    const token = system.token;
    const statuses = [
      (await access.call(`PATCH /orgs/${gone.id}`, { token, body: { name: 'Back' } })).status,
      (await access.call(`PATCH /orgs/${gone.id}/status`, { token, body: { disabled: false } })).status,
      (await select(gone.id, token)).status,
      (await remove(gone.id)).status,
      (await create(token, { name: 'Gone', slug: 'gone' })).status,
    ];
    expect(statuses).toEqual([404, 404, 403, 404, 201]);
  });
});
