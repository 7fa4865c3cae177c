import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserView } from '@spanwise/contracts/iam-users';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';
import type { Answer } from './http-call.js';
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

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  access.call(`POST ${path}`, { body, headers: { 'x-forwarded-for': access.newAddress(), ...headers } });
/** What of an answer could tell one case from another. */
const seen = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: undefined } });

describe('a password reset', () => {
  const NEW = 'found on the third try';

  it('is asked for with the same answer for every address; the link is of the configured origin', async () => {
    const poisoned = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const known = await post('/auth/forgot-password', { email: ADMIN_EMAIL.toUpperCase() }, poisoned);
    const unknown = await post('/auth/forgot-password', { email: 'nobody@example.org' });
    expect([known.status, known.body]).toEqual([202, { accepted: true }]);
    expect(seen(unknown)).toEqual(seen(known));
    const text = await mail.mailTo(ADMIN_EMAIL, 'reset_token');
    expect(text).toContain('https://obs.example.org/signin#reset_token=');
    expect(text).not.toContain('evil');
    expect(mail.received.flatMap((one) => one.to)).not.toContain('nobody@example.org');
  });

  it('works once, ends all sessions, and tells the owner', async () => {
    const token = await mail.linkTo(ADMIN_EMAIL, 'reset_token');
    const { rows } = await access.admin.query('select r::text as row from iam.password_resets r');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await post('/auth/reset-password', { token, password: 'password123' })).status).toBe(400);
    expect((await post('/auth/reset-password', { token: `${token.slice(0, -1)}!`, password: NEW })).status).toBe(400);
    expect((await access.call('GET /me', { token: admin.token })).status).toBe(200);
    const both = await Promise.all([1, 2].map(() => post('/auth/reset-password', { token, password: NEW })));
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 400]);
    expect((await access.call('GET /me', { token: admin.token })).status).toBe(401);
    expect((await access.signIn(ADMIN_EMAIL, PASSWORD)).status).toBe(401);
    admin = await access.person(ADMIN_EMAIL, NEW);
    await mail.mailTo(ADMIN_EMAIL, 'was changed');
  });

  it('is mailed once a minute at most', async () => {
    await access.admin.query("update iam.password_resets set created_at = now() - interval '2 minutes'");
    const before = mail.received.filter((one) => one.text.includes('reset_token')).length;
    for (let time = 0; time < 3; time++) await post('/auth/forgot-password', { email: ADMIN_EMAIL });
    await mail.mailTo(ADMIN_EMAIL, 'reset_token');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(mail.received.filter((one) => one.text.includes('reset_token')).length).toBe(before + 1);
  });

  it('that has expired is refused', async () => {
    const token = await mail.linkTo(ADMIN_EMAIL, 'reset_token');
    await access.admin.query("update iam.password_resets set expires_at = now() - interval '1 second'");
    expect((await post('/auth/reset-password', { token, password: NEW })).status).toBe(400);
  });
});

describe('signing up', () => {
  const form = (email: string) => ({ email, display_name: 'New', password: PASSWORD });
  const policy = (signup_enabled: boolean, signup_require_approval: boolean) =>
    access.call('PUT /settings/signup', { token: admin.token, body: { signup_enabled, signup_require_approval } });

  it('is closed until an administrator opens it', async () => {
    expect((await access.call('GET /instance')).body).toEqual({
      external_url: 'https://obs.example.org',
      signup_enabled: false,
      version: '0.1.0',
      release_channel: 'stable',
    });
    expect((await post('/auth/signup', form('new@example.org'))).status).toBe(403);
    expect((await policy(true, true)).body).toEqual({ signup_enabled: true, signup_require_approval: true });
    expect((await access.call('GET /instance')).body).toMatchObject({ signup_enabled: true });
  });

  it('with approval answers alike whether the address is known, and waits', async () => {
    const fresh = await post('/auth/signup', form('new@example.org'));
    const again = await post('/auth/signup', form('NEW@example.org'));
    const taken = await post('/auth/signup', form(ADMIN_EMAIL));
    const shape = ({ status, body }: Answer) => ({ status, body: { ...body, user_id: '', email: '' } });
    expect(shape(fresh)).toEqual({
      status: 200,
      body: {
        status: 'pending',
        token: null,
        user_id: '',
        email: '',
        display_name: 'New',
        org_id: null,
        org_name: null,
        display_role: null,
        roles: [],
      },
    });
    expect([shape(again), shape(taken)]).toEqual([shape(fresh), shape(fresh)]);
    expect((await access.signIn('new@example.org')).status).toBe(403);
    const { body: users } = await access.call<UserView[]>('GET /users', { token: admin.token });
    const pending = users.find((user) => user.status === 'pending')!;
    expect((await access.call(`POST /users/${pending.id}/approve`, { token: admin.token })).body).toMatchObject({
      status: 'active',
    });
    expect((await access.call(`POST /users/${pending.id}/approve`, { token: admin.token })).status).toBe(409);
    expect((await access.person('new@example.org')).org_id).toBe(admin.org_id);
  });

  it('that is rejected can be tried again', async () => {
    await post('/auth/signup', form('again@example.org'));
    const { rows } = await access.admin.query<{ id: string }>("select id from iam.users where status = 'pending'");
    expect((await access.call(`POST /users/${rows[0].id}/reject`, { token: admin.token })).body).toMatchObject({
      status: 'rejected',
    });
    expect((await access.signIn('again@example.org')).status).toBe(403);
    await post('/auth/signup', form('again@example.org'));
    const after = await access.admin.query('select status from iam.users where id = $1', [rows[0].id]);
    expect(after.rows).toEqual([{ status: 'pending' }]);
  });

  it('without approval signs in; a known address is refused', async () => {
    await policy(true, false);
    const { body } = await post('/auth/signup', form('open@example.org'));
    expect(body).toMatchObject({ status: 'active', org_id: admin.org_id, display_role: 'Viewer' });
    expect((await access.call('GET /me', { token: String(body.token) })).status).toBe(200);
    expect((await post('/auth/signup', form('open@example.org'))).status).toBe(400);
  });

  it.each([{ password: 'password123' }, { org_id: 'x' }, { role_ids: [] }, { permissions: [] }, { email: 'x' }])(
    'with %j is refused',
    async (change) => {
      expect((await post('/auth/signup', { ...form('bad@example.org'), ...change })).status).toBe(400);
    },
  );
});

describe('guessing', () => {
  it('from one address is slowed down with the standard headers, alike for every e-mail', async () => {
    const guess = async (email: string) => {
      const address = access.newAddress();
      const answers = [];
      for (let time = 0; time < 7; time++) answers.push(await access.signIn(email, 'a wrong one', address));
      return answers.map((answer) => ({
        ...seen(answer as unknown as Answer),
        headers: ['retry-after', 'ratelimit', 'ratelimit-policy'].map((name) => answer.headers.get(name) !== null),
      }));
    };
    const known = await guess('new@example.org');
    expect(known.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(known[5].headers).toEqual([true, true, true]);
    expect(await guess('unknown@example.org')).toEqual(known);
    const policy = (await access.signIn('new@example.org', 'x', '10.9.9.9')).headers.get('ratelimit-policy');
    expect(policy).toBeNull();
  });

  it('does not lock the owner out', async () => {
    const home = access.newAddress();
    expect((await access.signIn('new@example.org', PASSWORD, home)).status).toBe(200);
    const statuses = [];
    for (let time = 0; time < 34; time++) statuses.push((await access.signIn('new@example.org', 'wrong one')).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await access.signIn('new@example.org', PASSWORD, home)).status).toBe(200);
  });
});
