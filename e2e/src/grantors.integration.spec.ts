/** What a credential or a user has granted, when the grantor is gone; and who grants and revokes Owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedApiToken } from '@spanwise/contracts/iam/iam';
import type { AuditPage } from '@spanwise/contracts/iam/audit';
import type { CreatedPushConnector } from '@spanwise/contracts/iam/push-connectors';
import type { InvitationView } from '@spanwise/contracts/iam/users';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';
import { MailServer } from './mail.fixture.js';

const FRAME_LINE = '<40>1 2026-01-01T00:00:00.000000+00:00 host app web.3 - up\n';
const FRAME = `${FRAME_LINE.length} ${FRAME_LINE}`;
const DAY_MICROS = 86_400_000_000;
const mail = new MailServer();
let access: Access;
let admin: Person;

beforeAll(async () => {
  access = await Access.start({ SPANWISE_SMTP_URL: await mail.start() });
  await ensureIngestStream(await access.connection.jetstreamManager(), 0, { maxBytes: 16_777_216, replicas: 1 });
  admin = await access.person(ADMIN_EMAIL);
});
afterAll(async () => {
  await access.stop();
  await mail.stop();
});

const roleId = (key: string) => BUILTIN_ROLES.find((role) => role.key === key)!.id;

async function member(name: string, role: string): Promise<Person> {
  const email = `${name}@example.org`;
  const body = { email, display_name: name, password: PASSWORD, role_ids: [roleId(role)] };
  expect((await access.call('POST /users', { token: admin.token, body })).status).toBe(201);
  return access.person(email);
}

const setRoles = (token: string, userId: string, role: string) =>
  access.call(`POST /orgs/${admin.org_id}/members`, { token, body: { user_id: userId, role_ids: [role] } });

async function makeToken(token: string, body: object): Promise<CreatedApiToken> {
  const made = await access.call<CreatedApiToken>('POST /auth/tokens', { token, body: { name: 't', ...body } });
  expect([made.status, made.body]).toEqual([200, expect.objectContaining({})]);
  return made.body;
}

const status = async (token: string) => (await access.call('GET /me', { token })).status;
const revoke = (id: string) => access.call(`DELETE /auth/tokens/${id}`, { token: admin.token });

describe('a token that was made with a token', () => {
  it('does not outlive it, whatever was asked for', async () => {
    const parent = await makeToken(admin.token, { role_key: 'owner', expires_in_days: 1 });
    const children = [
      await makeToken(parent.token, { role_key: 'owner' }),
      await makeToken(parent.token, { role_key: 'owner', expires_in_days: 1_825 }),
    ];
    expect(parent.expires_at_micros).toBeLessThan(Date.now() * 1_000 + DAY_MICROS + 60_000_000);
    expect(children.map((one) => one.expires_at_micros)).toEqual([parent.expires_at_micros, parent.expires_at_micros]);
    const free = await makeToken(admin.token, { role_key: 'owner' });
    expect((await makeToken(free.token, { role_key: 'viewer' })).expires_at_micros).toBeUndefined();
  });

  it('is revoked with it, and its own children too, at once', async () => {
    const parent = await makeToken(admin.token, { role_key: 'owner' });
    const child = await makeToken(parent.token, { role_key: 'owner' });
    const grandchild = await makeToken(child.token, { role_key: 'viewer' });
    const stranger = await makeToken(admin.token, { role_key: 'viewer' });
    const all = () => Promise.all([parent, child, grandchild, stranger].map((one) => status(one.token)));
    expect(await all()).toEqual([200, 200, 200, 200]);
    expect((await revoke(parent.id)).body).toEqual({ revoked: true });
    await expect.poll(all).toEqual([401, 401, 401, 200]);
    const { body } = await access.call<{ id: string; revoked: boolean }[]>('GET /auth/tokens', { token: admin.token });
    expect(body.filter((one) => one.revoked).map((one) => one.id)).toEqual(
      expect.arrayContaining([parent.id, child.id, grandchild.id]),
    );
  });

  it('ends when any token before it has expired', async () => {
    const parent = await makeToken(admin.token, { role_key: 'owner' });
    const child = await makeToken(parent.token, { role_key: 'owner' });
    const grandchild = await makeToken(child.token, { role_key: 'viewer' });
    await access.admin.query("update iam.api_tokens set expires_at = now() - interval '1 second' where id = $1", [
      parent.id,
    ]);
    expect(await status(grandchild.token)).toBe(401);
  });

  it('can do no more than it, also after the one before was narrowed', async () => {
    const { body: role } = await access.call<{ id: string }>('POST /roles', {
      token: admin.token,
      body: { key: 'maker', name: 'Maker', permissions: ['api_tokens.manage', 'streams.read', 'streams.query'] },
    });
    const parent = await makeToken(admin.token, { role_id: role.id });
    const wide = { name: 'wide', role_key: 'editor' };
    expect((await access.call('POST /auth/tokens', { token: parent.token, body: wide })).status).toBe(403);
    const { body: narrow } = await access.call<{ id: string }>('POST /roles', {
      token: admin.token,
      body: { key: 'reader', name: 'Reader', permissions: ['streams.read', 'streams.query'] },
    });
    const child = await makeToken(parent.token, { role_id: narrow.id });
    const permissions = async () =>
      (await access.call<{ permissions: string[] }>('GET /iam/capabilities', { token: child.token })).body.permissions;
    expect(await permissions()).toEqual(['streams.query', 'streams.read']);
    await access.call(`PATCH /roles/${role.id}`, {
      token: admin.token,
      body: { permissions: ['api_tokens.manage', 'streams.read'] },
    });
    await expect.poll(permissions).toEqual(['streams.read']);
  });

  it('is not made from a line without end', async () => {
    let last = await makeToken(admin.token, { role_key: 'admin' });
    const statuses = [];
    for (let depth = 0; depth < 9; depth++) {
      const body = { name: 'deeper', role_key: 'admin' };
      const made = await access.call<CreatedApiToken>('POST /auth/tokens', { token: last.token, body });
      statuses.push(made.status);
      if (made.status === 200) last = made.body;
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 409, 409]);
    expect(await status(last.token)).toBe(200);
  });

  it('goes with its maker', async () => {
    const ann = await member('ann', 'owner');
    const child = await makeToken((await makeToken(ann.token, { role_key: 'owner' })).token, { role_key: 'viewer' });
    expect(await status(child.token)).toBe(200);
    await access.call(`DELETE /users/${ann.user_id}`, { token: admin.token });
    await expect.poll(() => status(child.token)).toBe(401);
  });
});

describe('a secret that was made with a token', () => {
  it('of a push connector ends with the token, until a person makes another', async () => {
    const parent = await makeToken(admin.token, { role_key: 'owner' });
    const { body: made } = await access.call<CreatedPushConnector>('POST /connectors', {
      token: parent.token,
      body: { name: 'drain', kind: 'heroku_drain' },
    });
    const push = async (secret: string): Promise<number> => {
      const init = { method: 'POST', headers: { 'x-connector-token': secret }, body: FRAME };
      return (await fetch(`${access.url}/api/v1/_heroku`, init)).status;
    };
    expect(await push(made.push_token)).toBe(204);
    await revoke(parent.id);
    await expect.poll(() => push(made.push_token)).toBe(401);
    const path = `/connectors/${made.connector.id}`;
    const enabled = await access.call(`PUT ${path}`, { token: admin.token, body: { enabled: true } });
    expect([enabled.status, await push(made.push_token)]).toEqual([200, 401]);
    const rotated = await access.call<CreatedPushConnector>(`POST ${path}/rotate`, { token: admin.token });
    await expect.poll(() => push(rotated.body.push_token)).toBe(204);
  });

  it('of an invitation is void with the token', async () => {
    const parent = await makeToken(admin.token, { role_key: 'admin' });
    const { body } = await invite(parent.token, 'offered@example.org', 'viewer');
    const token = await mail.linkTo('offered@example.org', 'invitation_token');
    await revoke(parent.id);
    expect((await accept(token)).status).toBe(400);
    expect(await invitationStatus(body.id)).toBe('revoked');
  });
});

describe('the audit log', () => {
  it('names the session or the token that something was done with', async () => {
    const bea = await member('bea', 'admin');
    const made = await makeToken(bea.token, { role_key: 'admin' });
    await access.call('POST /roles', {
      token: made.token,
      body: { key: 'by_token', name: 'By a token', permissions: ['streams.read'] },
    });
    const read = async (query: string) =>
      (await access.call<AuditPage>(`GET /audit?${query}`, { token: admin.token })).body.items;
    const [byToken] = await read(`actor=${bea.user_id}&action=role.create`);
    expect(byToken).toMatchObject({
      actor_kind: 'api_token',
      actor_id: bea.user_id,
      credential_id: made.id,
      credential_prefix: made.prefix,
    });
    const [bySession] = await read(`actor=${bea.user_id}&action=api_token.create`);
    const claims = JSON.parse(Buffer.from(bea.token.split('.')[1]!, 'base64url').toString()) as { sid: string };
    expect(bySession).toMatchObject({ actor_kind: 'user', credential_id: claims.sid });
    expect(bySession!.credential_prefix).toBeUndefined();
  });
});

const invite = (token: string, email: string, role: string) =>
  access.call<InvitationView>('POST /invitations', { token, body: { email, role_id: roleId(role) } });
const accept = (token: string) =>
  access.call('POST /invitations/accept', {
    body: { token, display_name: 'Guest', password: PASSWORD },
    headers: { 'x-forwarded-for': access.newAddress() },
  });
async function invitationStatus(id: string): Promise<string | undefined> {
  const { body } = await access.call<InvitationView[]>('GET /invitations', { token: admin.token });
  return body.find((one) => one.id === id)?.status;
}

describe('an open invitation', () => {
  it.each<[string, (person: Person) => Promise<{ status: number }>]>([
    ['removed', ({ user_id: id }) => access.call(`DELETE /users/${id}`, { token: admin.token })],
    [
      'disabled',
      ({ user_id: id }) => access.call(`PATCH /users/${id}`, { token: admin.token, body: { disabled: true } }),
    ],
    ['demoted below what it gives', ({ user_id: id }) => setRoles(admin.token, id, roleId('editor'))],
  ])('is void when its inviter is %s, for good', async (how, act) => {
    const name = `inviter-${how.split(' ')[0]}`;
    const inviter = await member(name, 'admin');
    const { body } = await invite(inviter.token, `${name}-guest@example.org`, 'admin');
    const link = await mail.linkTo(`${name}-guest@example.org`, 'invitation_token');
    expect((await act(inviter)).status).toBeLessThan(300);
    expect((await accept(link)).status).toBe(400);
    expect(await invitationStatus(body.id)).toBe('revoked');
    await access.call(`PATCH /users/${inviter.user_id}`, { token: admin.token, body: { disabled: false } });
    expect((await accept(link)).status).toBe(400);
  });

  it('is void when its inviter’s role has lost what it gives', async () => {
    const permissions = ['org.members.manage', 'streams.read', 'streams.query'];
    const { body: role } = await access.call<{ id: string }>('POST /roles', {
      token: admin.token,
      body: { key: 'host', name: 'Host', permissions },
    });
    const { body: given } = await access.call<{ id: string }>('POST /roles', {
      token: admin.token,
      body: { key: 'guest', name: 'Guest', permissions: ['streams.query'] },
    });
    const host = await member('host', 'viewer');
    await setRoles(admin.token, host.user_id, role.id);
    const body = { email: 'hosted@example.org', role_id: given.id };
    await expect
      .poll(async () => (await access.call('POST /invitations', { token: host.token, body })).status)
      .toBe(201);
    const link = await mail.linkTo('hosted@example.org', 'invitation_token');
    await access.call(`PATCH /roles/${role.id}`, {
      token: admin.token,
      body: { permissions: ['org.members.manage', 'streams.read'] },
    });
    expect((await accept(link)).status).toBe(400);
  });

  it('is sent again by a user who could grant it, and is theirs from then on', async () => {
    const first = await member('first', 'admin');
    const { body } = await invite(first.token, 'again@example.org', 'viewer');
    const old = await mail.linkTo('again@example.org', 'invitation_token');
    const again = await access.call<InvitationView>(`POST /invitations/${body.id}/resend`, { token: admin.token });
    expect(again.body.inviter_id).toBe(admin.user_id);
    await expect.poll(() => mail.linkTo('again@example.org', 'invitation_token')).not.toBe(old);
    await access.call(`DELETE /users/${first.user_id}`, { token: admin.token });
    expect((await accept(await mail.linkTo('again@example.org', 'invitation_token'))).status).toBe(200);
  });
});

describe('Owner', () => {
  it('is given and taken by signed-in owners alone, through every way', async () => {
    const carl = await member('carl', 'admin');
    const boss = await member('boss', 'owner');
    const { body: team } = await access.call<{ id: string }>('POST /teams', {
      token: admin.token,
      body: { name: 'Owners', member_ids: [] },
    });
    const given = (type: string, id: string) => ({
      role_id: roleId('owner'),
      principal_type: type,
      principal_id: id,
      resource_type: 'dashboard',
      resource_id: 'd1',
    });
    const bound = await access.call<{ value: { id: string } }>('POST /iam/role-bindings', {
      token: admin.token,
      body: given('team', team.id),
    });
    expect(bound.status).toBe(201);
    const related = {
      role_id: roleId('owner'),
      subject_type: 'user',
      subject_id: carl.user_id,
      resource_type: 'dashboard',
      resource_id: 'd1',
    };
    const { body: offer } = await invite(boss.token, 'owner-to-be@example.org', 'owner');
    const ownerToken = await makeToken(admin.token, { role_key: 'owner' });
    const account = { email: 'x@example.org', display_name: 'X', password: PASSWORD, role_ids: [roleId('owner')] };
    const ways: [string, object?][] = [
      [`POST /orgs/${admin.org_id}/members`, { user_id: carl.user_id, role_ids: [roleId('owner')] }],
      [`POST /orgs/${admin.org_id}/members`, { user_id: boss.user_id, role_ids: [roleId('viewer')] }],
      [`PATCH /users/${boss.user_id}`, { disabled: true }],
      [`DELETE /users/${boss.user_id}`],
      [`DELETE /orgs/${admin.org_id}/members/${boss.user_id}`],
      ['POST /users', account],
      ['POST /invitations', { email: 'x@example.org', role_id: roleId('owner') }],
      [`POST /invitations/${offer.id}/resend`],
      ['POST /iam/role-bindings', given('user', carl.user_id)],
      [`DELETE /iam/role-bindings/${bound.body.value.id}`],
      ['POST /iam/relationships', related],
      [`PUT /teams/${team.id}`, { name: 'Owners', member_ids: [carl.user_id] }],
      [`DELETE /teams/${team.id}`],
    ];
    for (const [line, body] of ways) {
      for (const token of [carl.token, ownerToken.token]) {
        const answer = await access.call(line, { token, body });
        expect([line, answer.status]).toEqual([line, 403]);
      }
    }
    const owner = { name: 'o', role_key: 'owner' };
    expect((await access.call('POST /auth/tokens', { token: carl.token, body: owner })).status).toBe(403);
    const adminToken = await makeToken(boss.token, { role_key: 'admin' });
    expect((await access.call('POST /auth/tokens', { token: adminToken.token, body: owner })).status).toBe(403);
    const joined = { name: 'Owners', member_ids: [carl.user_id] };
    expect((await access.call(`PUT /teams/${team.id}`, { token: boss.token, body: joined })).status).toBe(200);
    expect((await setRoles(boss.token, carl.user_id, roleId('owner'))).status).toBe(204);
  });
});
