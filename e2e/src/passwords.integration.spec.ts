import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserView } from '@spanwise/contracts/iam/users';
import { eventually } from '@spanwise/testing/eventually';
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
/** What of an answer could distinguish the cases. */
const seen = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: undefined } });

describe('a password reset (ACCESS-6)', () => {
  const NEW = 'found on the third try';

  it('is asked for with the same answer for every address; the link is of the configured origin', async () => {
    const poisoned = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const known = await post('/auth/forgot-password', { email: ADMIN_EMAIL.toUpperCase() }, poisoned);
    const unknown = await post('/auth/forgot-password', { email: 'unknown@example.org' });
    expect([known.status, known.body]).toEqual([202, { accepted: true }]);
    expect(seen(unknown)).toEqual(seen(known));
    const text = await mail.mailTo(ADMIN_EMAIL, 'reset_token');
    expect(text).toContain('https://obs.example.org/signin#reset_token=');
    expect(text).not.toContain('evil');
    expect(mail.received.flatMap((one) => one.to)).not.toContain('unknown@example.org');
  });

  it('works once, ends all sessions, and notifies the owner', async () => {
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
    const mails = () => mail.received.filter((one) => one.text.includes('reset_token')).length;
    const before = mails();
    for (let time = 0; time < 3; time++) await post('/auth/forgot-password', { email: ADMIN_EMAIL });
    await eventually(() => expect(mails()).toBe(before + 1));
    // Nothing that comes later is waited for: the outbox has no other.
    await eventually(async () => expect((await access.admin.query('select from iam.mail_outbox')).rows).toEqual([]));
    expect(mails()).toBe(before + 1);
  });

  it('that has expired is refused', async () => {
    const token = await mail.linkTo(ADMIN_EMAIL, 'reset_token');
    await access.admin.query("update iam.password_resets set expires_at = now() - interval '1 second'");
    expect((await post('/auth/reset-password', { token, password: NEW })).status).toBe(400);
  });
});

describe('signing up', () => {
  const form = (email: string) => ({ email, display_name: 'New', password: PASSWORD });
  const confirm = (body: object) => post('/auth/verify-email', body);
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

  it('grants nothing before the address is confirmed', async () => {
    await policy(true, false);
    const fresh = await post('/auth/signup', form('new@example.org'));
    const again = await post('/auth/signup', form('NEW@example.org'));
    await access.newPerson('taken', admin.token);
    const taken = await post('/auth/signup', form('taken@example.org'));
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
    expect(await mail.mailTo('taken@example.org', 'has an account there already')).not.toContain('_token');
    await mail.linkTo('new@example.org', 'verification_token');
    expect((await access.signIn('new@example.org')).status).toBe(401);
    await post('/auth/forgot-password', { email: 'new@example.org' });
    const { rows } = await access.admin.query("select from iam.users where email_key = 'new@example.org'");
    expect(rows).toEqual([]);
    expect(
      mail.received.filter((one) => one.to.includes('new@example.org') && one.text.includes('reset_token')),
    ).toEqual([]);
  });

  it('is confirmed once, by the link and the password of the sign-up together', async () => {
    const token = await mail.linkTo('new@example.org', 'verification_token');
    const { rows } = await access.admin.query('select s::text as row from iam.sign_ups s');
    expect(JSON.stringify(rows)).not.toContain(token);
    // A person who signed up with another's address does not know what the owner will type.
    expect((await confirm({ token, password: 'the password of another' })).status).toBe(400);
    expect((await confirm({ token: `${token.slice(0, -1)}!`, password: PASSWORD })).status).toBe(400);
    const both = await Promise.all([1, 2].map(() => confirm({ token, password: PASSWORD })));
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 400]);
    expect(both.find((one) => one.status === 200)!.body).toEqual({
      verified: true,
      email: expect.stringMatching(/^new@example.org$/i) as string,
      status: 'active',
    });
    const person = await access.person('new@example.org');
    expect(person.org_id).toBe(admin.org_id);
    const user = await access.admin.query(
      'select email_verified_at is not null as verified from iam.users where id = $1',
      [person.user_id],
    );
    expect(user.rows).toEqual([{ verified: true }]);
  });

  it('asks for approval after the address is confirmed, by the policy of that moment', async () => {
    await post('/auth/signup', form('later@example.org'));
    const token = await mail.linkTo('later@example.org', 'verification_token');
    await policy(true, true);
    expect((await confirm({ token, password: PASSWORD })).body).toMatchObject({ status: 'pending' });
    expect((await access.signIn('later@example.org')).status).toBe(403);
    const { body: users } = await access.call<UserView[]>('GET /users', { token: admin.token });
    const pending = users.find((user) => user.status === 'pending')!;
    const decide = (verdict: string) => access.call(`POST /users/${pending.id}/${verdict}`, { token: admin.token });
    expect((await decide('reject')).body).toMatchObject({ status: 'rejected' });
    expect((await access.signIn('later@example.org')).status).toBe(403);
    await post('/auth/signup', form('later@example.org'));
    await expect.poll(() => mail.linkTo('later@example.org', 'verification_token')).not.toBe(token);
    const second = await mail.linkTo('later@example.org', 'verification_token');
    await confirm({ token: second, password: PASSWORD });
    expect((await decide('approve')).body).toMatchObject({ status: 'active' });
    expect((await decide('approve')).status).toBe(409);
    expect((await access.person('later@example.org')).org_id).toBe(admin.org_id);
  });

  it('ends with a link that has expired, and with a sign-up that was closed meanwhile', async () => {
    await policy(true, false);
    await post('/auth/signup', form('slow@example.org'));
    const token = await mail.linkTo('slow@example.org', 'verification_token');
    await policy(false, false);
    expect((await confirm({ token, password: PASSWORD })).status).toBe(403);
    await policy(true, false);
    const domain = { token: admin.token, body: { domain: 'other.example' } };
    await access.call('POST /orgs/email-domains', domain);
    expect((await confirm({ token, password: PASSWORD })).status).toBe(403);
    await access.call('DELETE /orgs/email-domains/other.example', { token: admin.token });
    await access.admin.query("update iam.sign_ups set expires_at = now() - interval '1 second'");
    expect((await confirm({ token, password: PASSWORD })).status).toBe(400);
  });

  it('mails an address three times an hour at most, and lets no client try passwords at a link', async () => {
    for (let time = 0; time < 6; time++) {
      expect((await post('/auth/signup', form('many@example.org'))).status).toBe(200);
    }
    const token = await mail.linkTo('many@example.org', 'verification_token');
    await expect.poll(async () => (await access.admin.query('select from iam.mail_outbox')).rows).toEqual([]);
    expect(mail.received.filter((one) => one.to.includes('many@example.org')).length).toBeLessThanOrEqual(3);
    const tries = [];
    for (let time = 0; time < 6; time++) tries.push((await confirm({ token, password: 'a wrong one' })).status);
    expect(tries).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it.each([{ password: 'password123' }, { org_id: 'x' }, { role_ids: [] }, { permissions: [] }, { email: 'x' }])(
    'with %j is refused',
    async (change) => {
      expect((await post('/auth/signup', { ...form('bad@example.org'), ...change })).status).toBe(400);
    },
  );
});

