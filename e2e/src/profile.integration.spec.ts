import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Access, ADMIN_EMAIL, PASSWORD, type Person } from './access.fixture.js';

let access: Access;
let admin: Person;

beforeAll(async () => {
  access = await Access.start();
  admin = await access.person(ADMIN_EMAIL);
});
afterAll(() => access.stop());

describe('the profile', () => {
  it('has the documented members and changes those that are named', async () => {
    const { token } = admin;
    const before = await access.call('GET /me/profile', { token });
    expect(before.body).toMatchObject({
      user_id: admin.user_id,
      email: ADMIN_EMAIL,
      display_name: 'admin',
      username: 'admin',
      bio: '',
      org_slug: 'default',
      display_role: 'Owner',
    });
    const body = { display_name: ' Ada ', avatar_url: 'https://example.org/a.png' };
    expect((await access.call('PUT /me/profile', { token, body })).body).toMatchObject({
      display_name: 'Ada',
      username: 'Ada',
      avatar_url: 'https://example.org/a.png',
      bio: '',
    });
    const cleared = await access.call('PUT /me/profile', { token, body: { avatar_url: '', bio: 'First programmer' } });
    expect(cleared.body).toMatchObject({ display_name: 'Ada', bio: 'First programmer' });
    expect(cleared.body).not.toHaveProperty('avatar_url');
    expect(await access.audited(admin.org_id)).toContain('profile.update');
  });

  it.each<[string, object]>([
    ['an organization', { org_id: 'x' }],
    ['an e-mail address', { email: 'x@example.org' }],
    ['permissions', { permissions: ['streams.query'] }],
    ['a scope', { scope: 'system' }],
    ['platform administration', { platform_administrator: true }],
    ['a blank name', { display_name: '  ' }],
    ['two names that differ', { display_name: 'a', username: 'b' }],
    ['a name with a line break', { display_name: 'a\nb' }],
    ['a NUL', { bio: '\0' }],
    ['a script as an avatar', { avatar_url: 'javascript:alert(1)' }],
  ])('with %s is refused and changes nothing', async (_, body) => {
    const { token } = admin;
    const before = await access.call('GET /me/profile', { token });
    expect((await access.call('PUT /me/profile', { token, body })).status).toBe(400);
    expect((await access.call('GET /me/profile', { token })).body).toEqual(before.body);
  });
});

describe('preferences', () => {
  const defaults = {
    theme: 'system',
    density: 'normal',
    language: 'en-us',
    default_home_route: '/home',
    time_format: 'iso_24h',
    date_format: 'yyyy_mm_dd_dash',
    keyboard_shortcuts_enabled: true,
    timezone: '',
  };

  it('are the product’s, then the organization’s, then one’s own', async () => {
    const { token } = admin;
    expect((await access.call('GET /me/preferences', { token })).body).toEqual(defaults);
    await access.call('PUT /workspace/preferences', { token, body: { ...defaults, density: 'compact' } });
    expect((await access.call('GET /me/preferences', { token })).body).toEqual({ ...defaults, density: 'compact' });
    const own = { ...defaults, theme: 'dark', timezone: 'Europe/Paris', default_home_route: 'last_visited' };
    expect((await access.call('PUT /me/preferences', { token, body: own })).body).toEqual(own);
    expect((await access.call('GET /me/preferences', { token })).body).toEqual(own);
  });

  it.each([
    { theme: 'blue' },
    { timezone: 'Mars/Olympus' },
    { default_home_route: '//evil.example' },
    { keyboard_shortcuts_enabled: 'yes' },
    { org_id: 'x' },
  ])('refuse %j', async (body) => {
    expect((await access.call('PUT /me/preferences', { token: admin.token, body })).status).toBe(400);
  });
});

describe('sessions', () => {
  it('are listed with the own one first, and end when they are revoked', async () => {
    const other = await access.person(ADMIN_EMAIL);
    const { body: sessions } = await access.call<{ id: string; current: boolean; address: string }[]>(
      'GET /me/sessions',
      { token: admin.token },
    );
    expect(sessions.map((session) => session.current)).toEqual([true, ...sessions.slice(1).map(() => false)]);
    expect(sessions.every((session) => session.address.startsWith('10.1.'))).toBe(true);
    expect((await access.call('GET /me', { token: other.token })).status).toBe(200);
    const { body: own } = await access.call<{ id: string; current: boolean }[]>('GET /me/sessions', {
      token: other.token,
    });
    const revoked = await access.call(`DELETE /me/sessions/${own[0]!.id}`, { token: admin.token });
    expect([revoked.status, revoked.body]).toEqual([200, { revoked: true }]);
    expect((await access.call('GET /me', { token: other.token })).status).toBe(401);
    expect((await access.call('GET /me', { token: admin.token })).status).toBe(200);
  });

  it.each(['not-an-id', '00000000-0000-7000-8000-0000000000ff'])('%s is not there', async (id) => {
    expect((await access.call(`DELETE /me/sessions/${id}`, { token: admin.token })).status).toBe(404);
  });
});

describe('changing the password (ACCESS-4)', () => {
  const NEW = 'a wholly new pass phrase';

  it('needs the present one, refuses a common one, and an API token cannot do it', async () => {
    const { token } = admin;
    const change = (current_password: string, password: string, as = token) =>
      access.call('POST /me/password', { token: as, body: { current_password, password } });
    expect((await change('wrong', NEW)).status).toBe(400);
    expect((await change(PASSWORD, 'password123')).status).toBe(400);
    const { body: apiToken } = await access.call('POST /auth/tokens', {
      token,
      body: { name: 'x', role_key: 'owner' },
    });
    expect((await change(PASSWORD, NEW, String(apiToken.token))).status).toBe(403);
    expect((await access.signIn(ADMIN_EMAIL)).status).toBe(200);
  });

  it('ends the other sessions and keeps this one', async () => {
    const other = await access.person(ADMIN_EMAIL);
    expect((await access.call('GET /me', { token: other.token })).status).toBe(200);
    const body = { current_password: PASSWORD, password: NEW };
    expect((await access.call('POST /me/password', { token: admin.token, body })).body).toEqual({ changed: true });
    expect((await access.call('GET /me', { token: other.token })).status).toBe(401);
    expect((await access.call('GET /me', { token: admin.token })).status).toBe(200);
    expect((await access.signIn(ADMIN_EMAIL, PASSWORD)).status).toBe(401);
    expect((await access.signIn(ADMIN_EMAIL, NEW)).status).toBe(200);
  });
});
