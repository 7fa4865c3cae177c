/** An organization that makes an account for an address learns nothing of an account that the address has elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvitationView, UserView } from '@spanwise/contracts/iam/users';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { Access, ADMIN_EMAIL, PASSWORD } from './access.fixture.js';
import type { Answer } from './http-call.js';
import { MailServer } from './mail.fixture.js';

const OTHER_PASSWORD = 'another horse 7 staple';
const mail = new MailServer();
let access: Access;
let home: string;
let away: string;

beforeAll(async () => {
  access = await Access.start({ SPANWISE_SMTP_URL: await mail.start(), SPANWISE_BASE_URL: 'https://obs.example.org' });
  home = (await access.person(ADMIN_EMAIL)).token;
  away = await access.otherOrganization('away');
});
afterAll(async () => {
  await access.stop();
  await mail.stop();
});

const roleId = (key: string) => BUILTIN_ROLES.find((role) => role.key === key)!.id;

function make(name: string, token = away): Promise<Answer<UserView>> {
  const body = {
    email: `${name}@example.org`,
    display_name: 'Made',
    password: OTHER_PASSWORD,
    role_ids: [roleId('editor')],
  };
  return access.call<UserView>('POST /users', { token, body });
}

/** Everything that the organization can see and try of a user whom it has created, without what differs by nature. */
async function seenOf(name: string): Promise<unknown[]> {
  const made = await make(name);
  const { id } = made.body;
  const path = `/users/${id}`;
  const answers: Answer<unknown>[] = [
    made,
    await make(name),
    await access.call(`GET ${path}`, { token: away }),
    await access.call('POST /teams', { token: away, body: { name, member_ids: [id] } }),
    await access.call(`PATCH ${path}`, { token: away, body: { display_name: 'Changed' } }),
    await access.call('POST /invitations', { token: away, body: { email: `${name}@example.org` } }),
    await access.call(`POST ${path}/approve`, { token: away }),
    await access.signIn(`${name}@example.org`, 'a wrong password'),
  ];
  const entered = await access.signIn(`${name}@example.org`, OTHER_PASSWORD);
  answers.push(entered, await access.call('GET /me', { token: entered.body.token }));
  answers.push(await access.call('GET /orgs', { token: entered.body.token }));
  answers.push(await access.call<InvitationView[]>('GET /invitations', { token: away }));
  answers.push(await access.call(`DELETE ${path}`, { token: away }));
  answers.push(await access.signIn(`${name}@example.org`, OTHER_PASSWORD));
  answers.push(await access.call('POST /invitations', { token: away, body: { email: `${name}@example.org` } }));
  const listed = await access.call<InvitationView[]>('GET /invitations', { token: away });
  answers.push(await access.call(`POST /invitations/${listed.body[0]!.id}/revoke`, { token: away }));
  const like = (text: string) =>
    text.replaceAll(name, 'NAME').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|"token":"[^"]*"|\d{13,}/g, '');
  return answers.map(({ status, body }) => [status, like(JSON.stringify(body))]);
}

describe('an organization that makes an account', () => {
  it('sees the same whether the address has one elsewhere or not', async () => {
    await access.newPerson('known', home);
    const known = await seenOf('known');
    await access.admin.query("delete from iam.invitations where email_key = 'known@example.org'");
    const unknown = await seenOf('novel');
    expect(known).toEqual(unknown);
    expect((known[0] as [number])[0]).toBe(201);
  });

  it('changes neither the name nor the password of the account elsewhere, nor gets at what is its', async () => {
    const bob = await access.newPerson('bob', home);
    const made = await make('bob');
    expect(made.body.id).not.toBe(bob.user_id);
    await access.call(`PATCH /users/${made.body.id}`, {
      token: away,
      body: { display_name: 'Mallory', disabled: true },
    });
    expect((await access.call('GET /me', { token: bob.token })).body).toMatchObject({ display_name: 'bob' });
    const own = await access.signIn('bob@example.org');
    expect(own.body).toMatchObject({ user_id: bob.user_id, org_id: bob.org_id });
    // A disabled claim is refused as a disabled account is, and the link is no way around that.
    expect((await access.signIn('bob@example.org', OTHER_PASSWORD)).status).toBe(403);
    const token = await mail.linkTo('bob@example.org', 'invitation_token');
    expect((await access.call('POST /invitations/accept', { body: { token } })).status).toBe(400);
  });

  it('has its own account replaced when the owner of the address joins by mail', async () => {
    const eve = await access.newPerson('eve', home);
    await access.call('POST /auth/forgot-password', { body: { email: 'eve@example.org' } });
    const reset = await mail.linkTo('eve@example.org', 'reset_token');
    await access.call('POST /auth/reset-password', { body: { token: reset, password: PASSWORD } });
    const made = await make('eve');
    const { body: team } = await access.call<{ id: string }>('POST /teams', {
      token: away,
      body: { name: 'Eves', member_ids: [made.body.id] },
    });
    const claim = await access.person('eve@example.org', OTHER_PASSWORD);
    expect((await access.call('GET /users', { token: (await access.person('eve@example.org')).token })).status).toBe(
      403,
    );
    const token = await mail.linkTo('eve@example.org', 'invitation_token');
    const accepted = await access.call('POST /invitations/accept', { body: { token } });
    expect([accepted.status, accepted.body]).toMatchObject([200, { user_id: eve.user_id, org_name: 'away' }]);
    expect((await access.call('GET /me', { token: claim.token })).status).toBe(401);
    expect((await access.signIn('eve@example.org', OTHER_PASSWORD)).status).toBe(401);
    const { body: people } = await access.call<UserView[]>('GET /users', { token: away });
    expect(people.filter((user) => user.email === 'eve@example.org')).toMatchObject([
      { id: eve.user_id, display_name: 'eve', display_role: 'Editor', team_names: ['Eves'] },
    ]);
    expect((await access.call(`GET /teams/${team.id}`, { token: away })).body).toMatchObject({
      member_ids: [eve.user_id],
    });
    expect((await access.call('POST /invitations/accept', { body: { token } })).status).toBe(400);
  });

  it('gives an account whose password can be changed and works, while links for a new one are the owner’s', async () => {
    const ann = await access.newPerson('ann', home);
    await make('ann');
    const claim = await access.person('ann@example.org', OTHER_PASSWORD);
    const changed = `${OTHER_PASSWORD} 2`;
    const body = { current_password: OTHER_PASSWORD, password: changed };
    expect((await access.call('POST /me/password', { token: claim.token, body })).status).toBe(200);
    expect((await access.signIn('ann@example.org', OTHER_PASSWORD)).status).toBe(401);
    expect((await access.person('ann@example.org', changed)).user_id).toBe(claim.user_id);
    await access.call('POST /auth/forgot-password', { body: { email: 'ann@example.org' } });
    const token = await mail.linkTo('ann@example.org', 'reset_token');
    const password = 'a fresh one 5 fields';
    expect((await access.call('POST /auth/reset-password', { body: { token, password } })).status).toBe(200);
    expect((await access.person('ann@example.org', password)).user_id).toBe(ann.user_id);
    expect((await access.person('ann@example.org', changed)).user_id).toBe(claim.user_id);
  });
});