describe('signing up without a mail server', () => {
  it('is refused with a sentence, or waits for approval', async () => {
    const silent = await Access.start({});
    try {
      const owner = await silent.person(ADMIN_EMAIL);
      const policy = (signup_require_approval: boolean) =>
        silent.call('PUT /settings/signup', {
          token: owner.token,
          body: { signup_enabled: true, signup_require_approval },
        });
      const signUp = () =>
        silent.call('POST /auth/signup', {
          body: { email: 'new@example.org', display_name: 'New', password: PASSWORD },
          headers: { 'x-forwarded-for': silent.newAddress() },
        });
      await policy(false);
      const refused = await signUp();
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'Sign-up is not possible here: no mail can be sent to confirm an address, and there is no approval.',
      ]);
      expect((await silent.call('GET /instance')).body).toMatchObject({ signup_enabled: false });
      await policy(true);
      expect((await silent.call('GET /instance')).body).toMatchObject({ signup_enabled: true });
      expect((await signUp()).body).toMatchObject({ status: 'pending', token: null });
      expect((await silent.signIn('new@example.org')).status).toBe(403);
    } finally {
      await silent.stop();
    }
  });
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
    expect(known[5]!.headers).toEqual([true, true, true]);
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

describe('a password that another device spells otherwise (ACCESS-4)', () => {
  const COMPOSED = 'Schlüssel für Zoë\u00a09';
  const TAKEN_APART = 'Schlüssel für Zoë 9'.normalize('NFD');
  const signIn = async (email: string, password: string) => (await access.signIn(email, password)).status;
  const change = (person: Person, current_password: string, password: string) =>
    access.call('POST /me/password', { token: person.token, body: { current_password, password } });

  it('signs in in both spellings, wherever it was set', async () => {
    const created = { email: 'zoe@example.org', display_name: 'Zoë', password: TAKEN_APART };
    expect((await access.call('POST /users', { token: admin.token, body: created })).status).toBe(201);
    expect([await signIn(created.email, COMPOSED), await signIn(created.email, TAKEN_APART)]).toEqual([200, 200]);

    const person = await access.newPerson('composed', admin.token);
    expect((await change(person, PASSWORD, COMPOSED)).status).toBe(200);
    expect([await signIn(person.email, COMPOSED), await signIn(person.email, TAKEN_APART)]).toEqual([200, 200]);
    expect((await change(await access.person(person.email, COMPOSED), TAKEN_APART, PASSWORD)).status).toBe(200);

    await post('/auth/forgot-password', { email: person.email });
    const token = await mail.linkTo(person.email, 'reset_token');
    expect((await post('/auth/reset-password', { token, password: TAKEN_APART })).status).toBe(200);
    expect([await signIn(person.email, COMPOSED), await signIn(person.email, TAKEN_APART)]).toEqual([200, 200]);
  });

  it('goes on working as it was typed when it was stored before, and is one of both from then on', async () => {
    const person = await access.newPerson('before', admin.token);
    const hashed = await hash(TAKEN_APART, { memoryCost: 1_024 });
    const stored = async () => {
      const { rows } = await access.admin.query<{ password_hash: string }>(
        'select password_hash from iam.users where id = $1',
        [person.user_id],
      );
      return rows[0]!.password_hash;
    };
    await access.admin.query('update iam.users set password_hash = $2 where id = $1', [person.user_id, hashed]);
    expect(await signIn(person.email, COMPOSED)).toBe(401);
    expect(await stored()).toBe(hashed);
    expect(await signIn(person.email, TAKEN_APART)).toBe(200);
    expect(await stored()).not.toBe(hashed);
    expect([await signIn(person.email, COMPOSED), await signIn(person.email, TAKEN_APART)]).toEqual([200, 200]);
    expect(await signIn(person.email, 'Schlussel fur Zoe 9')).toBe(401);
  });

  it('has no invisible characters', async () => {
    const body = { email: 'unseen@example.org', display_name: 'Unseen', password: 'correct\u200bhorse 9' };
    const { status, body: said } = await access.call('POST /users', { token: admin.token, body });
    expect([status, JSON.stringify(said)]).toEqual([400, expect.stringContaining('not every device can send')]);
  });
});
