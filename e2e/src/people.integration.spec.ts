import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleRef } from '@spanwise/contracts/iam/iam';
import type { InvitationView, UserView } from '@spanwise/contracts/iam/users';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';
import { MailServer } from './mail.fixture.js';

const mail = new MailServer();
let access: Access;
let admin: Person;

beforeAll(async () => {
  access = await Access.start({ SPANWISE_SMTP_URL: await mail.start(), SPANWISE_BASE_URL: 'https://obs.example.org' });
  admin = await access.person(ADMIN_EMAIL);
});
afterAll(async () => {
  await access.stop();
  await mail.stop();
});

const roleId = (key: string) => BUILTIN_ROLES.find((role) => role.key === key)!.id;
const as = (person: Person) => ({ token: person.token });

async function member(name: string, role: string): Promise<Person> {
  const email = `${name}@example.org`;
  const body = { email, display_name: name, password: PASSWORD, role_ids: [roleId(role)] };
  const { status } = await access.call('POST /users', { ...as(admin), body });
  expect(status).toBe(201);
  return access.person(email);
}

describe('users', () => {
  it('are made as members, with the documented members', async () => {
    const body = { email: 'Grace@Example.org', display_name: 'Grace', password: PASSWORD };
    const made = await access.call<UserView>('POST /users', { ...as(admin), body });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: 'Grace@Example.org',
      display_name: 'Grace',
      is_root: false,
      disabled: false,
      status: 'active',
      display_role: 'Viewer',
      roles: [{ key: 'viewer', builtin: true } satisfies Partial<RoleRef>],
      team_names: [],
      login_method: 'password',
    });
    expect(
      (await access.call('POST /users', { ...as(admin), body: { ...body, email: 'grace@example.org' } })).status,
    ).toBe(409);
    const listed = await access.call<UserView[]>('GET /users', as(admin));
    expect(listed.body.map((user) => user.display_name)).toEqual(['admin', 'Grace']);
    const grace = await access.person('grace@example.org');
    expect((await access.call(`GET /users/${grace.user_id}`, as(grace))).status).toBe(200);
    expect((await access.call(`GET /users/${admin.user_id}`, as(grace))).status).toBe(403);
    expect((await access.call('GET /users', as(grace))).status).toBe(403);
  });

  it.each<[string, object]>([
    ['a weak password', { password: 'password123' }],
    ['an unknown role', { role_ids: ['00000000-0000-7000-8000-0000000000ff'] }],
    ['the role of the platform', { role_ids: [roleId('platform_owner')] }],
    ['an organization', { org_id: 'x' }],
    ['permissions', { permissions: ['streams.query'] }],
    ['a scope', { scope: 'system' }],
    ['a status', { status: 'active' }],
    ['platform administration', { platform_administrator: true }],
    ['a header in the address', { email: 'x@example.org\r\nBcc: y@example.org' }],
    ['no address', { email: 'unknown' }],
  ])('with %s are refused', async (_, change) => {
    const body = { email: 'x@example.org', display_name: 'X', password: PASSWORD, ...change };
    expect((await access.call('POST /users', { ...as(admin), body })).status).toBe(400);
    expect((await access.admin.query("select from iam.users where email_key = 'x@example.org'")).rowCount).toBe(0);
  });

  it('change themselves, but not their own state', async () => {
    const linus = await member('linus', 'editor');
    const path = `PATCH /users/${linus.user_id}`;
    expect((await access.call(path, { ...as(linus), body: { display_name: 'Linus T' } })).body).toMatchObject({
      display_name: 'Linus T',
    });
    expect((await access.call(path, { ...as(linus), body: { disabled: true } })).status).toBe(400);
    expect((await access.call(path, { ...as(linus), body: { email: 'other@example.org' } })).status).toBe(400);
    expect((await access.call(path, { ...as(linus), body: { role_ids: [roleId('owner')] } })).status).toBe(400);
  });

  it('that are disabled are out at once, with sessions and tokens, and come back', async () => {
    const ken = await member('ken', 'admin');
    const { body: token } = await access.call('POST /auth/tokens', {
      ...as(ken),
      body: { name: 't', role_key: 'viewer' },
    });
    const apiToken = { token: String(token.token) };
    expect((await access.call('GET /me', apiToken)).status).toBe(200);
    const path = `PATCH /users/${ken.user_id}`;
    expect((await access.call(path, { ...as(admin), body: { disabled: true } })).body).toMatchObject({
      disabled: true,
    });
    expect((await access.call('GET /me', as(ken))).status).toBe(401);
    expect((await access.call('GET /me', apiToken)).status).toBe(401);
    expect((await access.signIn('ken@example.org')).status).toBe(403);
    expect((await access.signIn('ken@example.org', 'wrong password')).status).toBe(401);
    await access.call(path, { ...as(admin), body: { disabled: false } });
    expect((await access.call('GET /me', as(ken))).status).toBe(401);
    expect((await access.signIn('ken@example.org')).status).toBe(200);
    expect((await access.call('GET /me', apiToken)).status).toBe(200);
  });

  it('that are removed are gone from the organization, and their account is not', async () => {
    const dennis = await member('dennis', 'editor');
    const path = `DELETE /users/${dennis.user_id}`;
    expect((await access.call(path, as(dennis))).status).toBe(403);
    expect((await access.call(path, as(admin))).status).toBe(204);
    expect((await access.call('GET /me', as(dennis))).status).toBe(401);
    expect((await access.call(path, as(admin))).status).toBe(404);
    expect((await access.signIn('dennis@example.org')).status).toBe(403);
  });

  it('who may do more than the caller, and the platform administrator, are out of the caller’s reach', async () => {
    const barbara = await member('barbara', 'admin');
    const custom = await access.call('POST /roles', {
      ...as(admin),
      body: { key: 'people', name: 'People', description: '', permissions: ['org.members.read', 'org.members.manage'] },
    });
    const clerk = await member('clerk', 'viewer');
    await access.call(`POST /orgs/${admin.org_id}/members`, {
      ...as(admin),
      body: { user_id: clerk.user_id, role_ids: [custom.body.id] },
    });
    const results = [
      await access.call(`DELETE /users/${barbara.user_id}`, as(clerk)),
      await access.call(`PATCH /users/${barbara.user_id}`, { ...as(clerk), body: { disabled: true } }),
      await access.call(`POST /orgs/${admin.org_id}/members`, {
        ...as(clerk),
        body: { user_id: clerk.user_id, role_ids: [roleId('owner')] },
      }),
      await access.call('POST /invitations', {
        ...as(clerk),
        body: { email: 'y@example.org', role_id: roleId('admin') },
      }),
      await access.call(`DELETE /users/${admin.user_id}`, as(barbara)),
      await access.call(`PATCH /users/${admin.user_id}`, { ...as(barbara), body: { disabled: true } }),
    ];
    expect(results.map((result) => result.status)).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it('get other roles, which act at once, in the active organization alone', async () => {
    const donald = await member('donald', 'viewer');
    const body = { user_id: donald.user_id, role_ids: [roleId('admin'), roleId('viewer')] };
    expect((await access.call('GET /users', as(donald))).status).toBe(403);
    expect((await access.call(`POST /orgs/${admin.org_id}/members`, { ...as(admin), body })).status).toBe(204);
    expect((await access.call('GET /users', as(donald))).status).toBe(200);
    expect((await access.call('GET /iam/capabilities', as(donald))).body).toMatchObject({
      display_role: 'Admin, Viewer',
    });
    const elsewhere = 'POST /orgs/00000000-0000-7000-8000-0000000000ff/members';
    expect((await access.call(elsewhere, { ...as(admin), body })).status).toBe(403);
  });

  it('leave an audit record for each change', async () => {
    const actions = new Set(await access.audited(admin.org_id));
    for (const action of ['user.create', 'user.disable', 'user.enable', 'user.remove', 'member.roles', 'user.update']) {
      expect(actions).toContain(action);
    }
  });
});

describe('an organization', () => {
  it('keeps an owner', async () => {
    const sole = await member('sole', 'owner');
    await access.admin.query('update iam.users set platform_administrator = false where id = $1', [admin.user_id]);
    const set = (person: Person, role: string, by: Person) =>
      access.call(`POST /orgs/${admin.org_id}/members`, {
        ...as(by),
        body: { user_id: person.user_id, role_ids: [roleId(role)] },
      });
    const first = await set(admin, 'admin', sole);
    const last = await set(sole, 'admin', sole);
    expect([first.status, last.status]).toEqual([204, 409]);
    expect((await set(admin, 'owner', sole)).status).toBe(204);
    await access.admin.query('update iam.users set platform_administrator = true where id = $1', [admin.user_id]);
  });
});

describe('invitations (ACCESS-7)', () => {
  const invite = (email: string, role = 'editor') =>
    access.call<InvitationView>('POST /invitations', { ...as(admin), body: { email, role_id: roleId(role) } });
  const accept = (body: object) =>
    access.call('POST /invitations/accept', { body, headers: { 'x-forwarded-for': access.newAddress() } });

  it('are mailed as a link of the configured origin, and make an account', async () => {
    const { status, body } = await invite('ada@example.org');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      org_id: admin.org_id,
      email: 'ada@example.org',
      role_key: 'editor',
      role_name: 'Editor',
      inviter_id: admin.user_id,
      status: 'pending',
    });
    const text = await mail.mailTo('ada@example.org', 'invitation_token');
    expect(text).toContain('https://obs.example.org/signin#invitation_token=');
    const token = await mail.linkTo('ada@example.org', 'invitation_token');
    const { rows } = await access.admin.query('select i::text as row from iam.invitations i');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await accept({ token })).status).toBe(400);
    expect((await accept({ token, display_name: 'Ada', password: 'password123' })).status).toBe(400);
    const accepted = await accept({ token, display_name: 'Ada', password: PASSWORD });
    expect(accepted.body).toMatchObject({ accepted: true, email: 'ada@example.org', org_name: 'Default' });
    expect((await access.person('ada@example.org')).org_id).toBe(admin.org_id);
    expect((await accept({ token, display_name: 'Eve', password: PASSWORD })).status).toBe(400);
    const { body: listed } = await access.call<InvitationView[]>('GET /invitations', as(admin));
    expect(listed.find((one) => one.id === body.id)?.status).toBe('accepted');
    expect((await invite('ADA@example.org')).status).toBe(409);
  });

  it('that are resent or revoked lose their old link', async () => {
    const { body } = await invite('bob@example.org');
    const first = await mail.linkTo('bob@example.org', 'invitation_token');
    expect((await invite('bob@example.org')).status).toBe(409);
    await access.call(`POST /invitations/${body.id}/resend`, as(admin));
    const second = await mail.mailTo('bob@example.org', 'invitation_token').then(async () => {
      for (;;) {
        const link = await mail.linkTo('bob@example.org', 'invitation_token');
        if (link !== first) return link;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const form = { display_name: 'Bob', password: PASSWORD };
    expect((await accept({ token: first, ...form })).status).toBe(400);
    expect((await access.call(`POST /invitations/${body.id}/revoke`, as(admin))).body).toMatchObject({
      status: 'revoked',
    });
    expect((await accept({ token: second, ...form })).status).toBe(400);
    expect((await access.call(`POST /invitations/${body.id}/resend`, as(admin))).status).toBe(409);
  });

  it('that have expired are refused', async () => {
    const { body } = await invite('late@example.org');
    const token = await mail.linkTo('late@example.org', 'invitation_token');
    await access.admin.query("update iam.invitations set expires_at = now() - interval '1 second' where id = $1", [
      body.id,
    ]);
    expect((await accept({ token, display_name: 'Late', password: PASSWORD })).status).toBe(400);
    const { body: listed } = await access.call<InvitationView[]>('GET /invitations', as(admin));
    expect(listed.find((one) => one.id === body.id)?.status).toBe('expired');
  });

  it('of an address that another signed up with replace the password', async () => {
    await access.admin.query(
      `insert into iam.users (id, email, email_key, display_name, password_hash)
       select gen_random_uuid(), 'carol@example.org', 'carol@example.org', 'Eve', password_hash
         from iam.users where id = $1`,
      [admin.user_id],
    );
    await invite('carol@example.org');
    const token = await mail.linkTo('carol@example.org', 'invitation_token');
    expect((await accept({ token })).status).toBe(400);
    const own = 'the real carol was here';
    expect((await accept({ token, display_name: 'Carol', password: own })).status).toBe(200);
    expect((await access.signIn('carol@example.org', PASSWORD)).status).toBe(401);
    expect((await access.signIn('carol@example.org', own)).status).toBe(200);
  });

  it('admit domains of the list alone, when there is one', async () => {
    const domains = await access.call('POST /orgs/email-domains', { ...as(admin), body: { domain: 'Bücher.example' } });
    expect(domains.body).toEqual({ domains: ['xn--bcher-kva.example'] });
    const refused = await invite('dan@example.org');
    expect([refused.status, (await invite('dan@mail.bücher.example')).status]).toEqual([403, 201]);
    expect(await mail.mailTo('dan@mail.bücher.example', 'invitation_token')).toContain('Default');
    expect(
      (await access.call('POST /orgs/email-domains', { ...as(admin), body: { domain: 'no_domain' } })).status,
    ).toBe(400);
    const gone = await access.call('DELETE /orgs/email-domains/xn--bcher-kva.example', as(admin));
    expect(gone.body).toEqual({ domains: [] });
  });
});

describe('mail', () => {
  it('that the server does not take is sent later', async () => {
    mail.refusing = true;
    await access.call('POST /invitations', { ...as(admin), body: { email: 'patient@example.org' } });
    await expect
      .poll(async () => (await access.admin.query('select attempts from iam.mail_outbox')).rows)
      .toEqual([{ attempts: 1 }]);
    mail.refusing = false;
    await access.admin.query('update iam.mail_outbox set due_at = now()');
    expect(await mail.mailTo('patient@example.org', 'invitation_token')).toContain('The invitation is from "admin".');
    // The row goes after the server has said yes.
    await expect.poll(async () => (await access.admin.query('select from iam.mail_outbox')).rows).toEqual([]);
  });
});
